/** Reads and changes rows by exact values. Null matches null. */
import { sql, type RawBuilder } from 'kysely';
import type { Reader, Row, Tables, Tx } from '../../../market/records/tables.ts';

type Values<Name extends keyof Tables> = Partial<Row<Name>>;
/** The id of a caller or a subject can be null: no row has it then. */
type Match<Name extends keyof Tables> = { readonly [Column in keyof Row<Name>]?: Row<Name>[Column] | null };

/** Every row of a table that has these values. */
export async function findRows<Name extends keyof Tables>(db: Reader, table: Name, match: Match<Name>): Promise<Row<Name>[]> {
  const { rows } = await sql<Row<Name>>`select * from ${sql.table(table)} where ${having(match)}`.execute(db);
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

/** Changes every row that has the values of `match`. */
export async function setRows<Name extends keyof Tables>(
  db: Tx,
  table: Name,
  match: Match<Name>,
  values: Values<Name>,
): Promise<void> {
  const changes = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${having(match)}`.execute(db);
}

/** Deletes every row that has these values. */
export async function deleteRows<Name extends keyof Tables>(db: Tx, table: Name, match: Match<Name>): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${having(match)}`.execute(db);
}

/** Sets the status of every bid that matches. */
export async function setBids(db: Tx, match: Match<'bids'>, status: Row<'bids'>['status']): Promise<void> {
  await setRows(db, 'bids', match, { status });
}

function having(values: object): RawBuilder<unknown> {
  const conditions = Object.entries(values).map(([column, value]) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
  );
  return sql.join(conditions, sql` and `);
}
