import type { ClauseTable } from './clause.ts';

/** AUTH: authentication and scopes. */
export const AUTH = {
  Authentication: [
    'AUTH-1 | S | B | Every endpoint requires `Authorization: Bearer`; without a token, it returns 401 unauthenticated.',
    'AUTH-3 | S | H | The authorization-code flow with PKCE is at {auth_url}/oauth/authorize and /oauth/token.',
    'AUTH-4 | S | H | Refresh uses the same token address.',
    'AUTH-5 | S | B+C | The client-credentials flow, at {auth_url}/oauth/token, is available only for inventory.read and market.read: such a token never has another scope (requesting one gives an error or a token without it).',
    'AUTH-6 | S | H | listings.* and farms.* are granted only to approved partner clients.',
    'AUTH-7 | S | B | Webhook management requires a token bound to a team.',
    'AUTH-8 | A | B | PKCE S256 is required, and plain is rejected; a code works once (a second use revokes what it granted), within 60 s; redirect URIs must match exactly; refresh tokens rotate, and a replay revokes the family; access tokens last 1 h. Discovery is at {auth_url}/.well-known/openid-configuration.',
    'AUTH-9 | S | H | openid, profile, and email are OpenID Connect scopes.',
    'AUTH-10 | A | B | A 401 includes `WWW-Authenticate: Bearer`; for an insufficient scope, the message names the scope. The team is chosen at consent and bound to the token. Sandbox tokens come from sandbox clients.',
    'AUTH-12 | S | M | The default requirement for the API is inventory.read. (This can be read four ways, so no deployment fails it.)',
    'AUTH-13 | S | H | The scopes are the eighteen in the table, with those names.',
    'AUTH-17 | D | H | With scope openid, the token response has an id_token (from AUTH-9).',
    'AUTH-20 | A | B | The three endpoints that state no scope (/grades, /sandbox/*) require inventory.read, so that what works here works under every reading.',
    'AUTH-21 | A | B | A user token without a team gets 400 no_team on webhooks, cash bids, their offers, and delivery locations; a team without an elevator reads empty lists of cash bids, offers, and delivery locations and gets 403 insufficient_scope when it posts a cash bid.',
  ],
  Endpoints: [
    'AUTH-2 | S | B+C | Each endpoint enforces its scope: a token without it gets 403 insufficient_scope. Checked for the 39 operations that state a scope × each scope: GET /me/farms accepts either of its two scopes, and GET /me/bids-received requires both.',
  ],
  Errors: [
    "AUTH-11 | D | B | A caller without rights learns nothing about what exists: someone else's id and an id that cannot exist get the same response, for both reads and actions (from ERR-3).",
    'AUTH-15 | S | B+C | An expired token gets 401 unauthenticated.',
    'AUTH-16 | D | B | A malformed or unknown token gets 401 unauthenticated (from AUTH-1).',
    'AUTH-19 | A | B | Errors take precedence in this order: 401, then 403 and 400 no_team, then 404, then 400, 409, and 422.',
  ],
  'Endpoints > Webhooks': [
    'AUTH-14 | S | B | The webhook endpoints that read (GET /webhooks, GET deliveries) also require a token bound to a team. (The error may be 403 or 400.)',
  ],
  'Endpoints > Bids': ['AUTH-18 | S | B | A non-party that acts on a bid that is no longer pending gets 404.'],
} as const satisfies ClauseTable;
