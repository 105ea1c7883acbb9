/** Stores codes, refresh tokens, sessions, pending sign-ins, and consents with the world, by its clock. */
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { Vault } from '../../../ports/vault.ts';
import { later, toInstant } from '../../../ports/clock.ts';
import type { Reader, Row, Tx } from '../../../market/records/tables.ts';
import type { RequestWorld } from '../../ports.ts';
import { withoutPartnerScopes } from '../clients/client-scopes.ts';
import { deleteRows } from '../../../market/store/deletion/delete-rows.ts';
import { revokeTokens } from '../../../market/store/deletion/revoke-tokens.ts';
import { RECORD_CHARS_MAX, forgetExpired } from '../../../market/store/deletion/forget-expired.ts';
import { REJECTING_ADAPTER } from '../rejecting-adapter.ts';
import { describeRevocation } from './describe-revocation.ts';
import { shiftedExpiry } from './shift-expiry.ts';

/** How long a used code still counts as unexpired. Any time in the future works. */
const REPLAY_SECONDS = 60;

type Stored = Row<'oauth_records'>;

/** @param model the kind of record, as oidc-provider names it */
export function createRecordStore(world: RequestWorld, model: string): Adapter {
  const { reader: db, write } = world.store;
  const { vault } = world.options;
  // Only other rows refer to a grant. No client gets its id.
  const keyOf = (id: string): string => (model === 'Grant' ? id : vault.digest(id));
  const read = async (row: Stored | undefined): Promise<AdapterPayload | undefined> =>
    row === undefined ? undefined : toPayload(db, vault, row, world.clock.now_ms());
  const records = db.selectFrom('oauth_records').selectAll().where('model', '=', model);
  return {
    ...REJECTING_ADAPTER,
    upsert: (id, payload, expires_in) => write((tx) => save(tx, world, { model, id: keyOf(id) }, payload, expires_in)),
    find: async (id) => read(await records.where('id', '=', keyOf(id)).executeTakeFirst()),
    findByUid: async (uid) => read(await records.where('uid', '=', uid).executeTakeFirst()),
    consume: (id) => consume(world, model, keyOf(id)),
    destroy: (id) => write((tx) => deleteRows(tx, 'oauth_records', { model, id: keyOf(id) })),
    revokeByGrantId: (grant_id) => write((tx) => deleteRows(tx, 'oauth_records', { model, grant_id })),
  };
}

async function save(
  tx: Tx,
  { options: { vault }, clock }: RequestWorld,
  key: { model: string; id: string },
  payload: AdapterPayload,
  expires_in: number | undefined,
): Promise<void> {
  const now = clock.now();
  const { grantId: grant_id = null, uid = null, clientId: client_id = null } = payload;
  if (grant_id !== null) await requireGrant(tx, grant_id);
  const text = JSON.stringify(payload);
  if (text.length > RECORD_CHARS_MAX)
    throw new errors.InvalidRequest(`the request is longer than ${RECORD_CHARS_MAX} characters`);
  const row = {
    payload: vault.seal(text),
    uid,
    grant_id,
    client_id,
    expires_at: expires_in === undefined ? null : later(now, expires_in),
  };
  await tx
    .insertInto('oauth_records')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
    .execute();
  await forgetExpired(tx, now);
}

/** RFC 6749, section 4.1.2: fails if a second use of the same code has revoked the grant in the meantime. */
export async function requireGrant(tx: Tx, grant_id: string): Promise<{ team_id: string | null }> {
  const grant = await tx
    .selectFrom('oauth_records')
    .select('team_id')
    .where('model', '=', 'Grant')
    .where('id', '=', grant_id)
    .executeTakeFirst();
  if (grant === undefined) throw new errors.InvalidGrant('grant not found');
  return grant;
}

async function toPayload(db: Reader, vault: Vault, row: Stored, now_ms: number): Promise<AdapterPayload> {
  // oidc-provider wrote it.
  const payload = JSON.parse(vault.open(row.payload)) as AdapterPayload;
  // A second use of a code must count as a replay even after the code has expired.
  const expires_at = row.consumed_at === null ? row.expires_at : later(toInstant(now_ms), REPLAY_SECONDS);
  const exp = shiftedExpiry(expires_at, now_ms);
  if (exp !== undefined) payload.exp = exp;
  if (row.consumed_at !== null) payload.consumed = true;
  // See consent.ts.
  const granted = payload['openid'] as { scope?: string } | undefined;
  // AUTH-6: partner scopes are valid only while the client is an approved partner.
  if (row.model === 'Grant' && granted?.scope !== undefined && !(await isApprovedPartner(db, row.client_id)))
    payload['openid'] = { ...granted, scope: withoutPartnerScopes(granted.scope) };
  return payload;
}

async function isApprovedPartner(db: Reader, client_id: string | null): Promise<boolean> {
  const row = await db.selectFrom('clients').select('is_approved_partner').where('id', '=', client_id).executeTakeFirst();
  return row?.is_approved_partner === 1;
}

/** AUTH-8: revokes a consent with its codes, refresh tokens, and access tokens. */
async function revokeGrant({ options, clock }: RequestWorld, tx: Tx, grant_id: string): Promise<void> {
  await deleteRows(tx, 'oauth_records', { grant_id });
  await deleteRows(tx, 'oauth_records', { model: 'Grant', id: grant_id });
  await revokeTokens(tx, options.vault, { grant_id }, { at: clock.now(), reason: describeRevocation() });
}

/** AUTH-8: of concurrent uses, the first succeeds. The others are replays and revoke the grant. */
async function consume(world: RequestWorld, model: string, id: string): Promise<void> {
  const is_first = await world.store.write(async (tx) => {
    const used = await tx
      .updateTable('oauth_records')
      .set({ consumed_at: world.clock.now() })
      .where('model', '=', model)
      .where('id', '=', id)
      .where('consumed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (used !== undefined) return true;
    const replayed = await tx
      .selectFrom('oauth_records')
      .select('grant_id')
      .where('model', '=', model)
      .where('id', '=', id)
      .executeTakeFirst();
    const grant_id = replayed?.grant_id ?? null;
    if (grant_id !== null) await revokeGrant(world, tx, grant_id);
    return false;
  });
  if (!is_first) throw new errors.InvalidGrant('already used');
}
