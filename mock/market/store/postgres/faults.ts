/** The faults of a world. A reset or restore does not change them. */
import { sql } from 'kysely';
import type { Tx } from '../../records/tables.ts';
import type { Registry } from './registry.ts';

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
  /** Returns the number of a new fault. */
  nextNumber(tx: Tx): Promise<number>;
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
    nextNumber: async (tx) => {
      const { rows } = await sql<{ last_fault: number }>`
        update ${registry.table('journals')} set last_fault = last_fault + 1 where world_id = ${world_id} returning last_fault`.execute(
        tx,
      );
      return rows[0]?.last_fault ?? 0;
    },
  };
}
