/** What two runs have both looked at: what one of them did not select has become neither better nor worse. */
import type { RunReport } from '#conformance/check/verdicts';
import { cut, showLine } from '#conformance/reports/text/safe-text';

const SELECTION_MAX = 120;

/** Two reports without what cannot be compared, and how much that is. */
export interface Comparable {
  readonly before: RunReport;
  readonly after: RunReport;
  readonly left_out: { readonly checks: number; readonly clauses: number };
}

/**
 * Takes out of both reports every check that one of them did not select, and every clause with such a check: a clause of which one run has judged a part has
 * a verdict on that part.
 */
export function keepComparable(before: RunReport, after: RunReport): Comparable {
  const checks = new Set([...listLeftOut(before), ...listLeftOut(after)]);
  const clauses = new Set(
    [...before.clauses, ...after.clauses].filter((clause) => clause.checks.some((id) => checks.has(id))).map(({ id }) => id),
  );
  const keep = (report: RunReport): RunReport => ({
    ...report,
    checks: report.checks.filter(({ id }) => !checks.has(id)),
    clauses: report.clauses.filter(({ id }) => !clauses.has(id)),
  });
  return { before: keep(before), after: keep(after), left_out: { checks: checks.size, clauses: clauses.size } };
}

function listLeftOut({ checks }: RunReport): readonly string[] {
  return checks.filter(({ verdict }) => verdict === 'not_selected').map(({ id }) => id);
}

/** One line: how much could not be compared, and why. Undefined where all could. */
export function describeLeftOut(comparable: Comparable): string | undefined {
  const { checks, clauses } = comparable.left_out;
  if (checks === 0) return undefined;
  const what = `${count(checks, 'check')} and ${count(clauses, 'clause')}`;
  return `Not compared: ${what} that at least one of the two runs did not select (${describeSelections(comparable)}).`;
}

/** What the two runs had selected. */
export function describeSelections({ before, after }: Comparable): string {
  return `before: ${describeSelection(before)}; after: ${describeSelection(after)}`;
}

function describeSelection({ selection }: RunReport): string {
  return selection.length === 0 ? 'everything' : showLine(cut(selection.join(' '), SELECTION_MAX));
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
