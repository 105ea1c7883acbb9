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

/** Takes the place of a value while a query is built. The query builder passes objects that it does not know on as parameters. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

type Value = string | number | null;

/**
 * A query that is built and compiled once, because that takes several times as long as running it. For queries that many requests need.
 * @param build gets placeholders, so it must pass its values on to the query builder, and nothing in it may depend on them
 * @returns runs the query with values and returns its rows. If `build` takes a rest parameter, the query is compiled for each number of values
 */
export function prepareQuery<Values extends readonly Value[], Result>(
  build: (...values: Values) => CompiledQuery<Result>,
): (db: Reader, ...values: Values) => Promise<Result[]> {
  /** By the number of values. */
  const queries: CompiledQuery<Result>[] = [];
  return async (db, ...values) => {
    // One placeholder for each value; `build` does not look at them.
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
