/** Node's own SQLite under Kysely's SQLite dialect: an adapter that prepares each statement once. */
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { DatabaseSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { yieldToEventLoop } from '../../../ports/event-loop.ts';
import { DatabaseFileError, explainDatabaseFailure } from './database-error.ts';

/** The path of a database that is no file. */
export const MEMORY = ':memory:';

/**
 * How much SQL the prepared statements have in all. A statement takes some thirty times as much memory as its text, outside the heap, and a
 * client decides how long some are.
 */
export const STATEMENT_CHARS_MAX = 400_000;
/** As many rows are copied before others have their turn: some milliseconds' work. */
const ROWS_COPIED_PER_SLICE = 500;
/** Below every row. */
const FIRST_ROWID = 0;

/** Where the header of a database file tells how its journal is kept, and what a database in memory says there. */
const JOURNAL_BYTES_START = 18;
const JOURNAL_BYTES_END = 20;
const JOURNAL_OF_MEMORY = 1;

/** Kysely hands over what its query builder was given. */
function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  // They have the column types of tables.ts, all of which SQLite can bind.
  return parameters as SQLInputValue[];
}

/** The rows changed through this connection, and a number that changes when another connection commits. */
const VERSION = ['select total_changes()', 'pragma data_version'];

/** Runs something of SQLite's, and explains why it failed. */
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
    // Node's own row objects have no prototype and are slow to read; with arrays asked for, every row is one.
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
    // By index: this runs once for every row that is ever read.
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
  /** Whether a transaction has been begun that was neither committed nor rolled back since. */
  #is_open = false;
  /** Why SQLite itself rolled back the open transaction, as it does where the disk is full. */
  #lost: Error | undefined;
  /** The failure that was explained last, unless something could be written since. */
  #explained: string | undefined;

  constructor(native: DatabaseSync, path: string) {
    this.native = native;
    this.#path = path;
  }

  get is_durable(): boolean {
    return this.#path !== MEMORY;
  }

  /** Differs after any change, even one by another connection or one that was rolled back. */
  get version(): string {
    return VERSION.reduce((name, sql) => `${name} ${String(this.#find(sql).value())}`, String(this.#restores));
  }

  /** How much SQL the statements have that are kept. */
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

  #find(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;

    const attempt: Attempt = (act) => this.#attempt(sql, act);
    const made = new Statement(
      attempt(() => this.native.prepare(sql)),
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
    // Outside its transaction the rest of a change would be kept at once, statement by statement.
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

  /** Keeps track of the transaction that Kysely begins and ends. */
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
    // An image of a file that is in WAL mode says so, and could not be opened in memory.
    image.fill(JOURNAL_OF_MEMORY, JOURNAL_BYTES_START, JOURNAL_BYTES_END);
    return image;
  }

  /** Begins with what the image holds, in memory. No transaction may be open. */
  deserialize(image: Uint8Array): void {
    this.#restores += 1;
    this.native.deserialize(image);
    // Every statement that had been prepared is void.
    this.#forgetStatements();
  }

  /**
   * Replaces everything; a file stays the file it is. No transaction may be open.
   * @param change runs what it is given in a transaction: the copying, where there is something to copy
   */
  async replace(image: Uint8Array, change: (copy: () => Promise<void>) => Promise<void>): Promise<void> {
    if (!this.is_durable) {
      this.deserialize(image);
      await change(() => Promise.resolve());
      return;
    }
    this.native.exec("attach ':memory:' as image");
    try {
      this.native.deserialize(image, { dbName: 'image' });
      // Every statement that had been prepared is void.
      this.#statements.clear();
      await change(() => this.#copyImage());
    } finally {
      this.#restores += 1;
      this.native.exec('detach image');
    }
  }

  /** The schema of both is the same. */
  async #copyImage(): Promise<void> {
    const tables = this.native
      .prepare(
        `select name, sql like '%) without rowid' as is_rowless from image.sqlite_schema where type = 'table' and name not like 'kysely_%'`,
      )
      .all();
    for (const { name, is_rowless } of tables) {
      const copy = `insert into main."${String(name)}" select * from image."${String(name)}"`;
      this.#execute(`delete from main."${String(name)}"`);
      if (is_rowless === 1) this.#execute(copy);
      else await this.#copySlices(String(name), copy);
    }
  }

  async #copySlices(table: string, copy: string): Promise<void> {
    const findEnd = this.native.prepare(
      `select max(rowid) as "end" from (select rowid from image."${table}" where rowid > ? order by rowid limit ${ROWS_COPIED_PER_SLICE})`,
    );
    const insert = this.native.prepare(`${copy} where rowid > ? and rowid <= ?`);
    for (let start: SQLOutputValue = FIRST_ROWID; ;) {
      const end: SQLOutputValue = findEnd.get(start)?.['end'] ?? null;
      if (end === null) return;
      const range = [start, end];
      this.#attempt('insert', () => insert.run(...range));
      start = end;
      await yieldToEventLoop();
    }
  }

  #execute(sql: string): void {
    this.#attempt(sql, () => {
      this.native.exec(sql);
    });
  }
}

/** Opens a file, or a database in memory. A durable one waits for those who look into it meanwhile, and survives a kill. */
export function openSqlite(path: string): PreparedSqlite {
  const native = new DatabaseSync(path);
  if (path === MEMORY) native.exec('pragma journal_mode = memory; pragma synchronous = off; pragma temp_store = memory');
  else native.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000');
  return new PreparedSqlite(native, path);
}
