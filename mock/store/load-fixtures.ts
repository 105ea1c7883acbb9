import type { Batch } from '#fixtures/records';
import type { Db, Tables } from './tables.ts';

/** SQLite binds at most 32,766 values to a statement. */
const VALUES_PER_STATEMENT = 30_000;

const TABLE_NAMES = [
  'teams',
  'users',
  'memberships',
  'clients',
  'tokens',
  'farms',
  'lots',
  'bids',
  'bid_lines',
  'trades',
  'cash_bids',
  'offers',
  'delivery_locations',
  'prices',
] as const satisfies readonly (keyof Batch & keyof Tables)[];

/** Writes one batch of a generated world into the store, table by table. */
export async function loadBatch(tx: Db, batch: Batch): Promise<void> {
  for (const table of TABLE_NAMES) {
    const records: readonly object[] = batch[table] ?? [];
    const first = records[0];
    if (first === undefined) continue;
    const step = Math.floor(VALUES_PER_STATEMENT / (Object.keys(first).length + 1));
    for (let start = 0; start < records.length; start += step) {
      const rows = records.slice(start, start + step).map((record) => toRow(table, record));
      // The record types of a batch and the tables have the same fields; toRow has stored the booleans as 0 and 1.
      await tx.insertInto(table).values(rows).execute();
    }
  }
}

function toRow(table: string, record: object): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(record)) row[field] = typeof value === 'boolean' ? Number(value) : value;
  if (table === 'lots') row['is_unpriced'] = Number(row['price_amount'] === null);
  return row;
}
