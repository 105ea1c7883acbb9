/** Adapts node:sqlite to Kysely's SQLite dialect. Each statement is prepared once. */
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { DatabaseSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { yieldToEventLoop } from '../../../ports/event-loop.ts';
import { stopReports } from './report-changes.ts';
import { DatabaseFileError, explainDatabaseFailure } from './database-error.ts';

/** The path of a database in memory. */
export const MEMORY = ':memory:';

/**
 * The total length of cached SQL. A prepared statement takes about thirty times the memory of its text, outside the heap, and clients
 * influence the length of some statements.
 */
export const STATEMENT_CHARS_MAX = 400_000;
/** The number of rows to copy, in a few milliseconds, before yielding to the event loop. */
const ROWS_COPIED_PER_SLICE = 500;
/** The page cache, instead of SQLite's default of 2 MiB. Only a large file fills it: building a world of 200,000 lots takes 13 s instead of 20. */
const CACHE_KIB = 65_536;
/** Less than every rowid. */
const FIRST_ROWID = 0;

/** The journal mode in the header of a database file, and its value for a database in memory. */
const JOURNAL_BYTES_START = 18;
const JOURNAL_BYTES_END = 20;
const JOURNAL_OF_MEMORY = 1;

/** Types the parameters that Kysely passes on. */
function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  // They have the column types of tables.ts, and SQLite can bind all of these.
  return parameters as SQLInputValue[];
}

/** A number that changes when another connection commits. */
const VERSION = 'pragma data_version';

/** SQLite prepares a statement with a bound limit again at every run, because its plan can depend on the value. A cast hides the value. */
function hideLimits(sql: string): string {
  return sql.replaceAll(/\b(limit|offset) \?/g, '$1 cast(? as integer)');
}

/** Calls SQLite and explains its errors. */
type Attempt = <Result>(act: () => Result) => Result;

const NO_CHANGES = { changes: 0, lastInsertRowid: 0 };

class Statement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;
  readonly #columns: readonly string[];
  readonly #attempt: Attempt;

  constructor(statement: StatementSync, attempt: Attempt) {
    this.#statement = statement;
    this.#attempt = attempt;
    this.#columns = statement.columns().map(({ name }) => name);
    this.reader = this.#columns.length > 0;
    if (this.reader) statement.setReturnArrays(true);
  }

  all(parameters: readonly unknown[]): unknown[] {
    // Node's row objects have no prototype and are slow to read. With `setReturnArrays`, every row is an array.
    const rows = this.#attempt(() => this.#statement.all(...bindable(parameters))) as unknown as unknown[][];
    return rows.map((values) => this.#toRow(values));
  }

  /** The first column of the first row. */
  value(): unknown {
    // As in all().
    return (this.#statement.get() as unknown as unknown[])[0];
  }

  #toRow(values: readonly unknown[]): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    // By index, because this runs for every row.
    for (let index = 0; index < this.#columns.length; index += 1) row[this.#columns[index] ?? ''] = values[index];
    return row;
  }

  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    return this.#attempt(() => this.#statement.run(...bindable(parameters)));
  }

  *iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    // As in all().
    for (const values of this.#statement.iterate(...bindable(parameters))) yield this.#toRow(values as unknown as unknown[]);
  }
}

