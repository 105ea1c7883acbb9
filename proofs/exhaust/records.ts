/**
 * All that may differ from one state to another, taken out of the store and put back.
 *
 * Events and the queue are not part of a state: nothing but the dispatcher reads them, and what a step emitted is judged with that step.
 */
import type { World } from '#mock/server/world/world';
import type { Tables } from '#mock/market/records/tables';
import { CompiledQuery } from 'kysely';
import { z } from 'zod';

/** Parents before their children, as the store would have them. */
const KEPT = ['lots', 'bids', 'bid_lines', 'trades', 'idempotency_keys', 'counters'] as const satisfies readonly (keyof Tables)[];
const FORGOTTEN = ['events', 'queue'] as const satisfies readonly (keyof Tables)[];

type Value = string | number | null;
export type StoredRow = Readonly<Record<string, Value>>;
export type Records = Readonly<Record<(typeof KEPT)[number], readonly StoredRow[]>>;

const SELECTS = KEPT.map((table) => CompiledQuery.raw(`select * from ${table} order by rowid`));
const DELETES = [...KEPT, ...FORGOTTEN].map((table) => CompiledQuery.raw(`delete from ${table}`));
const COUNT = CompiledQuery.raw('select total_changes() as changes');

export async function saveRecords({ store }: World): Promise<Records> {
  const entries = [];
  for (const [index, select] of SELECTS.entries()) {
    const { rows } = await store.reader.executeQuery(select);
    entries.push([KEPT[index], rows]);
  }
  // One entry a table, and a row has the columns of its table: texts, numbers and nulls.
  return Object.fromEntries(entries) as Records;
}

/** Puts a state back, and forgets what the last step emitted. */
export async function restoreRecords({ store }: World, records: Records): Promise<void> {
  await store.write(async (tx) => {
    for (const statement of DELETES) await tx.executeQuery(statement);
    for (const table of KEPT) {
      const rows = records[table];
      const columns = Object.keys(rows[0] ?? {});
      if (columns.length === 0) continue;
      const places = `(${columns.map(() => '?').join(', ')})`;
      const text = `insert into ${table} (${columns.join(', ')}) values ${rows.map(() => places).join(', ')}`;
      const values = rows.flatMap((row) => columns.map((column) => row[column]));
      await tx.executeQuery(CompiledQuery.raw(text, values));
    }
  });
}

const Counted = z.object({ changes: z.number() });

/** How many rows have been written so far, ever: where it has not moved, nothing has. */
export async function countChanges({ store }: World): Promise<number> {
  const { rows } = await store.reader.executeQuery(COUNT);
  return Counted.parse(rows[0]).changes;
}
