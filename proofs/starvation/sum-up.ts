import { EXCUSES, findExcuse, isBlindPass } from './excused.ts';
import type { Outcome, Row } from './starve-check.ts';

/** The results of all starved checks. */
export interface StarvationSummary {
  outcomes: readonly Outcome[];
  rows: readonly Row[];
  /** Passes without an observation or a listed reason. */
  unexplained: readonly Row[];
  /** Internal errors. */
  errors: readonly Row[];
  /** Reasons that no pass needed. */
  unused_excuses: readonly string[];
  summary: string;
}

const VERDICTS = ['pass', 'warn', 'fail', 'blocked', 'skip', 'error'] as const;

export function summarize(outcomes: readonly Outcome[]): StarvationSummary {
  const rows = outcomes.flatMap((one) => one.rows);
  const blind = rows.filter(isBlindPass);
  const unexplained = blind.filter((row) => findExcuse(row) === undefined);
  const errors = rows.filter(({ verdict }) => verdict === 'error');
  const used = new Set(blind.map(findExcuse));
  const counts = countVerdicts(rows);
  const starved = outcomes.filter((one) => one.rows.length > 0).length;
  const summary = `${rows.length} pairs of a check and a starved operation, ${starved} checks: ${counts}; unexplained passes: ${unexplained.length}`;
  return {
    outcomes,
    rows,
    unexplained,
    errors,
    unused_excuses: EXCUSES.filter((one) => !used.has(one)).map(({ reason }) => reason),
    summary,
  };
}

/** `12 pass, 0 warn, 0 fail, 3 blocked, 0 skip, 0 error` */
function countVerdicts(rows: readonly Row[]): string {
  const count = (verdict: string): number => rows.filter((row) => row.verdict === verdict).length;
  return VERDICTS.map((verdict) => `${count(verdict)} ${verdict}`).join(', ');
}
