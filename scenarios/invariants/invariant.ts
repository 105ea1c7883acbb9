import type { Exchange, Receipt } from '#client';
import type { Model } from '../model/model.ts';
import type { Session } from '../session/session.ts';

/** What has happened since the last command began. */
export interface Observation {
  readonly session: Session;
  /** What was believed before it. */
  readonly before: Model;
  readonly exchanges: readonly Exchange[];
  readonly receipts: readonly Receipt[];
}

/** Something that holds after every command. */
export interface Invariant {
  readonly id: string;
  /** A sentence that is true of a deployment that obeys. */
  readonly title: string;
  /** @returns how many things it has looked at: an invariant that never sees anything says nothing @throws Finding */
  readonly check: (observation: Observation) => number | Promise<number>;
}
