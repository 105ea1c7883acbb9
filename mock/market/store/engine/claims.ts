/** Who makes a delivery attempt: of several processes with one database, only one. */
import type { Tx } from '../../records/tables.ts';

export interface Claims {
  /** Claims a row of the queue for this process, for as long as it lives. @returns false if another process has it, or it is gone */
  take(seq: number): Promise<boolean>;
  /** Ends a claim with the record of its attempt. @returns false if another process has taken the attempt over */
  settle(tx: Tx, seq: number): Promise<boolean>;
  /** Ends a claim whose attempt was not recorded. */
  drop(seq: number): Promise<void>;
}

/** For a database that only this process uses. */
export const OWN_CLAIMS: Claims = {
  take: () => Promise.resolve(true),
  settle: () => Promise.resolve(true),
  drop: () => Promise.resolve(),
};
