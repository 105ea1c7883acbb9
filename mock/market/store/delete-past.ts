import { sql } from 'kysely';
import type { Tx } from '../records/tables.ts';

/** As many rows of a kind go at once: more than a change adds, so that what has piled up goes too, and few enough that nobody waits for it. */
export const ROWS_DELETED_PER_CHANGE = 100;

/** What is of no use from some instant on, and the column that holds it. Each has an index that begins with it. */
const PAST = {
  idempotency_keys: { column: 'created_at', kept: sql`false` },
  oauth_records: { column: 'expires_at', kept: sql`false` },
  // A developer token that has expired shows what happens to one (AUTH-15).
  tokens: { column: 'expires_at', kept: sql`token like 'dev!_%' escape '!'` },
} as const;

/** Deletes the oldest rows from before an instant, within bounds: whoever adds such a row calls it. */
export async function deletePast(tx: Tx, table: keyof typeof PAST, before: string): Promise<void> {
  const { column, kept } = PAST[table];
  const name = sql.table(table);
  const instant = sql.ref(column);
  await sql`delete from ${name} where rowid in (
    select rowid from ${name} where ${instant} < ${before} and not ${kept} order by ${instant} limit ${sql.lit(ROWS_DELETED_PER_CHANGE)})`.execute(
    tx,
  );
}
