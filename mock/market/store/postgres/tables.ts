/** The records of a world that are not in an image: its journal and its faults. A reset or restore does not change them. */
import { sql } from 'kysely';
import type { Tx } from '../../records/tables.ts';
import type { Registry } from './registry.ts';

export interface JournalTable {
  /** Appends entries as JSON. The order of the numbers is that of the commits. @returns the number of the first */
  append(entries: readonly string[]): Promise<number>;
  /** Oldest first. */
  read(since_seq: number): Promise<{ seq: number; entry: string }[]>;
  status(): Promise<JournalStatus>;
  clear(): Promise<void>;
}

export interface JournalStatus {
  /** The number of the oldest entry that is kept. Null if there is none. */
  first_seq: number | null;
  last_seq: number;
  cleared_seq: number;
  bytes: number;
}

/** How many entries go at once. */
const DROPPED_AT_ONCE = 200;

/** @param kept how many of the newest entries are always kept */
export function createJournalTable({ db }: Registry, world_id: string, kept: number): JournalTable {
  return {
    append: async (entries) => {
      // The row is locked until the commit, so that numbers become visible in their order.
      const { rows } = await sql<{ last_seq: number }>`
        with numbered as (
          update journals set last_seq = last_seq + ${entries.length} where world_id = ${world_id} returning last_seq
        ), added as (
          insert into journal (world_id, seq, entry)
          select ${world_id}, last_seq - ${entries.length} + place, entry
          from numbered, json_array_elements_text(${JSON.stringify(entries)}::json) with ordinality as given (entry, place)
        )
        select last_seq from numbered`.execute(db);
      const last_seq = rows[0]?.last_seq ?? 0;
      const first_seq = last_seq - entries.length + 1;
      if (Math.floor(last_seq / DROPPED_AT_ONCE) > Math.floor((first_seq - 1) / DROPPED_AT_ONCE))
        await sql`delete from journal where world_id = ${world_id} and seq <= ${last_seq - kept}`.execute(db);
      return first_seq;
    },
    read: async (since_seq) => {
      const { rows } = await sql<{ seq: number; entry: string }>`
        select seq, entry from journal where world_id = ${world_id} and seq > ${since_seq} order by seq`.execute(db);
      return rows;
    },
    status: async () => {
      const { rows } = await sql<JournalStatus>`
        select last_seq, cleared_seq, (select min(seq) from journal where journal.world_id = ${world_id}) as first_seq,
          (select coalesce(sum(length(entry)), 0) from journal where journal.world_id = ${world_id}) as bytes
        from journals where world_id = ${world_id}`.execute(db);
      return rows[0] ?? { first_seq: null, last_seq: 0, cleared_seq: 0, bytes: 0 };
    },
    clear: async () => {
      await db.transaction().execute(async (tx) => {
        await sql`update journals set cleared_seq = last_seq where world_id = ${world_id}`.execute(tx);
        await sql`delete from journal where world_id = ${world_id}`.execute(tx);
      });
    },
  };
}

/** A fault as JSON, with its counts. */
export interface StoredFault {
  number: number;
  fault: string;
  matched: number;
  struck: number;
}

export interface FaultTable {
  /** @param tx that of a write, or none */
  read(tx?: Tx): Promise<StoredFault[]>;
  /** Replaces the faults, in the transaction of a write. */
  replace(tx: Tx, faults: readonly StoredFault[]): Promise<void>;
  /** Draws the number of a new fault. */
  draw(tx: Tx): Promise<number>;
}

export function createFaultTable(registry: Registry, world_id: string): FaultTable {
  const faults = registry.table('faults');
  return {
    read: async (tx) => {
      const { rows } = await sql<StoredFault>`
        select number, fault, matched, struck from ${faults} where world_id = ${world_id} order by number`.execute(
        tx ?? registry.db,
      );
      return rows;
    },
    replace: async (tx, list) => {
      await sql`delete from ${faults} where world_id = ${world_id}`.execute(tx);
      for (const { number, fault, matched, struck } of list) {
        await sql`insert into ${faults} (world_id, number, fault, matched, struck)
          values (${world_id}, ${number}, ${fault}, ${matched}, ${struck})`.execute(tx);
      }
    },
    draw: async (tx) => {
      const { rows } = await sql<{ last_fault: number }>`
        update ${registry.table('journals')} set last_fault = last_fault + 1 where world_id = ${world_id} returning last_fault`.execute(
        tx,
      );
      return rows[0]?.last_fault ?? 0;
    },
  };
}
