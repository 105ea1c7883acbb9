/** Node's own SQLite under Kysely's SQLite dialect: an adapter that prepares each statement once. */
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { DatabaseSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** The path of a database that is no file. */
export const MEMORY = ':memory:';

/**
 * How much SQL the prepared statements have in all. A statement takes some thirty times as much memory as its text, outside the heap, and a
 * client decides how long some are.
 */
export const STATEMENT_CHARS_MAX = 400_000;

/** Where the header of a database file tells how its journal is kept, and what a database in memory says there. */
const JOURNAL_BYTES_START = 18;
const JOURNAL_BYTES_END = 20;
const JOURNAL_OF_MEMORY = 1;

/** Kysely hands over what its query builder was given. */
function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  // They have the column types of tables.ts, all of which SQLite can bind.
  return parameters as SQLInputValue[];
}

/** How many rows have been changed over this connection, and whether another one has committed anything. */
const MOMENT = ['select total_changes()', 'pragma data_version'];

class Statement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;
  readonly #columns: readonly string[];

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.#columns = statement.columns().map(({ name }) => name);
    this.reader = this.#columns.length > 0;
    if (this.reader) statement.setReturnArrays(true);
  }

  all(parameters: readonly unknown[]): unknown[] {
    // Node's own row objects have no prototype and are slow to read; with arrays asked for, every row is one.
    const rows = this.#statement.all(...bindable(parameters)) as unknown as unknown[][];
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
    return this.#statement.run(...bindable(parameters));
  }

  *iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    // As in all().
    for (const values of this.#statement.iterate(...bindable(parameters))) yield this.#toRow(values as unknown as unknown[]);
  }
}

export class PreparedSqlite implements SqliteDatabase {
  readonly native: DatabaseSync;
  readonly #statements = new Map<string, Statement>();
  readonly #is_durable: boolean;
  #statement_chars = 0;
  #restores = 0;

  constructor(native: DatabaseSync, is_durable: boolean) {
    this.native = native;
    this.#is_durable = is_durable;
  }

  /** A name for what the database holds now: a change, by whichever connection and even if it was rolled back, gives it another. */
  get moment(): string {
    return MOMENT.reduce((name, sql) => `${name} ${String(this.prepare(sql).value())}`, String(this.#restores));
  }

  /** How much SQL the statements have that are kept. */
  get statement_chars(): number {
    return this.#statement_chars;
  }

  close(): void {
    this.#forgetStatements();
    this.native.close();
  }

  prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;

    const made = new Statement(this.native.prepare(sql));
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

  serialize(): Uint8Array {
    const image = this.native.serialize();
    // An image of a file that is in WAL mode says so, and could not be opened in memory.
    image.fill(JOURNAL_OF_MEMORY, JOURNAL_BYTES_START, JOURNAL_BYTES_END);
    return image;
  }

  /** Replaces everything. No transaction may be open. */
  deserialize(image: Uint8Array): void {
    this.#restores += 1;
    if (this.#is_durable) this.#copyFrom(image);
    else this.native.deserialize(image);
    // Either way every statement that had been prepared is void.
    this.#forgetStatements();
  }

  /** A file stays the file it is, and becomes what the image holds in one transaction. The schema of both is the same. */
  #copyFrom(image: Uint8Array): void {
    this.native.exec("attach ':memory:' as image");
    try {
      this.native.deserialize(image, { dbName: 'image' });
      const names = this.native
        .prepare("select name from image.sqlite_schema where type = 'table' and name not like 'kysely_%'")
        .all();
      const copies = names.map(
        ({ name }) =>
          `delete from main."${String(name)}"; insert into main."${String(name)}" select * from image."${String(name)}"`,
      );
      this.native.exec('begin immediate');
      try {
        for (const copy of copies) this.native.exec(copy);
        this.native.exec('commit');
      } catch (error) {
        this.native.exec('rollback');
        throw error;
      }
    } finally {
      this.native.exec('detach image');
    }
  }
}

/** Opens a file, or a database in memory. A durable one waits for those who look into it meanwhile, and survives a kill. */
export function openSqlite(path: string): PreparedSqlite {
  const native = new DatabaseSync(path);
  if (path === MEMORY) native.exec('pragma journal_mode = memory; pragma synchronous = off; pragma temp_store = memory');
  else native.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000');
  return new PreparedSqlite(native, path !== MEMORY);
}
