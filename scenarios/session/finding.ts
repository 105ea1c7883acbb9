import type { BreachDetails } from '#client';
import { Breach } from '#client';
import type { ClauseId } from '#spec/clauses/index';

/** What an invariant, or the answer to a command, was found to break. */
export interface Charge {
  /** `privacy/counterparty`, or `answer/accept`. */
  readonly invariant: string;
  readonly clause: ClauseId;
}

/** The deployment is not as an outside observer must believe. */
export class Finding extends Error {
  override readonly name = 'Finding';
  readonly charge: Charge;
  readonly details: BreachDetails;

  constructor(charge: Charge, details: BreachDetails) {
    super(`${charge.clause} (${charge.invariant}): ${details.message}`);
    this.charge = charge;
    this.details = details;
  }
}

/** Judges, and says what is judged of whatever breach comes of it. @throws Finding */
export function judging<Result>(charge: Charge, judge: () => Result): Result {
  try {
    return judge();
  } catch (error) {
    if (error instanceof Breach) throw new Finding(charge, error.details);
    throw error;
  }
}

/** @throws Finding unless it holds */
export function demand(holds: boolean, charge: Charge, details: BreachDetails): asserts holds {
  if (!holds) throw new Finding(charge, details);
}
