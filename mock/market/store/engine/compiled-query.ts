import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { CompiledQuery } from 'kysely';
import type { Db, Tables } from '../../records/tables.ts';

/**
 * Spells queries that are never run as they stand. To build and compile a query takes several times as long as SQLite takes to answer it;
 * one that every request needs is therefore spelled once, and run with other values each time.
 */
export const pen: Kysely<Tables> = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Runs a query that was spelled with `pen`, with these values in the order in which it was given its own. */
export async function runSpelled<Row>(db: Db, spelled: CompiledQuery<Row>, parameters: readonly unknown[]): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>({ ...spelled, parameters });
  return rows;
}
