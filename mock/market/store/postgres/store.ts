/** The store of one world on PostgreSQL. Several processes can have it open at the same time. */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables, Tx } from '../../records/tables.ts';
import { SerialQueue } from '../../../ports/serial-queue.ts';
import { sqlInventory } from '../inventory/sql-inventory.ts';
import type { Follower, Shared, Store } from '../store.ts';
import { createClaims } from './claims.ts';
import { readImage, writeImage } from './image.ts';
import type { Registry, WorldRow } from './registry.ts';
import type { LogLimitsOfWorld } from './logs.ts';
import { createLogs } from './logs.ts';
import { createFaultTable } from './faults.ts';
import { DatabaseServerError, WorldGoneError, explainWaiting } from './server-error.ts';

type WorldName = Pick<WorldRow, 'id' | 'schema'>;

/** The store of a world that several processes share. @param limits of its journal, inbox, and observations */
export function openPostgresStore(registry: Registry, { id, schema }: WorldName, limits: LogLimitsOfWorld): Store {
  const { url } = registry.connections;
  const db = registry.connections.database<Tables>(schema);
  const worlds = registry.table('worlds');
  // Only one write of this process at a time waits for the lock of the world, and so occupies a connection. The others wait in this queue.
  const writes = new SerialQueue();
  let follower: Follower | undefined;
  /** The version of the state that each open transaction has saved. */
  const saved_versions = new WeakMap<object, number>();

  const lock = async (tx: Kysely<Tables>): Promise<void> => follower?.applySaved(await lockWorld(registry, id, tx));
  const explainBusy = (): Error => new DatabaseServerError(explainWaiting(url));
  const write = <Result>(change: (tx: Tx) => Promise<Result>, patience_ms = url.statement_timeout_ms): Promise<Result> =>
    writes.queueFor(patience_ms, explainBusy, async () => {
      let version: number | undefined;
      const result = await db.transaction().execute(async (tx) => {
        await lock(tx);
        // The brand exists in the type only.
        const changed = await change(tx as Tx);
        version = saved_versions.get(tx);
        return changed;
      });
      if (version !== undefined) follower?.saved(version);
      return result;
    });
  const read = <Result>(work: (reader: Kysely<Tables>) => Promise<Result>): Promise<Result> =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

  const shared: Shared = {
    follow: (listener) => {
      follower = listener;
    },
    load: () => registry.find(id),
    save: async (tx, change) => {
      const changes = Object.entries(change).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
      const { rows } = await sql<{ version: number }>`
        update ${worlds} set version = version + 1, ${sql.join(changes)} where id = ${id} returning version`.execute(tx);
      saved_versions.set(tx, rows[0]?.version ?? 0);
    },
    ...createLogs(registry, id, limits),
    faults: createFaultTable(registry, id),
    exclude: (name, work) => registry.exclude(`${id} ${name}`, work),
  };
  return {
    reader: db,
    inventory: sqlInventory,
    read,
    write,
    snapshot: () => read(readImage),
    restore: async (bytes, adjust, keep) => {
      const image = await registry.load(bytes);
      await write(async (tx) => {
        const kept = await keep(tx);
        await writeImage(tx, image);
        await sql`delete from ${registry.table('claims')} where world_id = ${id}`.execute(tx);
        await adjust(tx, kept);
      });
    },
    close: () => Promise.resolve(),
    loadRuntime: () => shared.load(),
    saveRuntime: (tx, runtime) => shared.save(tx, runtime),
    claims: createClaims(registry, id, db),
    shared,
  };
}

/** Locks the row of a world, which makes the writes of all processes wait for each other (IDEM-5, BID-31, CB-10). @returns the newest state */
async function lockWorld(registry: Registry, id: string, tx: Kysely<Tables>): Promise<WorldRow> {
  const { rows } = await sql<WorldRow>`
    select *, 0 as idle_seconds from ${registry.table('worlds')} where id = ${id} and expired_at is null for update`.execute(tx);
  const [state] = rows;
  if (state === undefined) throw new WorldGoneError(`world ${id} was deleted`);
  return state;
}
