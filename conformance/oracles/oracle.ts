import type { ClauseId } from '#spec/clauses/index';
import type { Breach, Exchange, Receipt, Run } from '#client';

/**
 * A judge of every response and delivery of a run, no matter which check caused it. It passes if it saw something to judge and found nothing wrong.
 * If it saw nothing to judge, it reports that.
 */
export interface Oracle {
  readonly id: `${ClauseId}/${string}`;
  readonly title: string;
  readonly clause: ClauseId;
  /** Whether it judges each item of a list by itself, so that it needs to see an item only once. */
  readonly is_of_items?: true;
  /** Judges a response. Undefined if there is nothing to judge in it. */
  readonly judge?: (exchange: Exchange, run: Run) => OracleOpinion;
  /** Judges a delivery. */
  readonly judgeReceipt?: (receipt: Receipt, run: Run) => OracleOpinion;
  /** Judges, at the end of the run, what only the whole run can show. */
  readonly conclude?: (run: Run) => readonly OracleOpinion[];
}

/** Nothing to judge, no problem, or the problem. */
export type OracleOpinion = undefined | 'fine' | Breach | Unseen;

/** No problem in what could be checked, but part of it could not: not a pass. */
export class Unseen {
  readonly what: string;

  /** @param what the part that was not checked */
  constructor(what: string) {
    this.what = what;
  }
}

/** Declares an oracle. */
export function oracle(id: Oracle['id'], title: string, judges: Pick<Oracle, 'judge' | 'judgeReceipt' | 'conclude'>): Oracle {
  // The type of an id guarantees a clause before the slash.
  const clause = id.slice(0, id.indexOf('/')) as ClauseId;
  return { id, title, clause, ...judges };
}

/** Declares that these oracles judge each item of a list by itself. */
export function ofItems(oracles: readonly Oracle[]): readonly Oracle[] {
  return oracles.map((one) => ({ ...one, is_of_items: true }));
}
