import { CompiledQuery, DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Reader, Row, Tables, Tx } from '../../records/tables.ts';
import { runQuery } from './direct.ts';

/** Builds and compiles queries without a database. */
export const queryCompiler: Kysely<Tables> = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Stands in for a value while a query is built. The query builder passes on objects of unknown classes as parameters. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

type Value = string | number | null;

/**
 * Prepares a query that many requests need. It is built and compiled once, because that takes several times as long as running it.
 * @param build gets placeholders instead of values, so it must pass them on to the query builder unchanged and not depend on them
 * @returns runs the query with values and returns its rows. If `build` takes a rest parameter, the query is compiled for each number of values
 */
export function prepareQuery<Values extends readonly Value[], Result>(
  build: (...values: Values) => CompiledQuery<Result>,
): (db: Reader, ...values: Values) => Promise<Result[]> {
  /** By the number of values. */
  const queries: CompiledQuery<Result>[] = [];
  return async (db, ...values) => {
    // Cast: one placeholder for each value, which `build` only passes on.
    const compiled = (queries[values.length] ??= build(
      ...(Array.from(values, (_, index) => new Placeholder(index)) as unknown as Values),
    ));
    const parameters = compiled.parameters.map((value) => (value instanceof Placeholder ? values[value.index] : value));
    return runQuery(db, { ...compiled, parameters });
  };
}

/** An insert of a row. Plain SQL, because building it takes longer than running it. @param end what follows the values */
export function insertOf(table: keyof Tables, row: object, end = ''): CompiledQuery {
  const columns = Object.keys(row);
  const text = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')}) ${end}`;
  return CompiledQuery.raw(text, Object.values(row));
}

export async function insertRow<Name extends keyof Tables>(tx: Tx, table: Name, row: Row<Name>): Promise<void> {
  await runQuery(tx, insertOf(table, row));
}
