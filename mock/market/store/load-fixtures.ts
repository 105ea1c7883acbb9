import { BATCH_TABLES } from '#fixtures/batch-tables';
import type { Batch } from '#fixtures/records';
import { CompiledQuery } from 'kysely';
import { yieldToEventLoop } from '../../ports/event-loop.ts';
import type { Tx } from '../records/tables.ts';
import { runQuery } from './engine/direct.ts';
import { flag } from '../records/tables.ts';

/** The number of rows per statement, and so per turn of the event loop: a compromise between the cost of a statement and the length of a turn. */
export const ROWS_PER_STATEMENT = 50;

/** Writes one batch of a generated world into the store. Yields to the event loop after each statement. */
export async function loadBatch(tx: Tx, batch: Batch): Promise<void> {
  for (const table of BATCH_TABLES) {
    const records: readonly object[] = batch[table] ?? [];
    for (let start = 0; start < records.length; start += ROWS_PER_STATEMENT) {
      await insertRecords(tx, table, records.slice(start, start + ROWS_PER_STATEMENT));
      await yieldToEventLoop();
    }
  }
}

/** Plain SQL: for tens of thousands of rows, the query builder would take longer than the database. */
async function insertRecords(tx: Tx, table: keyof Batch, records: readonly object[]): Promise<void> {
  const fields = Object.keys(records[0] ?? {});
  const columns = table === 'lots' ? [...fields, 'is_unpriced'] : fields;
  const values: unknown[] = [];
  for (const record of records) {
    for (const field of fields) {
      const value: unknown = Reflect.get(record, field);
      values.push(typeof value === 'boolean' ? flag(value) : value);
    }
    // INV-10
    if ('price_firm' in record && 'price_amount' in record) values.push(flag(record.price_amount === null));
  }
  const places = `(${columns.map(() => '?').join(', ')})`;
  const text = `insert into ${table} (${columns.join(', ')}) values ${records.map(() => places).join(', ')}`;
  await runQuery(tx, CompiledQuery.raw(text, values));
}
