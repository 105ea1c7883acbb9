import type { ClauseId } from '#spec/clauses/index';
import type { Breach, Exchange, Receipt, Run } from '#client';

/**
 * Something that is judged of every answer and every delivery of a run, whatever check they were for. It passes where it has seen what it
 * judges and found nothing wrong, and says that it has seen nothing where it has not.
 */
export interface Oracle {
  readonly id: `${ClauseId}/${string}`;
  readonly title: string;
  readonly clause: ClauseId;
  /** Judges an answer; undefined where there is nothing in it to be judged. */
  readonly judge?: (exchange: Exchange, run: Run) => OracleOpinion;
  /** Judges a delivery. */
  readonly judgeReceipt?: (receipt: Receipt, run: Run) => OracleOpinion;
  /** Judges at the end of the run what only all of it shows together. */
  readonly conclude?: (run: Run) => readonly OracleOpinion[];
}

/** Nothing to judge, all well, or what is wrong. */
export type OracleOpinion = undefined | 'fine' | Breach | Unseen;

/** Nothing wrong in what could be looked at, which was not all: that is no pass. */
export class Unseen {
  readonly what: string;

  /** @param what was not looked at */
  constructor(what: string) {
    this.what = what;
  }
}

/** Declares an oracle. */
export function oracle(id: Oracle['id'], title: string, judges: Pick<Oracle, 'judge' | 'judgeReceipt' | 'conclude'>): Oracle {
  // The type of an id says that a clause stands before the slash.
  const clause = id.slice(0, id.indexOf('/')) as ClauseId;
  return { id, title, clause, ...judges };
}
