import { compareReports, renderComparison } from '#conformance/reports/index';
import { describeLeftOut, describeSelections, keepComparable } from './comparable.ts';
import { readReport } from '../flags/rerun-failed.ts';
import { UsageError } from '../usage-error.ts';

/** Prints what has changed between two reports. @returns the exit code @throws UsageError where one is none, or they have nothing in common */
export function runCompare(before_path: string, after_path: string): number {
  const comparable = keepComparable(readReport('compare', before_path), readReport('compare', after_path));
  const { before, after } = comparable;
  const left_out = describeLeftOut(comparable);
  // That nothing got worse would be said of nothing.
  if (left_out !== undefined && before.checks.length + after.checks.length === 0)
    throw new UsageError(
      'compare',
      `no check was selected in both runs, so there is nothing to compare (${describeSelections(comparable)})`,
    );
  process.stdout.write(`${renderComparison(before, after)}${left_out === undefined ? '' : `${left_out}\n`}`);
  return compareReports(before, after).exit_code;
}
