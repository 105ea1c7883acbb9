import type { ClauseId } from '#spec/clauses/index';
import { Breach, type Exchange, type Receipt, type Run } from '#client';

/**
 * A check of every response and delivery of a run, no matter which check caused it. It passes if it saw something to check and found nothing wrong.
 * If it saw nothing to check, it reports that.
 */
export interface Oracle {
  readonly id: `${ClauseId}/${string}`;
  readonly title: string;
  readonly clause: ClauseId;
  readonly is_in_every_shard: true;
  /** Whether it checks each item of a list on its own, so that it needs to see an item only once. */
  readonly is_of_items?: true;
  /** Why it never passes, if finding no problem proves nothing. The default reason is that nothing to check was received. */
  readonly no_pass_because?: string;
  /** Checks a response. Undefined if there is nothing to check in it. */
  readonly check?: (exchange: Exchange, run: Run) => OracleOpinion;
  /** Checks a delivery. */
  readonly checkReceipt?: (receipt: Receipt, run: Run) => OracleOpinion;
  /** Checks, at the end of the run, what only the whole run can show. */
  readonly conclude?: (run: Run) => readonly OracleOpinion[];
}

/** Nothing to check, no problem, or the problem. */
export type OracleOpinion = undefined | 'fine' | Breach | Unseen;

/** No problem in what could be checked, but part of it could not: not a pass. */
export class Unseen {
  readonly what: string;

  /** @param what the part that was not checked */
  constructor(what: string) {
    this.what = what;
  }
}

/** The opinion of a function that returns it, or throws a Breach. */
export function opinionOf(evaluate: () => OracleOpinion): OracleOpinion {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof Breach) return error;
    throw error;
  }
}

/** @param checks can also throw a Breach */
export function oracle(
  id: Oracle['id'],
  title: string,
  { check, checkReceipt, ...conclude }: Pick<Oracle, 'no_pass_because' | 'check' | 'checkReceipt' | 'conclude'>,
): Oracle {
  return {
    id,
    title,
    // The type of an id guarantees a clause before the slash.
    clause: id.slice(0, id.indexOf('/')) as ClauseId,
    is_in_every_shard: true,
    ...(check && { check: (exchange, run) => opinionOf(() => check(exchange, run)) }),
    ...(checkReceipt && { checkReceipt: (receipt, run) => opinionOf(() => checkReceipt(receipt, run)) }),
    ...conclude,
  };
}

/** Declares that these oracles check each item of a list on its own. */
export function ofItems(oracles: readonly Oracle[]): readonly Oracle[] {
  return oracles.map((one) => ({ ...one, is_of_items: true }));
}
