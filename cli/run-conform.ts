import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { conform } from '#conformance';
import type { ConformFlags } from '#conformance/config/flags';
import type { ReportFlag, TimedExchange } from '#conformance/reports/index';
import { ReportFlagError, parseReportFlag, progress, renderReport, wantsColour } from '#conformance/reports/index';
import { describeExchange } from '#conformance/runner/evidence';
import type { RunEvent, RunReport } from '#conformance/judge/verdicts';
import type { RunConformFlags } from './conform.ts';
import { readSettings } from './conform-settings.ts';
import { chooseChecks } from './choose-checks.ts';
import { cleanUpAfter, openRunLedger } from './run-ledger.ts';
import { stopOnInterrupt } from './stop-on-interrupt.ts';
import { UsageError } from './usage-error.ts';

/** More exchanges than this are not kept for a HAR. */
const EXCHANGES_KEPT_MAX = 20_000;

/** Runs the gate as the flags say. @returns the exit code @throws UsageError where nothing has been sent */
export async function runConform(flags: RunConformFlags): Promise<number> {
  const reports = readReportFlags(flags.report ?? []);
  if (flags.list === true) return (await import('./list-checks.ts')).listChecks(flags);
  makeFolders(reports);
  const settings = await readSettings(await withRerun(flags));
  if (flags.dryRun === true) return (await import('./dry-run.ts')).dryRun(settings);

  // What means no check is wrong usage, and nothing has been sent then.
  chooseChecks(settings);
  const say = sayTo(flags);
  const notices =
    flags.doctor === false ? { fatal: [], notices: [] } : await (await import('./first-look.ts')).lookFirst(settings);
  if (notices.fatal.length > 0) {
    for (const line of notices.fatal) process.stderr.write(`gristmill: ${line}\n`);
    return 3;
  }
  const stop = stopOnInterrupt();
  const ledger = openRunLedger(settings);
  const exchanges: TimedExchange[] = [];
  const wants_har = reports.some(({ format }) => format === 'har');
  try {
    const report = await conform(settings, {
      onEvent: say,
      stop: stop.signal,
      ledger,
      notices: [...settings.notices, ...notices.notices],
      selection: describeSelection(flags),
      ...(wants_har
        ? {
            onExchange: (exchange, run) => {
              if (exchanges.length >= EXCHANGES_KEPT_MAX) return;
              exchanges.push({ ...describeExchange(run, exchange), started_at: new Date(exchange.sent_at_ms).toISOString() });
            },
          }
        : {}),
      ...(flags.cleanup === false ? {} : { cleanUp: async (run) => cleanUpAfter(run, ledger) }),
    });
    if (flags.updateBaseline !== undefined)
      (await import('./update-baseline.ts')).updateBaseline(flags.updateBaseline, report, settings.privacy_can_be_baselined);
    const is_written = writeReports(reports, report, exchanges);
    if (is_written && reports.length > 0 && flags.quiet !== true) {
      process.stdout.write(`Written: ${reports.map(({ path }) => path).join(', ')}\n`);
    }
    return is_written ? report.exit_code : 3;
  } finally {
    ledger.close();
    stop.done();
  }
}

function readReportFlags(flags: readonly string[]): readonly ReportFlag[] {
  try {
    return flags.map(parseReportFlag);
  } catch (error) {
    if (error instanceof ReportFlagError) throw new UsageError('conform', error.message);
    throw error;
  }
}

/** Before anything is sent: a report that has nowhere to go would cost a whole run. @throws UsageError */
function makeFolders(reports: readonly ReportFlag[]): void {
  for (const { path } of reports) {
    try {
      mkdirSync(dirname(path), { recursive: true });
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) throw new Error('it is a folder');
    } catch (error) {
      throw new UsageError('--report', `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** What to run again is read from a report of an earlier run. */
async function withRerun(flags: RunConformFlags): Promise<ConformFlags> {
  if (flags.rerunFailed === undefined) return flags;
  const { findFailed } = await import('./rerun-failed.ts');
  return { ...flags, only: [...(flags.only ?? []), ...findFailed(flags.rerunFailed)] };
}

function sayTo({ quiet, verbose }: RunConformFlags): (event: RunEvent) => void {
  if (quiet === true) return () => undefined;
  const { isTTY: is_tty, columns } = process.stdout;
  const colour = wantsColour(is_tty, process.env);
  return progress((text) => process.stdout.write(text), { is_tty, columns, colour, is_verbose: verbose === true });
}

/** A report that cannot be written must not end in success. */
function writeReports(reports: readonly ReportFlag[], report: RunReport, exchanges: readonly TimedExchange[]): boolean {
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
  return is_written;
}

function describeSelection({ only = [], skip = [], clause = [], shard, rerunFailed }: RunConformFlags): readonly string[] {
  return [
    ...only.map((pattern) => `--only ${pattern}`),
    ...skip.map((pattern) => `--skip ${pattern}`),
    ...clause.map((id) => `--clause ${id}`),
    ...(shard === undefined ? [] : [`--shard ${shard}`]),
    ...(rerunFailed === undefined ? [] : [`--rerun-failed ${rerunFailed}`]),
  ];
}
