import { sql } from 'kysely';
import type { Registry } from './registry.ts';
import { lockNumber } from './schema.ts';

export interface StoredSnapshot {
  number: number;
  world_id: string;
  name: string | null;
  taken_at: string;
  /** JSON. */
  clock: string;
  /** The bytes of its image. */
  length: number;
}

interface SnapshotImage {
  bytes: Uint8Array;
  clock: string;
  secrets_used: number;
}

export interface SnapshotTable {
  /** @returns undefined if a limit for all worlds together is reached */
  add(
    snapshot: Omit<StoredSnapshot, 'number' | 'length'> & SnapshotImage,
    limit: { count: number; bytes: number },
  ): Promise<number | undefined>;
  find(number: number): Promise<StoredSnapshot | undefined>;
  /** @throws if it was deleted */
  load(number: number): Promise<SnapshotImage>;
  list(world_id: string): Promise<StoredSnapshot[]>;
  delete(number: number): Promise<void>;
}

const SHOWN = sql`number, world_id, name, taken_at, clock, length(bytes) as length`;

export function createSnapshotTable({ db, schema }: Registry): SnapshotTable {
  return {
    add: async ({ world_id, name, taken_at, bytes, clock, secrets_used }, limit) =>
      db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${lockNumber(`${schema} snapshots`)})`.execute(tx);
        const { rows: held } = await sql<{ count: number; bytes: number }>`
          select count(*) as count, coalesce(sum(length(bytes)), 0) as bytes from snapshots`.execute(tx);
        const [{ count, bytes: total } = { count: 0, bytes: 0 }] = held;
        if (count >= limit.count || total + bytes.length > limit.bytes) return undefined;
        const { rows } = await sql<{ number: number }>`
          insert into snapshots (world_id, name, taken_at, clock, secrets_used, bytes)
          values (${world_id}, ${name}, ${taken_at}, ${clock}, ${secrets_used}, ${Buffer.from(bytes)}) returning number`.execute(
          tx,
        );
        return rows[0]?.number;
      }),
    find: async (number) => {
      const { rows } = await sql<StoredSnapshot>`select ${SHOWN} from snapshots where number = ${number}`.execute(db);
      return rows[0];
    },
    load: async (number) => {
      const { rows } =
        await sql<SnapshotImage>`select bytes, clock, secrets_used from snapshots where number = ${number}`.execute(db);
      const [image] = rows;
      if (image === undefined) throw new Error(`snapshot ${number} was deleted`);
      return image;
    },
    list: async (world_id) => {
      const { rows } = await sql<StoredSnapshot>`
        select ${SHOWN} from snapshots where world_id = ${world_id} order by number`.execute(db);
      return rows;
    },
    delete: async (number) => {
      await sql`delete from snapshots where number = ${number}`.execute(db);
    },
  };
}
