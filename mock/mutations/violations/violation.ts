import type { ClauseId } from '#spec/clauses/index';
import type { Seams } from '../seams.ts';

/** Breaks one clause and, as far as possible, nothing else. */
export interface Violation {
  /** The clause and a short name: `PRIV-4/unmasked-after-one-invoice`. */
  name: `${ClauseId}/${string}`;
  clause: ClauseId;
  /** A sentence that says what the deployment does. */
  title: string;
  /** Set if the check only warns although the clause is stated, because its evidence is not proof. */
  only_warns?: true;
  /** A function if it keeps state: it is called again for each world, and each time that a violation or variant is turned on or off there. */
  seams: Partial<Seams> | (() => Partial<Seams>);
}
