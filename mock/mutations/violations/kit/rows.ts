/** Reads and changes rows by exact values. Null matches null. */
import { sql } from 'kysely';
import type { Reader, Row, Tables, Tx } from '../../../market/records/tables.ts';
import { conditionOf, type Match } from '../../../market/store/deletion/delete-rows.ts';

type Values<Name extends keyof Tables> = Partial<Row<Name>>;

/** Every row of a table that has these values. */
export async function findRows<Name extends keyof Tables>(db: Reader, table: Name, match: Match<Name>): Promise<Row<Name>[]> {
  const { rows } = await sql<Row<Name>>`select * from ${sql.table(table)} where ${conditionOf(match)}`.execute(db);
  return rows;
}

/** One of the rows that have these values, such as the only one with an id. */
export async function findRow<Name extends keyof Tables>(
  db: Reader,
  table: Name,
  match: Match<Name>,
): Promise<Row<Name> | undefined> {
  const [row] = await findRows(db, table, match);
  return row;
}

/** How many rows of a table have these values. */
export async function countMatches<Name extends keyof Tables>(db: Reader, table: Name, match: Match<Name>): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from ${sql.table(table)} where ${conditionOf(match)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Changes every row that has the values of `match`. */
export async function setRows<Name extends keyof Tables>(
  db: Tx,
  table: Name,
  match: Match<Name>,
  values: Values<Name>,
): Promise<void> {
  const changes = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${conditionOf(match)}`.execute(db);
}

/** Sets the status of every bid that matches. */
export async function setBids(db: Tx, match: Match<'bids'>, status: Row<'bids'>['status']): Promise<void> {
  await setRows(db, 'bids', match, { status });
}
