import { Kysely, SqliteDialect } from 'kysely';
import { migrate } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import type { Db, Tables } from './tables.ts';

/** The database of one world. */
export interface Store {
  db: Kysely<Tables>;
  /** Runs a change as one transaction: all of it, or nothing when it throws. One at a time (IDEM-5, BID-31, CB-10). */
  write<Result>(change: (tx: Db) => Promise<Result>): Promise<Result>;
  snapshot(): Promise<Uint8Array>;
  restore(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the store of a world.
 * @param path a file, or `:memory:`
 * @param image the bytes of an earlier snapshot to begin with, instead of an empty schema
 * @throws what SQLite says about a file that cannot be opened or is no database
 */
export async function openStore(path: string, image?: Uint8Array): Promise<Store> {
  const sqlite = openSqlite(path);
  if (image !== undefined) sqlite.deserialize(image);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) });
  if (image === undefined) await migrate(db);
  return {
    db,
    write: (change) => db.transaction().execute(change),
    snapshot: () => exclusively(db, () => sqlite.serialize()),
    restore: (bytes) =>
      exclusively(db, () => {
        sqlite.deserialize(bytes);
      }),
    close: () => db.destroy(),
  };
}

/** Waits until no transaction is open, and keeps others out meanwhile. */
function exclusively<Result>(db: Kysely<Tables>, deed: () => Result): Promise<Result> {
  return db.connection().execute(() => Promise.resolve(deed()));
}
