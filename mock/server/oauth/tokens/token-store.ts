/** Stores access tokens in the table that the API reads. A token is valid while its row exists. */
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { later } from '../../../ports/clock.ts';
import { revokeTokens } from '../../../market/store/deletion/revoke-tokens.ts';
import { isMember } from '../../../market/store/teams.ts';
import type { Tx } from '../../../market/records/tables.ts';
import type { RequestWorld } from '../../ports.ts';
import { forgetExpired } from '../../../market/store/deletion/forget-expired.ts';
import { REJECTING_ADAPTER } from '../rejecting-adapter.ts';
import { describeRevocation } from './describe-revocation.ts';
import { requireGrant } from './record-store.ts';
import { shiftedExpiry } from './shift-expiry.ts';

/** @param kind AccessToken or ClientCredentials */
export function createTokenStore(world: RequestWorld, kind: string): Adapter {
  const { reader: db, write } = world.store;
  const { vault } = world.options;
  return {
    ...REJECTING_ADAPTER,
    upsert: (id, payload, expires_in) => write((tx) => save(tx, world, id, payload, expires_in)),
    find: async (id) => {
      const row = await db
        .selectFrom('tokens')
        .select(['payload', 'expires_at'])
        .where('token', '=', vault.digest(id))
        .executeTakeFirst();
      if (row === undefined || row.payload === null) return undefined;
      // oidc-provider wrote it.
      const payload = JSON.parse(vault.open(row.payload)) as AdapterPayload;
      const exp = shiftedExpiry(row.expires_at, world.clock.now_ms());
      return payload.kind === kind ? { ...payload, ...(exp === undefined ? {} : { exp }) } : undefined;
    },
    destroy: (id) => {
      const revocation = { at: world.clock.now(), reason: describeRevocation() };
      return write((tx) => revokeTokens(tx, vault, { token: vault.digest(id) }, revocation));
    },
    revokeByGrantId: (grant_id) => {
      const revocation = { at: world.clock.now(), reason: describeRevocation() };
      return write((tx) => revokeTokens(tx, vault, { grant_id }, revocation));
    },
  };
}

async function save(
  tx: Tx,
  { options: { vault }, clock }: RequestWorld,
  token: string,
  payload: AdapterPayload,
  expires_in: number | undefined,
): Promise<void> {
  const now = clock.now();
  const { clientId: client_id = '', accountId: user_id = null, grantId: grant_id = null, scope: scopes = '' } = payload;
  if (grant_id === null) await forgetExpired(tx, now);
  const team_id = grant_id === null ? null : (await requireGrant(tx, grant_id)).team_id;
  const client = await tx.selectFrom('clients').select('livemode').where('id', '=', client_id).executeTakeFirstOrThrow();
  await tx
    .insertInto('tokens')
    .values({
      token: vault.digest(token),
      client_id,
      user_id,
      // AUTH-10: bound to the chosen team while the user is in it.
      team_id: team_id !== null && user_id !== null && (await isMember(tx, team_id, user_id)) ? team_id : null,
      scopes,
      // AUTH-10: sandbox tokens come from sandbox clients.
      livemode: client.livemode,
      expires_at: expires_in === undefined ? null : later(now, expires_in),
      created_at: now,
      grant_id,
      payload: vault.seal(JSON.stringify(payload)),
    })
    .execute();
}
