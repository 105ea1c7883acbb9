import type { Exchange, Receipt } from '#client';
import type { Model } from '../model/model.ts';
import type { Session } from '../session/session.ts';

/** What was sent and received since the last command began. */
export interface Observation {
  readonly session: Session;
  /** The model before the command. */
  readonly before: Model;
  readonly exchanges: readonly Exchange[];
  readonly receipts: readonly Receipt[];
}

/** A condition that holds after every command. */
export interface Invariant {
  readonly id: string;
  /** A sentence that is true for a correct deployment. */
  readonly title: string;
  /** @returns the number of items checked, so that tests can detect an invariant that never applies @throws Finding */
  readonly check: (observation: Observation) => number | Promise<number>;
}
