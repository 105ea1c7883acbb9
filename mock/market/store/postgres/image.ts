/** Copies the records of a world between PostgreSQL and an image, which is a SQLite database on every database. */
import { Kysely, SqliteDialect, sql } from 'kysely';
import type { Reader, Tables, Tx } from '../../records/tables.ts';
import type { PreparedSqlite } from '../engine/sqlite.ts';
import { MEMORY, openSqlite } from '../engine/sqlite.ts';
import { migrate } from '../engine/schema.ts';
import { yieldToEventLoop } from '../../../ports/event-loop.ts';

/** Rows per statement and per turn of the event loop. */
const ROWS_PER_STATEMENT = 1_000;

interface Table {
  name: string;
  columns: readonly string[];
}

/** The tables of an image, with the columns that PostgreSQL has too. */
function listTables({ native }: PreparedSqlite): Table[] {
  const names = native
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'kysely_%' and name not like 'sqlite_%'`)
    .all();
  return names.map(({ name }) => ({
    name: String(name),
    columns: native
      .prepare('select name from pragma_table_info(?)')
      .all(String(name))
      .map((row) => String(row['name'])),
  }));
}

/** Tables that are numbered by `seq`. */
const NUMBERED = new Set(['events', 'deliveries', 'queue']);
/** A row of the queue never gets the number of an earlier one. */
const NEVER_REUSED = 'queue';

/** Replaces the records of a world. Readers see all of them change at once. */
export async function writeImage(tx: Tx, image: Uint8Array): Promise<void> {
  const sqlite = openSqlite(MEMORY);
  try {
    sqlite.deserialize(image);
    for (const table of listTables(sqlite)) {
      await sql`delete from ${sql.table(table.name)}`.execute(tx);
      await writeTable(tx, sqlite, table);
      if (NUMBERED.has(table.name)) await renumber(tx, table.name);
    }
  } finally {
    sqlite.close();
  }
}

async function writeTable(tx: Tx, { native }: PreparedSqlite, { name, columns }: Table): Promise<void> {
  const listed = columns.map((column) => `"${column}"`).join(', ');
  // Types each column as the table does.
  const insert = sql.raw(`insert into "${name}" (${listed}) select ${listed} from json_populate_recordset(null::"${name}", `);
  const read = native.prepare(`select ${listed} from "${name}" order by ${name === 'prices' ? 'commodity, date' : 'rowid'}`);
  let rows: unknown[] = [];
  const flush = async (): Promise<void> => {
    await sql`${insert}${toJson(rows)}::json)`.execute(tx);
    rows = [];
    await yieldToEventLoop();
  };
  for (const row of read.iterate()) {
    rows.push(row);
    if (rows.length === ROWS_PER_STATEMENT) await flush();
  }
  if (rows.length > 0) await flush();
}

/** PostgreSQL stores no zero character. */
function toJson(rows: readonly unknown[]): string {
  const text = JSON.stringify(rows);
  if (!text.includes(String.raw`\u0000`)) return text;
  return JSON.stringify(rows, (_name, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value));
}

/** In this way, unlike with setval, a rollback undoes it. */
async function renumber(tx: Tx, table: string): Promise<void> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(seq), 0) + 1 as next from ${sql.table(table)}`.execute(tx);
  let next = rows[0]?.next ?? 1;
  if (table === NEVER_REUSED) {
    const { rows: drawn } = await sql<{ next: number }>`
      select case when is_called then last_value + 1 else last_value end as next from queue_seq_seq`.execute(tx);
    next = Math.max(next, drawn[0]?.next ?? 1);
  }
  await sql.raw(`alter sequence "${table}_seq_seq" restart with ${next}`).execute(tx);
}

/** The records of a world as an image. @param db must see no write in between */
export async function readImage(db: Reader): Promise<Uint8Array> {
  const sqlite = openSqlite(MEMORY);
  const image = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) });
  try {
    await migrate(image);
    for (const { name, columns } of listTables(sqlite)) {
      const listed = columns.map((column) => `"${column}"`).join(', ');
      const order = NUMBERED.has(name) ? 'seq' : name === 'prices' ? 'commodity, date' : 'rowid';
      const insert = sqlite.native.prepare(`insert into "${name}" (${listed}) values (${columns.map(() => '?').join(', ')})`);
      const { rows } = await sql<Record<string, string | number | null>>`
        select ${sql.raw(listed)} from ${sql.table(name)} order by ${sql.raw(order)}`.execute(db);
      for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
    }
    return sqlite.serialize();
  } finally {
    await image.destroy();
  }
}
