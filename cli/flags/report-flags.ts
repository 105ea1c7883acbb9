/** The flag --report, and what the commands that judge say while they run. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ReportFlag, TimedExchange } from '#conformance/reports/index';
import { ReportFlagError, parseReportFlag, progress, renderReport, wantsColour } from '#conformance/reports/index';
import type { RunEvent, RunReport } from '#conformance/check/verdicts';
import { checkOutput } from './check-output.ts';
import { UsageError } from '../usage-error.ts';

/** @throws UsageError */
export function readReportFlags(flags: readonly string[] = []): readonly ReportFlag[] {
  try {
    return flags.map(parseReportFlag);
  } catch (error) {
    if (error instanceof ReportFlagError) throw new UsageError('--report', error.message.replace(/^--report\s+/, ''));
    throw error;
  }
}

/** Before anything is sent: a report that has nowhere to go would cost a whole run. @throws UsageError */
export function checkReports(reports: readonly ReportFlag[]): void {
  const paths = new Set<string>();
  for (const { path } of reports) {
    const full = resolve(path);
    if (paths.has(full)) throw new UsageError('--report', `two reports would go to ${path}; give each a path of its own`);
    paths.add(full);
    checkOutput('--report', path);
  }
}

/** Where the events of a run go. */
export function sayTo({ quiet, verbose }: { quiet?: boolean; verbose?: boolean }): (event: RunEvent) => void {
  if (quiet === true) return () => undefined;
  const { isTTY: is_tty, columns } = process.stdout;
  const colour = wantsColour(is_tty, process.env);
  return progress((text) => process.stdout.write(text), { is_tty, columns, colour, is_verbose: verbose === true });
}

interface Written {
  exchanges: readonly TimedExchange[];
  quiet?: boolean | undefined;
}

/** Writes the reports, and says so. A report that cannot be written must not end in success. @returns whether all are written */
export function writeReports(reports: readonly ReportFlag[], report: RunReport, { exchanges, quiet }: Written): boolean {
  let is_written = true;
  for (const { format, path } of reports) {
    try {
      writeFileSync(path, renderReport(format, report, { exchanges }));
    } catch (error) {
      is_written = false;
      process.stderr.write(
        `gristmill: --report: ${path} could not be written: ${error instanceof Error ? error.message : String(error)}\n`,
      );
    }
  }
  if (is_written && reports.length > 0 && quiet !== true) {
    process.stdout.write(`Written: ${reports.map(({ path }) => path).join(', ')}\n`);
  }
  return is_written;
}
