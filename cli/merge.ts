import type { RunReport } from '#conformance/check/verdicts';
import { readRunFlags } from '#conformance/config/flags';
import { expandRequired } from '#conformance/config/required';
import { MergeError, mergeReports } from '#conformance/reports/merge';
import type { Command } from 'commander';
import { ExitCode, UsageError } from './errors.ts';
import { addExamples, addOptions } from './flags/options.ts';
import { type ReportFlags, checkReports, makePrinter, readReportFlags, writeReports } from './flags/report-flags.ts';
import { readReport } from './flags/selection.ts';
import { asUsageError } from './flags/values.ts';

interface MergeFlags extends ReportFlags {
  require?: readonly string[];
}

export function configure(command: Command): void {
  command
    .argument('<reports...>', 'JSON reports of gristmill conform --shard i/n')
    .action((paths: readonly string[], flags: MergeFlags) => {
      throw new ExitCode(mergeAll(paths, flags));
    });
  addOptions(command, ['require', 'report', 'verbose', 'quiet']);
  addExamples(
    command,
    ['gristmill merge shard-1.json shard-2.json', 'gristmill merge shard-*.json --report html=report.html --require all'],
    '0 no check failed, 1 a check failed, 2 wrong usage, 3 inconclusive',
  );
}

/** Prints and writes the merged report. @returns its exit code @throws UsageError */
function mergeAll(paths: readonly string[], flags: MergeFlags): number {
  const reports = readReportFlags(flags.report, 'a merged report has no exchanges for har; choose another format');
  const { require } = asUsageError(() => readRunFlags({ require: flags.require }, 'areas'));
  const merged = merge(paths, require);
  checkReports(reports);
  makePrinter(flags)({ type: 'run_ended', report: merged });
  return writeReports(reports, merged, flags) ? merged.exit_code : 3;
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