export class PreparedSqlite implements SqliteDatabase {
  readonly native: DatabaseSync;
  readonly #path: string;
  readonly #statements = new Map<string, Statement>();
  #statement_chars = 0;
  readonly #rollback: SqliteStatement = {
    reader: false,
    all: () => [],
    iterate: () => [].values(),
    run: () => this.#rollBack(),
  };
  #restores = 0;
  /** Whether Kysely has an open transaction. */
  #is_open = false;
  /** The error with which SQLite rolled back the open transaction, for example because the disk is full. */
  #lost: Error | undefined;
  /** The last error message, until a write succeeds. */
  #explained: string | undefined;

  constructor(native: DatabaseSync, path: string) {
    this.native = native;
    this.#path = path;
  }

  get is_durable(): boolean {
    return this.#path !== MEMORY;
  }

  /** A version that changes when the contents are replaced, or when another connection changes them. */
  get contents(): string {
    return `${this.#restores} ${String(this.#find(VERSION).value())}`;
  }

  /** The total length of cached SQL. */
  get statement_chars(): number {
    return this.#statement_chars;
  }

  close(): void {
    this.#forgetStatements();
    this.native.close();
  }

  prepare(sql: string): SqliteStatement {
    return sql === 'rollback' ? this.#rollback : this.#find(sql);
  }

  /** Runs a statement and returns its rows, if it has any. */
  query(sql: string, parameters: readonly unknown[]): unknown[] {
    const statement = this.#find(sql);
    if (statement.reader) return statement.all(parameters);
    statement.run(parameters);
    return [];
  }

  #find(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;

    const attempt: Attempt = (act) => this.#attempt(sql, act);
    const made = new Statement(
      attempt(() => this.native.prepare(hideLimits(sql))),
      attempt,
    );
    if (sql.length > STATEMENT_CHARS_MAX) return made;
    this.#statement_chars += sql.length;
    for (const oldest of this.#statements.keys()) {
      if (this.#statement_chars <= STATEMENT_CHARS_MAX) break;
      this.#statements.delete(oldest);
      this.#statement_chars -= oldest.length;
    }
    this.#statements.set(sql, made);
    return made;
  }

  #forgetStatements(): void {
    this.#statements.clear();
    this.#statement_chars = 0;
  }

  #attempt<Result>(sql: string, act: () => Result): Result {
    // Without the lost transaction, each remaining statement would commit by itself.
    if (this.#lost !== undefined) throw this.#lost;
    try {
      const result = act();
      this.#follow(sql);
      return result;
    } catch (error) {
      const explained = this.#explain(error);
      if (this.#is_open && !this.native.isTransaction && explained instanceof Error) this.#lost = explained;
      throw explained;
    }
  }

  /** Tracks the transaction that Kysely begins and commits. */
  #follow(sql: string): void {
    if (sql === 'begin') this.#is_open = this.native.isTransaction;
    if (sql !== 'commit' || this.native.isTransaction) return;
    this.#is_open = false;
    this.#explained = undefined;
  }

  #rollBack(): typeof NO_CHANGES {
    this.#is_open = false;
    this.#lost = undefined;
    if (this.native.isTransaction) this.native.exec('rollback');
    return NO_CHANGES;
  }

  #explain(error: unknown): unknown {
    const message = this.is_durable ? explainDatabaseFailure(error, this.#path) : undefined;
    if (message === undefined) return error;
    const is_repeat = message === this.#explained;
    this.#explained = message;
    return new DatabaseFileError(message, { is_repeat, cause: error });
  }

  serialize(): Uint8Array {
    const image = this.native.serialize();
    // An image in WAL mode could not be opened in memory.
    image.fill(JOURNAL_OF_MEMORY, JOURNAL_BYTES_START, JOURNAL_BYTES_END);
    return image;
  }

  /** Replaces a database in memory with an image. No transaction may be open. */
  deserialize(image: Uint8Array): void {
    this.#restores += 1;
    // A trigger that outlives its table crashes Node at the next change of the table.
    stopReports(this.native);
    this.native.deserialize(image);
    // This invalidates every prepared statement.
    this.#forgetStatements();
  }

  /**
   * Replaces the contents of the database with an image. No transaction may be open.
   * @param change runs the copying in a transaction
   */
  async replace(image: Uint8Array, change: (copy: () => Promise<void>) => Promise<void>): Promise<void> {
    if (!this.is_durable) {
      this.deserialize(image);
      await change(() => Promise.resolve());
      return;
    }
    stopReports(this.native);
    this.native.exec("attach ':memory:' as image");
    try {
      this.native.deserialize(image, { dbName: 'image' });
      // This invalidates every prepared statement.
      this.#forgetStatements();
      await change(() => this.#copyImage());
    } finally {
      this.#restores += 1;
      this.native.exec('detach image');
    }
  }

  /** Replaces the rows of all tables with those of the attached image, which has the same schema. */
  async #copyImage(): Promise<void> {
    const tables = this.native
      .prepare(`select name from image.sqlite_schema where type = 'table' and name not like 'kysely_%'`)
      .all();
    for (const { name } of tables) {
      const clear = `delete from main."${String(name)}"`;
      this.#attempt(clear, () => {
        this.native.exec(clear);
      });
      await this.#copyTable(String(name));
    }
  }

  async #copyTable(table: string): Promise<void> {
    const findEnd = this.native.prepare(
      `select max(rowid) as "end" from (select rowid from image."${table}" where rowid > ? order by rowid limit ${ROWS_COPIED_PER_SLICE})`,
    );
    const insert = this.native.prepare(
      `insert into main."${table}" select * from image."${table}" where rowid > ? and rowid <= ?`,
    );
    for (let start: SQLOutputValue = FIRST_ROWID; ;) {
      const end: SQLOutputValue = findEnd.get(start)?.['end'] ?? null;
      if (end === null) return;
      const range = [start, end];
      this.#attempt('insert', () => insert.run(...range));
      start = end;
      await yieldToEventLoop();
    }
  }
}

/** Opens a file, or a database in memory. Statements on a file wait while other programs read it. A file survives a kill of the process. */
export function openSqlite(path: string): PreparedSqlite {
  const native = new DatabaseSync(path);
  try {
    native.exec(path === MEMORY ? PRAGMAS_OF_MEMORY : PRAGMAS_OF_FILE);
  } catch (error) {
    native.close();
    throw error;
  }
  return new PreparedSqlite(native, path);
}

const PRAGMAS_OF_MEMORY = 'pragma journal_mode = memory; pragma synchronous = off; pragma temp_store = memory';
const PRAGMAS_OF_FILE = `pragma cache_size = -${CACHE_KIB}; pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000`;
