import type { CompiledQuery } from 'kysely';
import type { Reader } from '../../records/tables.ts';

/** Runs a query immediately. Undefined if it has to wait its turn. */
export type RunDirectly = (query: CompiledQuery) => unknown[] | undefined;

const DIRECT = Symbol('runs compiled queries directly');

interface Direct {
  [DIRECT]?: RunDirectly | undefined;
}

/** Lets compiled queries on this handle reach SQLite without Kysely's executor, which costs about as much as a small query. */
export function runDirectly(handle: Reader, run: RunDirectly | undefined): void {
  // Only this file knows the symbol.
  (handle as Direct)[DIRECT] = run;
}

/** Runs a compiled query and returns its rows: directly if the handle allows it now, otherwise through Kysely. */
export async function runQuery<Result>(db: Reader, query: CompiledQuery<Result>): Promise<Result[]> {
  // The query was compiled with the type of its rows.
  const rows = (db as Direct)[DIRECT]?.(query) as Result[] | undefined;
  return rows ?? (await db.executeQuery(query)).rows;
}
