import { Breach, type BreachDetails } from '#client';
import type { ClauseId } from '#spec/clauses/index';

/** The invariant and the clause that a check belongs to. */
export interface InvariantRef {
  /** For example, `privacy/counterparty`, or `answer/accept` for the response to a command. */
  readonly invariant: string;
  readonly clause: ClauseId;
}

/** The deployment violates the document. */
export class Finding extends Error {
  override readonly name = 'Finding';
  readonly ref: InvariantRef;
  readonly details: BreachDetails;

  constructor(ref: InvariantRef, details: BreachDetails) {
    super(`${ref.clause} (${ref.invariant}): ${details.message}`);
    this.ref = ref;
    this.details = details;
  }
}

/** Runs a check and converts a Breach to a Finding of this invariant. @throws Finding */
export function asFinding<Result>(ref: InvariantRef, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (error instanceof Breach) throw new Finding(ref, error.details);
    throw error;
  }
}

/** @throws Finding if the condition does not hold */
export function assertHolds(holds: boolean, ref: InvariantRef, details: BreachDetails): asserts holds {
  if (!holds) throw new Finding(ref, details);
}
