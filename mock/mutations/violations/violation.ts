import type { ClauseId } from '#spec/clauses/index';
import type { Seams } from '../seams.ts';

/** A way to break one clause, and as far as possible nothing else. */
export interface Violation {
  /** The clause, and in a few words what is wrong: `PRIV-4/unmasked-after-one-invoice`. */
  name: `${ClauseId}/${string}`;
  clause: ClauseId;
  /** A sentence of what the marketplace then does. */
  title: string;
  /** The readings make it a warning, although the clause is stated. */
  only_warns?: true;
  /** A function where it remembers something: it is called anew for each world, each time that anything is turned on or off there. */
  seams: Partial<Seams> | (() => Partial<Seams>);
}
