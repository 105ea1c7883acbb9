import { EXCUSES, findExcuse, isBlindPass } from './excused.ts';
import type { Outcome, Row } from './starve-check.ts';

/** What the starvation of some checks came to. */
export interface Sum {
  outcomes: readonly Outcome[];
  rows: readonly Row[];
  /** Passed with nothing to say, and no reason is known why that is right. */
  unexplained: readonly Row[];
  /** Ended in a fault of our own. */
  errors: readonly Row[];
  /** Excuses that no row needed. */
  idle: readonly string[];
  summary: string;
}

const VERDICTS = ['pass', 'warn', 'fail', 'blocked', 'skip', 'error'] as const;

export function sumUp(outcomes: readonly Outcome[]): Sum {
  const rows = outcomes.flatMap((one) => one.rows);
  const blind = rows.filter(isBlindPass);
  const unexplained = blind.filter((row) => findExcuse(row) === undefined);
  const errors = rows.filter(({ verdict }) => verdict === 'error');
  const used = new Set(blind.map(findExcuse));
  const counts = countVerdicts(rows);
  const starved = outcomes.filter((one) => one.rows.length > 0).length;
  const summary = `${rows.length} pairs of ${starved} checks and an operation that does not answer: ${counts}; unexplained passes: ${unexplained.length}`;
  return {
    outcomes,
    rows,
    unexplained,
    errors,
    idle: EXCUSES.filter((one) => !used.has(one)).map(({ reason }) => reason),
    summary,
  };
}

/** `12 pass, 3 blocked` */
export function countVerdicts(rows: readonly Row[]): string {
  const count = (verdict: string): number => rows.filter((row) => row.verdict === verdict).length;
  return VERDICTS.map((verdict) => `${count(verdict)} ${verdict}`).join(', ');
}
