/** The flags --report, --verbose and --quiet. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { RunEvent, RunReport } from '#conformance/check/verdicts';
import type { ReportFlag, TimedExchange } from '#conformance/reports/index';
import {
  ReportFlagError,
  LAST_REPORT_PATH,
  parseReportFlag,
  progress,
  renderAnnotations,
  renderReport,
  wantsColor,
} from '#conformance/reports/index';
import { UsageError, messageOf } from '../errors.ts';
import { checkOutput } from './check-output.ts';

export interface ReportFlags {
  report?: readonly string[];
  verbose?: boolean;
  quiet?: boolean;
}

/**
 * Reads the values of `--report`.
 * @param no_har why the command has no exchanges to write as HAR. Undefined if it has
 * @throws UsageError
 */
export function readReportFlags(flags: readonly string[] = [], no_har?: string): readonly ReportFlag[] {
  try {
    const reports = flags.map((flag) => parseReportFlag(flag, no_har === undefined ? undefined : 'har'));
    if (no_har !== undefined && reports.some(({ format }) => format === 'har')) throw new UsageError('--report', no_har);
    return reports;
  } catch (error) {
    if (error instanceof ReportFlagError) throw new UsageError('--report', error.message);
    throw error;
  }
}

/** Checks before a run that all reports can be written after it. @throws UsageError */
export function checkReports(reports: readonly ReportFlag[]): void {
  const paths = new Set<string>();
  for (const { path } of reports) {
    const full = resolve(path);
    if (paths.has(full)) throw new UsageError('--report', `two reports would go to ${path}; give each its own path`);
    paths.add(full);
    checkOutput('--report', path);
  }
}

/** Prints the events of a run. */
export function makePrinter({ quiet, verbose }: ReportFlags): (event: RunEvent) => void {
  if (quiet === true) return () => undefined;
  const { isTTY: is_tty, columns } = process.stdout;
  const color = wantsColor(is_tty, process.env);
  return progress((text) => process.stdout.write(text), { is_tty, columns, color, is_verbose: verbose === true });
}

/** Writes the reports and prints their paths. @returns whether all are written; a run without its reports is not a success */
export function writeReports(
  reports: readonly ReportFlag[],
  report: RunReport,
  { quiet }: ReportFlags,
  exchanges: readonly TimedExchange[] = [],
): boolean {
  let is_written = true;
  for (const { format, path } of reports) {
    try {
      writeFileSync(path, renderReport(format, report, { exchanges }));
    } catch (error) {
      is_written = false;
      process.stderr.write(`gristmill: --report: ${path} could not be written: ${messageOf(error)}\n`);
    }
  }
  if (is_written && reports.length > 0 && quiet !== true) {
    process.stdout.write(`Written: ${reports.map(({ path }) => path).join(', ')}\n`);
  }
  keepForDashboard(report);
  return reportToGitHub(report) && is_written;
}

/** The dashboard of a mock in the same folder can open it. An error of the file system is ignored: in a folder without write access, a run is complete without this file. */
function keepForDashboard(report: RunReport): void {
  try {
    mkdirSync(dirname(LAST_REPORT_PATH), { recursive: true });
    writeFileSync(LAST_REPORT_PATH, renderReport('json', report, { exchanges: [] }));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

/** In a job of GitHub Actions: annotations, and the job summary. @returns whether the summary is written, if one is wanted */
function reportToGitHub(report: RunReport): boolean {
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY = '' } = process.env;
  if (GITHUB_ACTIONS === 'true') process.stdout.write(renderAnnotations(report));
  if (GITHUB_STEP_SUMMARY === '') return true;
  try {
    appendFileSync(GITHUB_STEP_SUMMARY, renderReport('markdown', report, { exchanges: [] }));
    return true;
  } catch (error) {
    process.stderr.write(`gristmill: GITHUB_STEP_SUMMARY: ${GITHUB_STEP_SUMMARY} could not be written: ${messageOf(error)}\n`);
    return false;
  }
}
