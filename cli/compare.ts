import { compareReports, renderComparison } from '#conformance/reports/index';
import type { RunReport } from '#conformance/check/verdicts';
import { cut, sanitizeLine } from '#conformance/reports/text/safe-text';
import type { Command } from 'commander';
import { count } from './control/format.ts';
import { ExitCode, UsageError } from './errors.ts';
import { addExamples } from './flags/options.ts';
import { readReport } from './flags/selection.ts';

export function configure(command: Command): void {
  command
    .argument('<before>', 'the older report')
    .argument('<after>', 'the newer report')
    .action((before: string, after: string) => {
      throw new ExitCode(compare(before, after));
    });
  addExamples(
    command,
    ['gristmill compare before.json after.json', 'gristmill compare main.json branch.json || echo "something got worse"'],
    '0 nothing got worse, 1 something got worse or disappeared, 2 wrong usage',
  );
}

/** Prints what has changed between two reports. @returns the exit code @throws UsageError if they cannot be compared */
function compare(before_path: string, after_path: string): number {
  const comparable = keepComparable(readReport('compare', before_path), readReport('compare', after_path));
  const { before, after } = comparable;
  const left_out = describeLeftOut(comparable);
  if (left_out !== undefined && before.checks.length + after.checks.length === 0) {
    const selections = describeSelections(comparable);
    throw new UsageError('compare', `no check was selected in both runs (${selections}); run both with the same selection`);
  }
  process.stdout.write(`${renderComparison(before, after)}${left_out === undefined ? '' : `${left_out}\n`}`);
  return compareReports(before, after).exit_code;
}

const SELECTION_MAX = 120;

/** Two reports without what cannot be compared, and how much was left out. */
interface Comparable {
  readonly before: RunReport;
  readonly after: RunReport;
  readonly left_out: { readonly checks: number; readonly clauses: number };
}

/**
 * Removes each check that one of the runs did not select, and each clause with such a check: its verdict would be about a part of it.
 * A clause without checks of its own counts as not selected if its verdict says so.
 */
function keepComparable(before: RunReport, after: RunReport): Comparable {
  const checks = new Set([...listLeftOut(before), ...listLeftOut(after)]);
  const clauses = new Set(
    [...before.clauses, ...after.clauses]
      .filter((clause) => clause.verdict === 'not_selected' || clause.checks.some((id) => checks.has(id)))
      .map(({ id }) => id),
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

/** One line: how much could not be compared and why, if any. */
function describeLeftOut(comparable: Comparable): string | undefined {
  const { checks, clauses } = comparable.left_out;
  if (checks === 0) return undefined;
  const what = `${count(checks, 'check', 'checks')} and ${count(clauses, 'clause', 'clauses')}`;
  return `Not compared: ${what} that one of the runs did not select (${describeSelections(comparable)}).`;
}

function describeSelections({ before, after }: Comparable): string {
  return `before: ${describeSelection(before)}; after: ${describeSelection(after)}`;
}

function describeSelection({ selection }: RunReport): string {
  return selection.length === 0 ? 'everything' : sanitizeLine(cut(selection.join(' '), SELECTION_MAX));
}
