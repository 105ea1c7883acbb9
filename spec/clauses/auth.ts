import type { ClauseRow } from './clause.ts';

/** AUTH: authentication and scopes. */
export const AUTH = [
  {
    id: 'AUTH-1',
    level: 'S',
    how: 'B',
    statement: 'Every endpoint needs `Authorization: Bearer`; without a token: 401 unauthenticated.',
    section: 'Authentication',
  },
  {
    id: 'AUTH-2',
    level: 'S',
    how: 'B+C',
    statement:
      'Each endpoint enforces its scope: a token without it gets 403 insufficient_scope. Judged for the 39 operations that state one, × scope: GET /me/farms takes either of its two, GET /me/bids-received needs both.',
    section: 'Endpoints',
  },
  {
    id: 'AUTH-3',
    level: 'S',
    how: 'H',
    statement: 'Authorization-code flow with PKCE at {auth_url}/oauth/authorize and /oauth/token.',
    section: 'Authentication',
  },
  {
    id: 'AUTH-4',
    level: 'S',
    how: 'H',
    statement: 'Refresh at the same token address.',
    section: 'Authentication',
  },
  {
    id: 'AUTH-5',
    level: 'S',
    how: 'B+C',
    statement:
      'Client-credentials, at {auth_url}/oauth/token, only for inventory.read and market.read: such a token never has another scope (an error, or a token without it).',
    section: 'Authentication',
  },
  {
    id: 'AUTH-6',
    level: 'S',
    how: 'H',
    statement: 'listings.* and farms.* are granted to approved partner clients only.',
    section: 'Authentication',
  },
  {
    id: 'AUTH-7',
    level: 'S',
    how: 'B',
    statement: 'Webhook management needs a token bound to a team.',
    section: 'Authentication',
  },
  {
    id: 'AUTH-8',
    level: 'A',
    how: 'B',
    statement:
      'PKCE S256 required, plain refused; a code works once (a second use revokes what it gave), within 60 s; redirect URIs match exactly; refresh tokens rotate and a replay revokes the family; access tokens live 1 h. Discovery at {auth_url}/.well-known/openid-configuration.',
    section: 'Authentication',
  },
  {
    id: 'AUTH-9',
    level: 'S',
    how: 'H',
    statement: 'openid, profile, email are OpenID Connect scopes.',
    section: 'Authentication',
  },
  {
    id: 'AUTH-10',
    level: 'A',
    how: 'B',
    statement:
      '401 carries `WWW-Authenticate: Bearer`; an insufficient scope names the scope in the message. The team is chosen at consent, and bound to the token. Sandbox tokens come from sandbox clients.',
    section: 'Authentication',
  },
  {
    id: 'AUTH-11',
    level: 'D',
    how: 'B',
    statement:
      "A caller without rights learns nothing of what exists: another's id and an impossible id get the same answer, for reads and actions alike (from ERR-3).",
    section: 'Errors',
  },
  {
    id: 'AUTH-12',
    level: 'S',
    how: 'M',
    statement: 'The default requirement for the API is inventory.read. (It can be read four ways, so no deployment fails it.)',
    section: 'Authentication',
  },
  {
    id: 'AUTH-13',
    level: 'S',
    how: 'H',
    statement: 'The scopes are the eighteen of the table, with those names.',
    section: 'Authentication',
  },
  {
    id: 'AUTH-14',
    level: 'S',
    how: 'B',
    statement:
      'The webhook endpoints that read (GET /webhooks, GET deliveries) need a token bound to a team too. (The refusal may be 403 or 400.)',
    section: 'Endpoints > Webhooks',
  },
  {
    id: 'AUTH-15',
    level: 'S',
    how: 'B+C',
    statement: 'An expired token: 401 unauthenticated.',
    section: 'Errors',
  },
  {
    id: 'AUTH-16',
    level: 'D',
    how: 'B',
    statement: 'A malformed or unknown token: 401 unauthenticated (from AUTH-1).',
    section: 'Errors',
  },
  {
    id: 'AUTH-17',
    level: 'D',
    how: 'H',
    statement: 'With scope openid the token answer has an id_token (from AUTH-9).',
    section: 'Authentication',
  },
  {
    id: 'AUTH-18',
    level: 'S',
    how: 'B',
    statement: 'A non-party that acts on a bid that is no longer pending gets 404.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'AUTH-19',
    level: 'A',
    how: 'B',
    statement: 'Order of refusals: 401, then 403 and 400 no_team, then 404, then 400, 409 and 422.',
    section: 'Errors',
  },
  {
    id: 'AUTH-20',
    level: 'A',
    how: 'B',
    statement:
      'The three endpoints that state no scope (/grades, /sandbox/*) need inventory.read, so that what works here works under every reading.',
    section: 'Authentication',
  },
  {
    id: 'AUTH-21',
    level: 'A',
    how: 'B',
    statement:
      'A user token without a team gets 400 no_team on webhooks, cash bids, their offers and delivery locations; a team without an elevator reads empty lists of them and gets 403 insufficient_scope when it posts a cash bid.',
    section: 'Authentication',
  },
] as const satisfies readonly ClauseRow[];
