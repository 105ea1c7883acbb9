/** What a shadow gets in place of a world and its database: it can read, and an attempt to do anything else throws. */
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Reader, Tables } from '#mock/market/records/tables';

/** Thrown at what a shadow must not do. */
export class ShadowEffect extends Error {
  override readonly name = 'ShadowEffect';
}

const READS = /^\s*(?:select|with)\b/i;

/** Reads through another handle, each query once: many shadows ask the same. */
class ReadingConnection implements DatabaseConnection {
  readonly #db: Reader;
  readonly #known = new Map<string, Promise<QueryResult<unknown>>>();
  #last: Promise<unknown> = Promise.resolve();
  under_way = 0;

  constructor(db: Reader) {
    this.#db = db;
  }

  async executeQuery<Result>(query: CompiledQuery): Promise<QueryResult<Result>> {
    if (!READS.test(query.sql)) throw new ShadowEffect(`writes: ${query.sql.slice(0, 40)}`);
    const key = JSON.stringify([query.sql, query.parameters]);
    const known = this.#known.get(key) ?? this.#execute(query);
    this.#known.set(key, known);
    // The same query returns the same type.
    return known as Promise<QueryResult<Result>>;
  }

  async #execute(query: CompiledQuery): Promise<QueryResult<unknown>> {
    this.under_way += 1;
    try {
      // One after the other: Kysely wakes everyone that waits for a connection each time that it is free.
      const executed = this.#last.then(() => this.#db.executeQuery(query));
      this.#last = executed.catch(() => undefined);
      const result = await executed;
      freeze(result.rows);
      return result;
    } finally {
      this.under_way -= 1;
    }
  }

  streamQuery(): never {
    throw new ShadowEffect('streams');
  }
}

/** Otherwise Kysely would let one query wait for another. */
class ReadingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function driverOf(connection: DatabaseConnection): Driver {
  const refuse = (): never => {
    throw new ShadowEffect('opens a transaction');
  };
  const done = (): Promise<void> => Promise.resolve();
  return {
    init: done,
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: done,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: done,
  };
}

export interface GuardedDb {
  readonly db: Reader;
  readonly isQuerying: () => boolean;
}

/** A handle that reads through `db`, in its transaction if it has one. */
export function guardDb(db: Reader): GuardedDb {
  const connection = new ReadingConnection(db);
  const guarded = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new ReadingAdapter(),
      createDriver: () => driverOf(connection),
      createIntrospector: (made) => new SqliteIntrospector(made),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return { db: guarded, isQuerying: () => connection.under_way > 0 };
}

/** What a shadow can read of a world. */
const READABLE: readonly (string | symbol)[] = ['id', 'clock', 'options', 'inventory'];

export function guardWorld<World extends object>(world: World): World {
  return new Proxy(world, {
    get: (target, name): unknown => {
      if (!READABLE.includes(name)) throw new ShadowEffect(`uses world.${String(name)}`);
      return Reflect.get(target, name, target);
    },
    set: (_target, name) => {
      throw new ShadowEffect(`sets world.${String(name)}`);
    },
  });
}

/** Freezes plain objects and arrays, so that a shadow that changes its arguments throws. Other objects stay as they are. */
export function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null && !Array.isArray(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}
