import { sql } from 'kysely';
import { later } from '../../../ports/clock.ts';
import type { Tx } from '../../records/tables.ts';
import { deletePast } from './delete-past.ts';

/** How long an expired code or refresh token is kept, so that reusing it still revokes its tokens (AUTH-8). */
const EXPIRED_KEPT_SECONDS = 86_400;
/** The maximum number of sign-ins, sessions, consents, codes, and refresh tokens per world. Anyone can create them, and some last a year. */
export const RECORDS_MAX = 20_000;
/** The maximum length of a record in characters. An authorization request is stored while a person signs in. */
export const RECORD_CHARS_MAX = 8_192;
/** The maximum number of access tokens per world that the authorization server issued. */
export const TOKENS_MAX = 100_000;

/**
 * Deletes expired records and, because nothing expires on a frozen clock, the oldest ones above the limits. Called with each write. Developer
 * tokens and tokens minted by the control plane do not count toward the limits.
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
