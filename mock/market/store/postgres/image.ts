/** Copies the records of a world between PostgreSQL and an image, which is a SQLite database on every database. */
import { Kysely, SqliteDialect, sql } from 'kysely';
import type { Reader, Tables, Tx } from '../../records/tables.ts';
import type { PreparedSqlite } from '../engine/sqlite.ts';
import { MEMORY, openSqlite } from '../engine/sqlite.ts';
import { migrate } from '../engine/schema.ts';
import { yieldToEventLoop } from '../../../ports/event-loop.ts';

/** Rows per statement and per turn of the event loop. */
const ROWS_PER_STATEMENT = 1_000;

/** Tables that are numbered by `seq`. */
const NUMBERED = ['events', 'deliveries', 'queue'] as const;
/** A row of the queue never gets the number of an earlier one. */
const NEVER_REUSED = 'queue';

interface Table {
  name: string;
  columns: readonly string[];
}

/** The tables of an image. */
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

/** Rows of one table, as a JSON array of objects. */
interface Piece {
  table: Table;
  rows: string;
}

/** An image as PostgreSQL takes it. */
export interface ImageRows {
  pieces: readonly Piece[];
  /** The highest numbers of numbered tables. */
  last_seqs: ReadonlyMap<string, number>;
}

export async function loadImage(image: Uint8Array): Promise<ImageRows> {
  const sqlite = openSqlite(MEMORY);
  try {
    sqlite.deserialize(image);
    const pieces: Piece[] = [];
    for (const table of listTables(sqlite)) await loadTable(sqlite, table, pieces);
    const last = (table: string): number =>
      Number(sqlite.native.prepare(`select max(seq) as last from "${table}"`).get()?.['last'] ?? 0);
    return {
      pieces,
      last_seqs: new Map(NUMBERED.map((table) => [table, last(table)])),
    };
  } finally {
    sqlite.close();
  }
}

async function loadTable({ native }: PreparedSqlite, table: Table, pieces: Piece[]): Promise<void> {
  const read = native.prepare(`select ${list(table.columns)} from "${table.name}" order by rowid`);
  let rows: unknown[] = [];
  const flush = async (): Promise<void> => {
    pieces.push({ table, rows: toJson(rows) });
    rows = [];
    await yieldToEventLoop();
  };
  for (const row of read.iterate()) {
    rows.push(row);
    if (rows.length === ROWS_PER_STATEMENT) await flush();
  }
  if (rows.length > 0) await flush();
}

function list(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

/** PostgreSQL stores no zero character. */
function toJson(rows: readonly unknown[]): string {
  const text = JSON.stringify(rows);
  if (!text.includes(String.raw`\u0000`)) return text;
  return JSON.stringify(rows, (_name, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value));
}

/** Replaces the records of a world. Readers see all of them change at once, which `truncate` would not do. */
export async function writeImage(tx: Tx, { pieces, last_seqs }: ImageRows): Promise<void> {
  const known = await listColumns(tx);
  const emptied = [...known.keys()];
  await sql.raw(emptied.map((table) => `delete from "${table}"`).join('; ')).execute(tx);
  for (const { table, rows } of pieces) {
    // During a rolling restart, an image can come from a newer version.
    const columns = list(table.columns.filter((column) => known.get(table.name)?.has(column) === true));
    if (columns === '') continue;
    const insert = sql.raw(
      `insert into "${table.name}" (${columns}) select ${columns} from json_populate_recordset(null::"${table.name}", `,
    );
    await sql`${insert}${rows}::json)`.execute(tx);
  }
  await renumber(tx, last_seqs);
}

/** Deletes all records of a world. */
export async function emptyTables(tx: Tx, schema: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename::text as name from pg_tables where schemaname = ${schema}`.execute(tx);
  if (rows.length > 0) await sql.raw(rows.map(({ name }) => `delete from "${schema}"."${name}"`).join('; ')).execute(tx);
}

/** The tables of a world, with their columns. A newer version may have added some. */
async function listColumns(tx: Tx): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ name: string; columns: readonly string[] }>`
    select relname::text as name, array_agg(attname::text) as columns from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
    group by relname`.execute(tx);
  return new Map(rows.map(({ name, columns }) => [name, new Set(columns)]));
}

/** Sets the next numbers. Unlike with `setval`, a rollback undoes it. */
async function renumber(tx: Tx, last_seqs: ImageRows['last_seqs']): Promise<void> {
  const { rows } = await sql<{ last: number }>`
    select case when is_called then last_value else last_value - 1 end as last from queue_seq_seq`.execute(tx);
  const drawn = rows[0]?.last ?? 0;
  const restarts = [...last_seqs].map(([table, last]) => {
    const next = (table === NEVER_REUSED ? Math.max(last, drawn) : last) + 1;
    return `alter sequence "${table}_seq_seq" restart with ${next}`;
  });
  await sql.raw(restarts.join('; ')).execute(tx);
}

/** The records of a world as an image. @param db a reader that sees no write in between */
export async function readImage(db: Reader): Promise<Uint8Array> {
  const sqlite = openSqlite(MEMORY);
  const image = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) });
  try {
    await migrate(image);
    for (const { name, columns } of listTables(sqlite)) {
      const order = NUMBERED.some((table) => table === name) ? 'seq' : 'rowid';
      const insert = sqlite.native.prepare(
        `insert into "${name}" (${list(columns)}) values (${columns.map(() => '?').join(', ')})`,
      );
      const { rows } = await sql<Record<string, string | number | null>>`
        select ${sql.raw(list(columns))} from ${sql.table(name)} order by ${sql.raw(order)}`.execute(db);
      for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
    }
    return sqlite.serialize();
  } finally {
    await image.destroy();
  }
}
