/** Revokes access tokens and keeps the reason, so that the response to a later request can explain why the token is invalid. */
import type { Vault } from '../../../ports/vault.ts';
import type { Reader, Tx } from '../../records/tables.ts';
import { type Match, conditionOf, deleteRows } from './delete-rows.ts';

/** The kind of record that keeps the reason. It expires with the token, as other records do. */
const MODEL = 'RevokedToken';
/** The maximum number of tokens per grant or client, newest first, for which the reason is kept. */
const REASONS_MAX = 100;

export interface Revocation {
  at: string;
  /** `a refresh token of its grant was used twice` */
  reason: string;
}

/** Deletes the tokens that have these values. */
export async function revokeTokens(tx: Tx, vault: Vault, match: Match<'tokens'>, revocation: Revocation): Promise<void> {
  const revoked = await tx
    .selectFrom('tokens')
    .select(['token', 'expires_at'])
    .where(conditionOf(match))
    .orderBy('created_at', 'desc')
    .limit(REASONS_MAX)
    .execute();
  await deleteRows(tx, 'tokens', match);
  if (revoked.length === 0) return;
  const payload = vault.seal(JSON.stringify(revocation));
  const rows = revoked.map(({ token, expires_at }) => ({ model: MODEL, id: token, payload, expires_at }));
  await tx
    .insertInto('oauth_records')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['model', 'id']).doNothing())
    .execute();
}

/** When and why a token was revoked. Undefined if it was not revoked, or if the reason was deleted. */
export async function findRevocation(db: Reader, vault: Vault, token: string): Promise<Revocation | undefined> {
  const row = await db
    .selectFrom('oauth_records')
    .select('payload')
    .where('model', '=', MODEL)
    .where('id', '=', vault.digest(token))
    .executeTakeFirst();
  // Cast: written by `revokeTokens`.
  return row === undefined ? undefined : (JSON.parse(vault.open(row.payload)) as Revocation);
}
