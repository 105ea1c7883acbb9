import { Kysely, SqliteDialect } from 'kysely';
import type { PublicLot } from '../records/truths.ts';
import { checkDatabase } from './engine/check-database.ts';
import { explainingFailures } from './engine/database-error.ts';
import { lockFile } from './engine/file-lock.ts';
import { RowCache } from './engine/row-cache.ts';
import { migrate } from './engine/schema.ts';
import type { PreparedSqlite } from './engine/sqlite.ts';
import { MEMORY, openSqlite } from './engine/sqlite.ts';
import type { Db, Tables } from '../records/tables.ts';

/** Enough for every lot on offer in a world of the usual size; of a larger one those that were asked for lately. */
const LOTS_KEPT_MAX = 2_000;

/** The database of one world. */
export interface Store {
  db: Kysely<Tables>;
  kept_lots: RowCache<PublicLot>;
  /**
   * Reads several things as of one moment: nothing of ours is written meanwhile.
   * @param look gets a name of that moment; after any change, by whomever, it is another
   */
  read: <Result>(look: (db: Db, moment: string) => Promise<Result>) => Promise<Result>;
  /** Runs a change as one transaction: all of it, or nothing when it throws. One at a time (IDEM-5, BID-31, CB-10). */
  write<Result>(change: (tx: Db) => Promise<Result>): Promise<Result>;
  snapshot(): Promise<Uint8Array>;
  /** Becomes what the bytes hold, and what `adjust` makes of it, in one transaction where it is a file. */
  restore(bytes: Uint8Array, adjust?: (tx: Db) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the store of a world.
 * @param path a file, or `:memory:`
 * @param image the bytes of an earlier snapshot to begin with, instead of an empty schema
 * @throws DatabaseFileError where no world can be kept in the file, DatabaseInUseError where another mock has it
 */
export async function openStore(path: string, image?: Uint8Array): Promise<Store> {
  if (path === MEMORY) return openOn(openSqlite(path), image);
  checkDatabase(path);
  const lock = explainingFailures(path, () => lockFile(path));
  try {
    const store = await openOn(
      explainingFailures(path, () => openSqlite(path)),
      image,
    );
    return {
      ...store,
      close: async () => {
        await store.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openOn(sqlite: PreparedSqlite, image: Uint8Array | undefined): Promise<Store> {
  if (image !== undefined) sqlite.deserialize(image);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) });
  if (image === undefined) await migrateOrClose(db);
  return {
    db,
    kept_lots: new RowCache(LOTS_KEPT_MAX),
    read: (look) => db.connection().execute((connection) => look(connection, sqlite.moment)),
    write: (change) => db.transaction().execute(change),
    snapshot: () => exclusively(db, () => sqlite.serialize()),
    restore: (bytes, adjust = () => Promise.resolve()) =>
      db.connection().execute((connection) =>
        sqlite.replace(bytes, (copy) =>
          connection.transaction().execute(async (tx) => {
            await copy();
            await adjust(tx);
          }),
        ),
      ),
    close: () => db.destroy(),
  };
}

async function migrateOrClose(db: Kysely<Tables>): Promise<void> {
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Waits until no transaction is open, and keeps others out meanwhile. */
function exclusively<Result>(db: Kysely<Tables>, deed: () => Result): Promise<Result> {
  return db.connection().execute(() => Promise.resolve(deed()));
}
