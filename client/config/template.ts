/**
 * The file that `gristmill init` writes. Lines with `##` are explanations. Lines with `# ` are examples: without these two characters, they are valid YAML (a test checks this). Unchanged, the file tests a mock on this machine.
 */
export const CONFIG_TEMPLATE = `# yaml-language-server: $schema=./node_modules/gristmill/dist/client/config/config.schema.json
## The configuration of gristmill: see docs/conformance.md of the package. Check it with: npx gristmill doctor
## It contains no secrets, so you can commit it: tokens come from environment variables, commands, or an authorization server.
## What you omit is reported as not verified. If something that you name does not exist, the run does not start (exit code 3).

## The deployment. A command-line argument overrides GRISTMILL_TARGET, which overrides base_url.
target:
  base_url: http://127.0.0.1:4010/v1
## The authorization server, which issues tokens at {auth_url}/oauth/token.
#   auth_url: https://api.example.com
## The mode of the plain actors' tokens: live or sandbox. Without --allow-writes <host>, a run writes to a sandbox or to this machine only.
#   mode: sandbox
## The public URL of the run's webhook receiver, such as a tunnel, and the tunnel's local port. Not needed if the target is on this machine.
#   receiver_url: https://my-tunnel.example.com
#   receiver_port: 8080
## Only for a Gristmill mock on another machine: the environment variable with its admin token.
#   admin_token_env: GRISTMILL_ADMIN_TOKEN

## The callers. Each needs token_env, token_command, or oauth. Add team_id and user_id if you know them. A mock has built-in actors.
## The scopes of each actor. A sandbox twin needs the same scopes. gristmill doctor lists missing ones.
##   buyer: inventory.read market.read bids.read bids.write trades.read teams.read webhooks.read webhooks.write
##   rival: as buyer without market.read, plus cashbids.read cashbids.write
##   elevator: as rival, plus locations.read
##   seller: listings.read listings.write farms.read farms.write bids.read bids.write trades.read inventory.read
##   partner: as seller, plus teams.read webhooks.read webhooks.write
##   reader: inventory.read market.read
# actors:
## A buyer's team, with every scope that it can have.
#   buyer: { token_env: BUYER_TOKEN, team_id: tm_0b6de2f4917ac853, user_id: usr_51c9e07ab3f2d846 }
## Another buyer's team, which must not see the first team's data.
#   rival: { token_command: "vault read -field=token grain/rival" }
## A verified elevator.
#   elevator:
#     oauth:
#       client_id: my-desk
## The environment variable with the client secret. Omit it for a public client.
#       client_secret_env: DESK_SECRET
## The environment variable with a refresh token of the actor. Without it, client credentials are used.
#       refresh_token_env: ELEVATOR_REFRESH_TOKEN
#       redirect_uri: http://127.0.0.1:3000/callback
#       scope: inventory.read bids.read bids.write trades.read teams.read webhooks.read webhooks.write cashbids.read cashbids.write locations.read
## A seller with a token from an approved partner client, and a second seller whose user has a team.
#   seller: { token_env: SELLER_TOKEN }
#   partner: { token_env: PARTNER_TOKEN }
## A program with client credentials, and an expired token.
#   reader: { token_env: READER_TOKEN }
#   expired: { token_env: EXPIRED_TOKEN }
## If the plain actors are live: their sandbox twins, named with the suffix _sandbox. Each actor except expired can have one.
#   buyer_sandbox: { token_env: BUYER_SANDBOX_TOKEN }
#   rival_sandbox: { token_env: RIVAL_SANDBOX_TOKEN }
#   elevator_sandbox: { token_env: ELEVATOR_SANDBOX_TOKEN }
#   seller_sandbox: { token_env: SELLER_SANDBOX_TOKEN }
#   partner_sandbox: { token_env: PARTNER_SANDBOX_TOKEN }
#   reader_sandbox: { token_env: READER_SANDBOX_TOKEN }

## Your hooks for actions outside the API: a url receives {"hook": name, "params": {...}} by POST, a command on stdin. Both return
## {"ok": true, "result": {...}}, or {"ok": false, "error": "why"}. For parameters and results, see docs/conformance-hooks.md of the package.
## Add "verified": true to the result if the hook verifies its own effect. Without it, a failure counts only if the run sees the effect.
# hooks:
## One address or command for all hooks that are not named below.
#   all: { url: https://ops.example.com/hooks, token_env: OPS_TOKEN }
## Pays one of the two invoices of a trade.
#   pay_invoice: { url: https://ops.example.com/pay, token_env: OPS_TOKEN }
## Makes an offer on a cash bid as a seller.
#   make_offer: { command: ./hooks/make-offer.sh }
## Advances the deployment's clock, so that checks of retries and expiry do not have to wait.
#   advance_clock: { command: ./hooks/advance-clock.sh }
## Deactivates a webhook subscription.
#   deactivate_webhook: { command: ./hooks/deactivate-webhook.sh }
## Adds or removes a farm's payment method.
#   set_payment_method: { command: ./hooks/set-payment-method.sh }
## Advances a sample analysis.
#   emit_analysis: { command: ./hooks/emit-analysis.sh }
## Sets the number of trucks that wait at a delivery location.
#   set_queue: { command: ./hooks/set-queue.sh }
## Sets whether a team's credit is in good standing.
#   set_credit: { command: ./hooks/set-credit.sh }
## Issues a token with exactly the given scopes.
#   mint_token: { command: ./hooks/mint-token.sh }

## OAuth clients for testing the authorization server (AUTH-3 to AUTH-9).
# oauth:
## A client for client credentials. Default: the client of the actor reader.
#   machine: { client_id: my-program, client_secret_env: PROGRAM_SECRET }
## A client for the authorization code flow that is not an approved partner. With params, it consents without a browser.
#   user:
#     client_id: my-app
#     client_secret_env: APP_SECRET
#     redirect_uri: http://127.0.0.1:8765/callback
#     params: { prompt: none, login_hint: buyer }

## Data that the API documentation does not say how to create.
# fixtures:
## A farm of the seller with a payment method on file, and one without.
#   farm_with_payment_method: farm_b7a4105e9c3d268f
#   farm_without: farm_7390ae76eabf9738
## An ungraded listing that accepts multi-grade bids.
#   multi_grade_listing: inv_3f9c2a71b04e8d55
## The elevator's company name, as sellers see it (PRIV-7).
#   verified_company_name: Northern Plains Grain
## A value of units other than MT, and the key of a Quantity that contains the number. Optional: the run tries LB, KG, CWT, ST, and BU.
#   unit: BU
#   amount_key: amount
## Bodies that POST /cash-bids and PATCH /cash-bids/{id} accept. $DELIVERY_LOCATION_ID is replaced with the elevator's first location.
#   cash_bid_body:
#     commodity: canola
#     price: { amount: 664, unit: MT }
#     quantity_mt: 500
#     delivery: { from: "2030-09-01", to: "2030-10-31" }
#     delivery_location_id: $DELIVERY_LOCATION_ID
#   cash_bid_patch: { price: { amount: 671, unit: MT } }
## The name of the quantity field in PATCH /me/inventory/{id}.
#   quantity_field: quantity_mt
## Text for additional_terms that moderation rejects or changes (BID-38).
#   moderated_terms: Call me at 306-555-0199
## A body that POST /sandbox/users accepts for a seller, and a JSON pointer to the token in its response.
#   sandbox_user_body: { role: seller }
#   sandbox_user_token_key: /data/access_token
## Strings that buyers must never see: names of farms and sellers, coordinates of farms.
#   secrets: [Coteau Ridge, "50.312477"]

## Undocumented keys that are known to be harmless, so that they cause no warning.
# allow_extra:
#   - { key: trace_id, reason: added by our gateway }

## Whether --baseline can accept privacy breaches.
# privacy_can_be_baselined: false
`;
