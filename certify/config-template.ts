/** The file that `gristmill certify --init` writes. `## ` starts a comment, and `# ` an example that the user can uncomment; a test uncomments them all. */
export const CONFIG_TEMPLATE = `## The configuration of gristmill certify: how to start your client, and how to reach it. See docs/certify.md in the package.
## It holds no secrets: the client gets its credentials in its environment.

## Starts your client. It gets MARKETPLACE_BASE_URL, MARKETPLACE_AUTH_URL, MARKETPLACE_CLIENT_ID, MARKETPLACE_CLIENT_SECRET,
## MARKETPLACE_ACCESS_TOKEN, MARKETPLACE_REFRESH_TOKEN, MARKETPLACE_WEBHOOK_SECRET, MARKETPLACE_PORT, and MARKETPLACE_STATE_DIR.
command: node client.js

## The names of environment variables, if your client reads other ones.
# env: { MARKETPLACE_BASE_URL: GRAIN_API_URL, MARKETPLACE_ACCESS_TOKEN: GRAIN_TOKEN }

## Where your client accepts webhooks. {port} becomes MARKETPLACE_PORT, a free port.
# receiver_url: http://127.0.0.1:{port}/webhooks

## How to ask your client to do something: a URL that takes POST, or a command that takes JSON on stdin.
## Tasks: list_lots, place_bid, accept_bid, sync.
# do: { url: "http://127.0.0.1:{port}/do" }

## How to ask your client what it knows: a URL, or a command. Questions: bid, trade, effects.
# show: { url: "http://127.0.0.1:{port}/show" }

## Stages, or areas of stages, that do not apply to your client, each with the reason. They stay visible in every report.
# not_applicable: { pages: "this client reads single lots only" }

## How long a task can take. The default is 20.
# timeout_seconds: 20
`;
