import { readRunFlags } from '#conformance/config/flags';
import { expandRequired } from '#conformance/config/required';
import type { RunReport } from '#conformance/check/verdicts';
import { MergeError, mergeReports } from '#conformance/reports/merge';
import { asUsageError } from '../flags/as-usage-error.ts';
import type { MergeFlags } from './merge-flags.ts';
import { checkReports, readReportFlags, sayTo, writeReports } from '../flags/report-flags.ts';
import { readReport } from '../flags/rerun-failed.ts';
import { UsageError } from '../usage-error.ts';

/** Prints what several reports say together, and writes it as the flags say. @returns the exit code of the whole @throws UsageError */
export function runMerge(paths: readonly string[], flags: MergeFlags): number {
  const reports = readReportFlags(flags.report);
  if (reports.some(({ format }) => format === 'har')) throw new UsageError('--report', 'reports hold too little for a har');
  const { require } = asUsageError(() => readRunFlags({ require: flags.require }, 'areas'));
  const merged = merge(paths, require);
  checkReports(reports);
  sayTo(flags)({ type: 'run_ended', report: merged });
  return writeReports(reports, merged, { exchanges: [], quiet: flags.quiet }) ? merged.exit_code : 3;
}

function merge(paths: readonly string[], require: readonly string[]): RunReport {
  const [first, ...others] = paths.map((path) => ({ name: path, report: readReport('merge', path) }));
  if (first === undefined) throw new UsageError('merge', 'give the JSON reports of the shards');
  try {
    return asUsageError(() => mergeReports([first, ...others], (clauses) => expandRequired(require, clauses)));
  } catch (error) {
    if (error instanceof MergeError) throw new UsageError('merge', error.message);
    throw error;
  }
}
