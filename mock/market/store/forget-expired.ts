import { sql } from 'kysely';
import { later } from '../../ports/clock.ts';
import type { Tx } from '../records/tables.ts';
import { deletePast } from './delete-past.ts';

/** So long a code or refresh token that has run out is remembered: a later second use still revokes what it gave (AUTH-8). */
const MEMORY_SECONDS = 86_400;
/** The most sign-ins, sessions, consents, codes and refresh tokens that a world keeps in all. Anyone can make them, and some last a year. */
export const RECORDS_MAX = 20_000;
/** The most characters that one of them takes: a request for a code is kept whole while a person signs in. */
export const RECORD_CHARS_MAX = 8_192;
/** The most access tokens of the authorization server that a world keeps. */
export const TOKENS_MAX = 100_000;

/**
 * Called with each row that is written: what nobody can use any more goes, and of too many rows the oldest, since nothing expires on a frozen
 * clock. SQLite numbers rows as they are inserted. Developer tokens, and those that the control plane mints, stay.
 */
export async function forgetExpired(tx: Tx, now: string): Promise<void> {
  const forgotten = later(now, -MEMORY_SECONDS);
  await deletePast(tx, 'oauth_records', forgotten);
  await deletePast(tx, 'tokens', forgotten);
  await sql`delete from oauth_records where rowid <= (select max(rowid) from oauth_records) - ${RECORDS_MAX}`.execute(tx);
  await sql`delete from tokens where payload is not null and rowid <= (select max(rowid) from tokens) - ${TOKENS_MAX}`.execute(
    tx,
  );
}
