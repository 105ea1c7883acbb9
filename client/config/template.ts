/**
 * The file that `gristmill init` writes. Lines with `##` are explanations. Lines with `# ` are examples: without these two characters, they are valid YAML (a test checks this). Unchanged, the file tests a mock on this machine.
 */
export const CONFIG_TEMPLATE = `# yaml-language-server: $schema=./node_modules/gristmill/dist/client/config/config.schema.json
## The configuration of gristmill: see docs/conformance.md of the package. Check it with: npx gristmill doctor
## It holds no secrets, and may be committed: tokens come from environment variables, commands, or an authorization server.
## Whatever is left out is not verified, and the report says so. What is named and not there ends the run before it begins (exit code 3).

## Which deployment. An argument of the command wins over GRISTMILL_TARGET, and that over base_url.
target:
  base_url: http://127.0.0.1:4010/v1
## Where its tokens come from: {auth_url}/oauth/token.
#   auth_url: https://api.example.com
## What the plain actors below are tokens of: live or sandbox. Only a sandbox is written to without --allow-writes <host>.
#   mode: sandbox
## Where the deployment reaches the receiver of the run, and the port of this machine where that tunnel ends. Not needed on one machine.
#   receiver_url: https://my-tunnel.example.com
#   receiver_port: 8080
## Only where the target is a Gristmill mock on another machine: the variable that holds its admin token.
#   admin_token_env: GRISTMILL_ADMIN_TOKEN

## Who calls. Each has one of token_env, token_command and oauth; team_id and user_id where they are known. On a mock they are built in.
## Scopes of each actor. Those of a sandbox twin are the same. gristmill doctor lists what is missing.
##   buyer, rival: inventory.read bids.read bids.write trades.read teams.read webhooks.read webhooks.write; buyer also market.read
##   elevator: those of rival, and cashbids.read cashbids.write locations.read
##   seller: listings.read listings.write farms.read farms.write bids.write
##   partner: those of seller, and inventory.read trades.read teams.read webhooks.read webhooks.write
##   reader: inventory.read market.read
# actors:
## A team that buys, with every scope it can have.
#   buyer: { token_env: BUYER_TOKEN, team_id: tm_0b6de2f4917ac853, user_id: usr_51c9e07ab3f2d846 }
## Another team that buys: it must not see what the first one has.
#   rival: { token_command: "vault read -field=token grain/rival" }
## A verified elevator.
#   elevator:
#     oauth:
#       client_id: my-desk
## The variable that holds the secret of the client; left out for a public one.
#       client_secret_env: DESK_SECRET
## The variable that holds a refresh token of the actor; without one client credentials are used.
#       refresh_token_env: ELEVATOR_REFRESH_TOKEN
#       redirect_uri: http://127.0.0.1:3000/callback
#       scope: bids.read cashbids.read cashbids.write locations.read teams.read
## A seller, through an approved partner client; and a second one, whose user has a team.
#   seller: { token_env: SELLER_TOKEN }
#   partner: { token_env: PARTNER_TOKEN }
## A program with client credentials, and a token that has run out.
#   reader: { token_env: READER_TOKEN }
#   expired: { token_env: EXPIRED_TOKEN }
## The same in the sandbox, where the plain ones are live: each of them but expired, with _sandbox behind its name.
#   buyer_sandbox: { token_env: BUYER_SANDBOX_TOKEN }
#   rival_sandbox: { token_env: RIVAL_SANDBOX_TOKEN }
#   elevator_sandbox: { token_env: ELEVATOR_SANDBOX_TOKEN }
#   seller_sandbox: { token_env: SELLER_SANDBOX_TOKEN }
#   partner_sandbox: { token_env: PARTNER_SANDBOX_TOKEN }
#   reader_sandbox: { token_env: READER_SANDBOX_TOKEN }

## What the API cannot do, done by you: a url gets {"hook": name, "params": {...}} by POST, a command gets it on stdin. Both answer
## {"ok": true, "result": {...}}, or {"ok": false, "error": "why"}. Parameters and results: docs/conformance-hooks.md of the package.
# hooks:
## One of the two invoices of a trade is paid.
#   pay_invoice: { url: https://ops.example.com/pay, token_env: OPS_TOKEN }
## A seller makes an offer on a cash bid.
#   make_offer: { command: ./hooks/make-offer.sh }
## The clock of the deployment moves on: retries and expiry are then judged in no time.
#   advance_clock: { command: ./hooks/advance-clock.sh }
## A webhook subscription is switched off from outside.
#   deactivate_webhook: { command: ./hooks/deactivate-webhook.sh }
## A farm gets a payment method, or loses it.
#   set_payment_method: { command: ./hooks/set-payment-method.sh }
## A sample analysis goes on.
#   emit_analysis: { command: ./hooks/emit-analysis.sh }
## Trucks wait at a delivery location.
#   set_queue: { command: ./hooks/set-queue.sh }
## The credit of a team is in good standing, or not.
#   set_credit: { command: ./hooks/set-credit.sh }
## A token with just those scopes.
#   mint_token: { command: ./hooks/mint-token.sh }

## Clients of the authorization server, lent to judge it with (AUTH-3 to AUTH-9).
# oauth:
## One that may use client credentials; that of the actor reader, unless given.
#   machine: { client_id: my-program, client_secret_env: PROGRAM_SECRET }
## One that may use the authorization code flow and is no approved partner; params make it consent without a browser.
#   user:
#     client_id: my-app
#     client_secret_env: APP_SECRET
#     redirect_uri: http://127.0.0.1:8765/callback
#     params: { prompt: none, login_hint: buyer }

## What you lend, since the document does not say how to make it.
# fixtures:
## A farm of the seller with a payment method on file, and one without.
#   farm_with_payment_method: farm_b7a4105e9c3d268f
#   farm_without: farm_7390ae76eabf9738
## An ungraded listing that accepts bids by grade.
#   multi_grade_listing: inv_3f9c2a71b04e8d55
## The company of the elevator, as sellers see it (PRIV-7).
#   verified_company_name: Northern Plains Grain
## A value of units beside MT, and the key of a Quantity that holds the number.
#   unit: BU
#   amount_key: amount
## Bodies that POST /cash-bids and PATCH /cash-bids/{id} take. $DELIVERY_LOCATION_ID stands for the first location of the elevator.
#   cash_bid_body:
#     commodity: canola
#     price: { amount: 664, unit: MT }
#     quantity_mt: 500
#     delivery: { from: "2030-09-01", to: "2030-10-31" }
#     delivery_location_id: $DELIVERY_LOCATION_ID
#   cash_bid_patch: { price: { amount: 671, unit: MT } }
## The name of the quantity field in PATCH /me/inventory/{id}.
#   quantity_field: quantity_mt
## A text for additional_terms that moderation rejects or changes (BID-38).
#   moderated_terms: Call me at 306-555-0199
## A body that POST /sandbox/users takes for a seller, and where its answer has the token (a JSON pointer).
#   sandbox_user_body: { role: seller }
#   sandbox_user_token_key: /data/access_token
## Texts no buyer may ever see: names of farms and sellers, coordinates of farms.
#   secrets: [Coteau Ridge, "50.312477"]

## Keys beyond the document that are known and harmless: no warning is given for them.
# allow_extra:
#   - { key: trace_id, reason: put in by our gateway }

## Whether --baseline may accept a breach of privacy.
# privacy_can_be_baselined: false
`;
