import type { Exchange, Receipt } from '#client';
import type { Model } from '../model/model.ts';
import type { Session } from '../session/session.ts';

/** What an invariant is checked against. */
export interface Observation {
  readonly session: Session;
  readonly before: Model;
  /** What was sent since the command began. Empty for the invariant `events`, which reads the session. */
  readonly exchanges: readonly Exchange[];
  /** What was received since then. Also empty for `events`. */
  readonly receipts: readonly Receipt[];
}

/** A condition that holds after the setup and after every command. Deliveries are also checked at the end. */
export interface Invariant {
  readonly id: string;
  /** A sentence that is true for a correct deployment. */
  readonly title: string;
  /** @returns the number of items checked, so that tests can detect an invariant that never applies @throws Finding */
  readonly check: (observation: Observation) => number | Promise<number>;
}
