import type { Refusal } from '../../market/rules/refusal.ts';
import { isRefusal, refuse } from '../../market/rules/refusal.ts';
import { prepareQuery, queryCompiler } from '../../market/store/engine/compiled-query.ts';
import { findRevocation } from '../../market/store/deletion/revoke-tokens.ts';
import type { RequestWorld } from '../ports.ts';
import type { Caller } from './call.ts';

/** The value of `Authorization`, with the token as the `b64token` of RFC 6750, section 2.1. */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

const findToken = prepareQuery((digest: string) =>
  queryCompiler
    .selectFrom('tokens')
    .innerJoin('clients', 'clients.id', 'tokens.client_id')
    .select(['tokens.user_id', 'tokens.team_id', 'tokens.scopes', 'tokens.livemode', 'tokens.expires_at', 'tokens.client_id'])
    .select('clients.is_approved_partner')
    .where('tokens.token', '=', digest)
    // Treats the tokens of a revoked client as unknown.
    .where('clients.revoked_at', 'is', null)
    .compile(),
);

/** The caller of a request, for code that does not hold the lock of the world. Undefined without a valid token, or if the world was closed. */
export async function findCaller(world: RequestWorld, authorization: string | undefined): Promise<Caller | undefined> {
  const caller = await world.lock.share(() => authenticate(world, authorization));
  return caller === undefined || isRefusal(caller) ? undefined : caller;
}

/** AUTH-1, AUTH-15, AUTH-16: the caller that the access token identifies, or 401. Call it while you hold the lock of the world. */
export async function authenticate(world: RequestWorld, authorization: string | undefined): Promise<Caller | Refusal> {
  const token = BEARER.exec(authorization ?? '')?.[1];
  if (token === undefined)
    return refuse('unauthenticated', { message: 'Send an access token as "Authorization: Bearer <token>".' });

  const [row] = await findToken(world.store.reader, world.options.vault.digest(token));
  if (row === undefined) return refuse('unauthenticated', { message: await explainUnknown(world, token) });
  if (row.expires_at !== null && row.expires_at <= world.clock.now()) {
    return refuse('unauthenticated', { message: 'The access token has expired.' });
  }

  return {
    token,
    client_id: row.client_id,
    is_approved_partner: row.is_approved_partner === 1,
    user_id: row.user_id,
    team_id: row.team_id,
    scopes: new Set(row.scopes.split(' ')),
    livemode: row.livemode,
  };
}

async function explainUnknown({ store, options }: RequestWorld, token: string): Promise<string> {
  const revocation = await findRevocation(store.reader, options.vault, token);
  if (revocation === undefined) return 'The access token is unknown.';
  return `The access token was revoked, because ${revocation.reason}.`;
}
