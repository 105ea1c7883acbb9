import { sql } from 'kysely';
import { later } from '../../../ports/clock.ts';
import type { Tx } from '../../records/tables.ts';
import { deletePast } from './delete-past.ts';

/** How long an expired code or refresh token is kept, so that reusing it still revokes its tokens (AUTH-8). */
const EXPIRED_KEPT_SECONDS = 86_400;
/** The most sign-ins, sessions, consents, codes, and refresh tokens of a world. Anyone can create them, and some last a year. */
export const RECORDS_MAX = 20_000;
/** The most characters of one record. An authorization request is stored while a person signs in. */
export const RECORD_CHARS_MAX = 8_192;
/** The most access tokens from the authorization server in a world. */
export const TOKENS_MAX = 100_000;

/**
 * Deletes expired records, and the oldest ones above the limits, because nothing expires on a frozen clock. Called with each write. The limit
 * does not apply to developer tokens and tokens minted by the control plane.
 */
export async function forgetExpired(tx: Tx, now: string): Promise<void> {
  const forgotten = later(now, -EXPIRED_KEPT_SECONDS);
  await deletePast(tx, 'oauth_records', forgotten);
  await deletePast(tx, 'tokens', forgotten);
  await sql`delete from oauth_records where rowid <= (select max(rowid) from oauth_records) - ${RECORDS_MAX}`.execute(tx);
  await sql`delete from tokens where payload is not null and rowid <= (select max(rowid) from tokens) - ${TOKENS_MAX}`.execute(
    tx,
  );
}
