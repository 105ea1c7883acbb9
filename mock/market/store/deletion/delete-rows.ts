import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Row, Tables, Tx } from '../../records/tables.ts';

/** The values of some columns. Null matches rows without a value. */
export type Match<Name extends keyof Tables> = { readonly [Column in keyof Row<Name>]?: Row<Name>[Column] | null };

/** Deletes every row that has these values. Without any column, the database rejects the statement. */
export async function deleteRows<Name extends keyof Tables>(tx: Tx, table: Name, match: Match<Name>): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${conditionOf(match)}`.execute(tx);
}

/** The SQL condition that a row has these values. */
export function conditionOf(match: object): RawBuilder<SqlBool> {
  const conditions = Object.entries(match).map(([column, value]) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
  );
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}
