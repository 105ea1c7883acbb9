/** The flag --report, and what the commands that judge say while they run. */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ReportFlag, TimedExchange } from '#conformance/reports/index';
import { ReportFlagError, parseReportFlag, progress, renderReport, wantsColour } from '#conformance/reports/index';
import type { RunEvent, RunReport } from '#conformance/judge/verdicts';
import { UsageError } from './usage-error.ts';

/** @param command whose flags they are @throws UsageError */
export function readReportFlags(command: string, flags: readonly string[] = []): readonly ReportFlag[] {
  try {
    return flags.map(parseReportFlag);
  } catch (error) {
    if (error instanceof ReportFlagError) throw new UsageError(command, error.message);
    throw error;
  }
}

/** Before anything is sent: a report that has nowhere to go would cost a whole run. @throws UsageError */
export function makeFolders(reports: readonly ReportFlag[]): void {
  for (const { path } of reports) {
    try {
      mkdirSync(dirname(path), { recursive: true });
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) throw new Error('it is a folder');
    } catch (error) {
      throw new UsageError('--report', `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    }
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
