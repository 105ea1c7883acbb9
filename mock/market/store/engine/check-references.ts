/** Checks that records from a file fit into a world: their references exist, and their ids are new. */
import { BATCH_TABLES } from '#fixtures/batch-tables';
import type { Batch } from '#fixtures/records';
import type { FieldError } from '#spec';
import { sql } from 'kysely';
import type { Reader } from '../../records/tables.ts';
import { conditionOf } from '../deletion/delete-rows.ts';

type Table = keyof Batch;

/** The primary keys of tables without an `id`. */
const KEYS: Partial<Readonly<Record<Table, readonly string[]>>> = { memberships: ['team_id', 'user_id'], tokens: ['token'] };

/** The references between tables. */
const REFERENCES: readonly [table: Table, field: string, target: Table][] = [
  ['users', 'created_by_client_id', 'clients'],
  ['memberships', 'team_id', 'teams'],
  ['memberships', 'user_id', 'users'],
  ['tokens', 'client_id', 'clients'],
  ['tokens', 'user_id', 'users'],
  ['tokens', 'team_id', 'teams'],
  ['farms', 'user_id', 'users'],
  ['lots', 'user_id', 'users'],
  ['lots', 'farm_id', 'farms'],
  ['bids', 'lot_id', 'lots'],
  ['bids', 'buyer_team_id', 'teams'],
  ['bids', 'buyer_user_id', 'users'],
  ['bids', 'seller_user_id', 'users'],
  ['bids', 'delivery_location_id', 'delivery_locations'],
  ['bids', 'counter_to', 'bids'],
  ['bid_lines', 'bid_id', 'bids'],
  ['trades', 'bid_id', 'bids'],
  ['trades', 'offer_id', 'offers'],
  ['trades', 'lot_id', 'lots'],
  ['trades', 'buyer_team_id', 'teams'],
  ['trades', 'seller_user_id', 'users'],
  ['cash_bids', 'team_id', 'teams'],
  ['cash_bids', 'delivery_location_id', 'delivery_locations'],
  ['offers', 'cash_bid_id', 'cash_bids'],
  ['offers', 'seller_user_id', 'users'],
  ['offers', 'trade_id', 'trades'],
  ['delivery_locations', 'team_id', 'teams'],
];

function recordsOf(batch: Batch, table: Table): readonly Readonly<Record<string, unknown>>[] {
  return batch[table] ?? [];
}

/** @returns an error for each existing record, and for each field without a target, such as `lots[2].farm_id` */
export async function checkReferences(db: Reader, batch: Batch): Promise<FieldError[]> {
  return [...(await findDuplicates(db, batch)), ...(await findDangling(db, batch))];
}

async function findDuplicates(db: Reader, batch: Batch): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const table of BATCH_TABLES) {
    const fields = KEYS[table] ?? ['id'];
    const seen = new Set<string>();
    for (const [index, record] of recordsOf(batch, table).entries()) {
      const key = JSON.stringify(fields.map((name) => record[name]));
      const condition = conditionOf(Object.fromEntries(fields.map((name) => [name, record[name]])));
      const { rows } = await sql`select 1 from ${sql.table(table)} where ${condition} limit 1`.execute(db);
      const field = `${table}[${index}].${fields.join('+')}`;
      if (seen.has(key)) errors.push({ field, message: `${key} is in the file twice; remove one of them` });
      else if (rows.length > 0) errors.push({ field, message: `${key} already exists in the world; use another key` });
      seen.add(key);
    }
  }
  return errors;
}

async function findDangling(db: Reader, batch: Batch): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const [table, field, target] of REFERENCES) {
    const own = new Set(recordsOf(batch, target).map((record) => record['id']));
    for (const [index, record] of recordsOf(batch, table).entries()) {
      const value = record[field];
      if (value === null || value === undefined || own.has(value)) continue;
      const { rows } = await sql`select 1 from ${sql.table(target)} where id = ${value} limit 1`.execute(db);
      if (rows.length > 0) continue;
      errors.push({
        field: `${table}[${index}].${field}`,
        message: `${JSON.stringify(value)} is not in ${target} of the file or the world; add it to the file, or use an existing one`,
      });
    }
  }
  return errors;
}
