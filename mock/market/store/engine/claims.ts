/** Who makes a delivery attempt: of several processes with one database, only one. */
import type { Tx } from '../../records/tables.ts';
import { isQueued } from '../queue.ts';

/** Another process has taken the attempt over, or its row is still queued, or gone. */
export type Settled = 'taken over' | 'queued' | 'gone';

export interface Claims {
  /** Claims a row of the queue for this process, for as long as it lives. @returns false if another process has it, or it is gone */
  take(seq: number): Promise<boolean>;
  /** Ends a claim with the record of its attempt. */
  settle(tx: Tx, seq: number): Promise<Settled>;
  /** Ends a claim whose attempt was not recorded. */
  drop(seq: number): Promise<void>;
}

/** For a database that only this process uses. */
export const OWN_CLAIMS: Claims = {
  take: () => Promise.resolve(true),
  settle: async (tx, seq) => ((await isQueued(tx, seq)) ? 'queued' : 'gone'),
  drop: () => Promise.resolve(),
};
