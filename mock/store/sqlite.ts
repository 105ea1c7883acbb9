/** Node's own SQLite under Kysely's SQLite dialect: an adapter that prepares each statement once. */
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { DatabaseSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

const STATEMENTS_KEPT = 500;

class Statement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  // Kysely hands over what its query builder was given: the column types of tables.ts, all of which SQLite can bind.
  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement.all(...(parameters as SQLInputValue[]));
  }

  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    return this.#statement.run(...(parameters as SQLInputValue[]));
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...(parameters as SQLInputValue[]));
  }
}

export class PreparedSqlite implements SqliteDatabase {
  readonly native: DatabaseSync;
  readonly #statements = new Map<string, Statement>();

  constructor(native: DatabaseSync) {
    this.native = native;
  }

  close(): void {
    this.#statements.clear();
    this.native.close();
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;

    const oldest = this.#statements.size < STATEMENTS_KEPT ? undefined : this.#statements.keys().next().value;
    if (oldest !== undefined) this.#statements.delete(oldest);
    const made = new Statement(this.native.prepare(sql));
    this.#statements.set(sql, made);
    return made;
  }

  serialize(): Uint8Array {
    return this.native.serialize();
  }

  /** Replaces everything. No transaction may be open; every prepared statement is void afterwards. */
  deserialize(bytes: Uint8Array): void {
    this.#statements.clear();
    this.native.deserialize(bytes);
  }
}

/** Opens a file, or a database in memory. A durable one waits for other processes' locks and survives a kill. */
export function openSqlite(path: string): PreparedSqlite {
  const native = new DatabaseSync(path);
  if (path === ':memory:') native.exec('pragma journal_mode = memory; pragma synchronous = off; pragma temp_store = memory');
  else native.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000');
  return new PreparedSqlite(native);
}
