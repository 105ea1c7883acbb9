/** Claims on delivery attempts: if several processes share a database, only one of them makes an attempt. */
import type { Tx } from '../../records/tables.ts';
import { isQueued } from '../queue.ts';

/** How a claim ended: another process took the attempt over, the attempt is still queued, or it was dropped from the queue. */
type ClaimEnd = 'taken over' | 'queued' | 'gone';

export interface Claims {
  /**
   * Claims a row of the queue for as long as this process lives.
   * @returns false if another process has claimed it, or if the row no longer exists
   */
  take(seq: number): Promise<boolean>;
  /** Ends a claim with the record of its attempt. */
  end(tx: Tx, seq: number): Promise<ClaimEnd>;
  /** Ends a claim whose attempt was not recorded. */
  release(seq: number): Promise<void>;
}

/** For a database that only this process uses. */
export const OWN_CLAIMS: Claims = {
  take: () => Promise.resolve(true),
  end: async (tx, seq) => ((await isQueued(tx, seq)) ? 'queued' : 'gone'),
  release: () => Promise.resolve(),
};
