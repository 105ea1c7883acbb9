import { Kysely, SqliteDialect } from 'kysely';
import { checkDatabase } from './engine/check-database.ts';
import { explainFailures } from './engine/database-error.ts';
import { lockFile } from './engine/file-lock.ts';
import type { RunDirectly } from './engine/direct.ts';
import { runDirectly } from './engine/direct.ts';
import { migrate } from './engine/schema.ts';
import type { PreparedSqlite } from './engine/sqlite.ts';
import { MEMORY, openSqlite } from './engine/sqlite.ts';
import type { Reader, Tables, Tx } from '../records/tables.ts';
import type { Claims } from './engine/claims.ts';
import { OWN_CLAIMS } from './engine/claims.ts';
import type { StateRow, WorldRow } from './postgres/registry.ts';
import { IndexedInventory } from './inventory/indexed-inventory.ts';
import type { Inventory } from './inventory/inventory.ts';
import type { LogsOfWorld } from './postgres/logs.ts';
import type { FaultTable } from './postgres/faults.ts';
import type { PersistedState, Runtime } from './runtime.ts';
import { readPersistedState, readRuntime, savePersistedState, saveRuntime } from './runtime.ts';

/** The database of one world. */
export interface Store {
  /** Reads outside a transaction. Each query waits until no transaction is open, so code inside one must use its own handle. */
  reader: Reader;
  /** Finds listed lots for buyers. */
  inventory: Inventory;
  /** Runs several reads with no write between them. */
  read: <Result>(read: (reader: Reader) => Promise<Result>) => Promise<Result>;
  /**
   * Runs a change as one transaction, which is rolled back if it throws. Transactions are queued (IDEM-5, BID-31, CB-10).
   * @param patience_ms how long to wait for earlier transactions, on a database that other processes use
   */
  write: <Result>(change: (tx: Tx) => Promise<Result>, patience_ms?: number) => Promise<Result>;
  snapshot(): Promise<Uint8Array>;
  /**
   * Replaces the contents with a snapshot, then runs `adjust`. Unless the database is in memory, both happen in one transaction.
   * @param read reads from the previous contents what `adjust` needs
   */
  restore<Previous>(
    bytes: Uint8Array,
    adjust: (tx: Tx, previous: Previous) => Promise<void>,
    read: (db: Reader) => Promise<Previous>,
  ): Promise<void>;
  close(): Promise<void>;
  /** The state that survives a restart. Undefined in a new world, and for a database in memory. */
  loadRuntime(): Promise<Runtime | undefined>;
  saveRuntime(tx: Tx, runtime: Runtime): Promise<void>;
  /** The state that survives resets and restored snapshots. Undefined unless the world is in a file. */
  persisted_state?: PersistedStateTable | undefined;
  /** Which process makes which delivery attempt. */
  claims: Claims;
  /** Undefined if only this process uses the database. */
  shared?: Shared;
}

interface PersistedStateTable {
  /** Undefined in a new world. */
  load(): Promise<PersistedState | undefined>;
  save(tx: Tx, change: Partial<PersistedState>): Promise<void>;
}

export interface Follower {
  /** Called with the newest state at the start of each `write`. */
  applySaved: (row: WorldRow) => Promise<void>;
  /** Called with the version of the state that a `write` of this process has saved. */
  saved: (version: number) => void;
}

/** The state of a world that several processes serve. */
export interface Shared extends LogsOfWorld {
  follow(follower: Follower): void;
  /** Undefined if the world was deleted. */
  load(): Promise<WorldRow | undefined>;
  save(tx: Tx, change: Partial<StateRow>): Promise<void>;
  faults: FaultTable;
  /** Runs work while no other process runs work of the same name in this world. */
  exclude<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Opens the store of a world.
 * @param path a file, or `:memory:`
 * @param image the bytes of a snapshot to start from, instead of an empty schema
 * @throws DatabaseFileError if the file cannot hold a world, DatabaseInUseError if another mock uses it
 */
export async function openStore(path: string, image?: Uint8Array): Promise<Store> {
  if (path === MEMORY) return { ...(await openOn(openSqlite(path), image)), ...NO_RUNTIME };
  checkDatabase(path);
  const lock = explainFailures(path, () => lockFile(path));
  try {
    const store = await openOn(
      explainFailures(path, () => openSqlite(path)),
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

/** A world in memory keeps nothing across restarts. */
const NO_RUNTIME = {
  loadRuntime: () => Promise.resolve(undefined),
  saveRuntime: () => Promise.resolve(),
  persisted_state: undefined,
};

async function openOn(sqlite: PreparedSqlite, image: Uint8Array | undefined): Promise<Store> {
  if (image !== undefined) sqlite.deserialize(image);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) });
  if (image === undefined) await migrateOrClose(db);
  const run: RunDirectly = ({ sql, parameters }) => sqlite.query(sql, parameters);
  /** The number of transactions and reads that hold the connection or wait for it. */
  let holders = 0;
  runDirectly(db, (query) => (holders === 0 ? run(query) : undefined));
  const hold = async <Handle extends Reader, Result>(
    handle: Handle,
    work: (handle: Handle) => Promise<Result>,
  ): Promise<Result> => {
    runDirectly(handle, run);
    try {
      return await work(handle);
    } finally {
      // Kysely rejects later queries of an ended transaction.
      runDirectly(handle, undefined);
    }
  };
  const counted = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    holders += 1;
    try {
      return await work();
    } finally {
      holders -= 1;
    }
  };
  const connect = <Result>(work: (connection: Kysely<Tables>) => Promise<Result>): Promise<Result> =>
    counted(() => db.connection().execute((connection) => hold(connection, work)));
  // The brand exists in the type only. This is the one place that sets it.
  const write = <Result>(connection: Kysely<Tables>, change: (tx: Tx) => Promise<Result>): Promise<Result> =>
    connection.transaction().execute((tx) => hold(tx as Tx, change));
  return {
    reader: db,
    inventory: new IndexedInventory(sqlite),
    read: connect,
    write: (change) => counted(() => write(db, change)),
    snapshot: () => connect(() => Promise.resolve(sqlite.serialize())),
    restore: (bytes, adjust, read) =>
      connect(async (connection) => {
        const needed = await read(connection);
        const persisted_state = await readPersistedState(connection);
        await sqlite.replace(bytes, (copy) =>
          write(connection, async (tx) => {
            await copy();
            await adjust(tx, needed);
            if (persisted_state !== undefined) await savePersistedState(tx, persisted_state);
          }),
        );
      }),
    close: () => db.destroy(),
    loadRuntime: () => readRuntime(db),
    saveRuntime,
    persisted_state: { load: () => readPersistedState(db), save: savePersistedState },
    claims: OWN_CLAIMS,
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
