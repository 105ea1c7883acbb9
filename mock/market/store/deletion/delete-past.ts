import { sql } from 'kysely';
import type { Tx } from '../../records/tables.ts';

/** The maximum number of rows to delete per change: more than a change adds, but few enough to be fast. */
export const ROWS_DELETED_PER_CHANGE = 100;

/** Tables with rows that expire, and the indexed column with the instant. */
const PAST = {
  idempotency_keys: { column: 'created_at', kept: sql`false` },
  oauth_records: { column: 'expires_at', kept: sql`false` },
  // Keeps `dev_expired` (AUTH-15).
  tokens: { column: 'expires_at', kept: sql`token like 'dev!_%' escape '!'` },
} as const;

/** Deletes the oldest rows before an instant, up to a limit. Call it when adding a row. */
export async function deletePast(tx: Tx, table: keyof typeof PAST, before: string): Promise<void> {
  const { column, kept } = PAST[table];
  const name = sql.table(table);
  const instant = sql.ref(column);
  await sql`delete from ${name} where rowid in (
    select rowid from ${name} where ${instant} < ${before} and not ${kept} order by ${instant} limit ${sql.lit(ROWS_DELETED_PER_CHANGE)})`.execute(
    tx,
  );
}
