import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { CompiledQuery } from 'kysely';
import type { Reader, Tables } from '../../records/tables.ts';

/**
 * Compiles queries without a database. Building and compiling a query takes several times as long as running it, so the query that every
 * request needs is compiled once.
 */
export const queryCompiler: Kysely<Tables> = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Runs a compiled query with other parameters, given in the order of its placeholders. */
export async function runCompiled<Row>(
  db: Reader,
  compiledQuery: CompiledQuery<Row>,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>({ ...compiledQuery, parameters });
  return rows;
}
