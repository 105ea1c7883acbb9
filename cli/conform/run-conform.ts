import { conform } from '#conformance';
import type { ConformFlags } from '#conformance/config/flags';
import type { Settings } from '#client';
import { SetupFault, describeFault } from '#client';
import type { Inconclusive } from '#conformance/reports/inconclusive';
import { reportInconclusive } from '#conformance/reports/inconclusive';
import type { TimedExchange } from '#conformance/reports/index';
import type { RunEvent } from '#conformance/check/verdicts';
import { applyBaseline } from '#conformance/runner/baseline';
import { redactExchanges } from '#conformance/runner/redact-report';
import { describeExchange } from '#conformance/check/evidence';
import { checkOutput } from '../flags/check-output.ts';
import type { RunConformFlags } from './conform-flags.ts';
import { readSettings } from '../flags/conform-settings.ts';
import { chooseChecks } from '../flags/choose-checks.ts';
import { describeSelection } from '../flags/describe-selection.ts';
import { catchFaults, sayFault } from '../runs/catch-faults.ts';
import { cleanUpAfter, openRunLedger } from '../runs/run-ledger.ts';
import { UsageError } from '../usage-error.ts';
import { checkReports, readReportFlags, sayTo, writeReports } from '../flags/report-flags.ts';
import { stopOnInterrupt } from '../runs/stop-on-interrupt.ts';

/** More exchanges than this are not kept for a HAR. */
const EXCHANGES_KEPT_MAX = 20_000;

/** Runs the gate as the flags say. @returns the exit code @throws UsageError where nothing has been sent */
export async function runConform(flags: RunConformFlags): Promise<number> {
  const reports = readReportFlags(flags.report);
  refuseUnwritten(flags);
  if (flags.list === true) return (await import('./list-checks.ts')).listChecks(await withRerun(flags));
  checkReports(reports);
  if (flags.updateBaseline !== undefined) checkOutput('--update-baseline', flags.updateBaseline);
  const selection = describeSelection(flags);
  const giveUp = (at: Omit<Inconclusive, 'selection' | 'is_strict'>): number => {
    const report = reportInconclusive({ ...at, selection, is_strict: flags.strict === true });
    for (const reason of at.reasons) process.stderr.write(`gristmill: ${reason}\n`);
    writeReports(reports, report, { exchanges: [], quiet: flags.quiet });
    return report.exit_code;
  };
  const settings = await readSettings(await withRerun(flags)).catch((error: unknown) => {
    if (error instanceof SetupFault) return error;
    throw error;
  });
  if (settings instanceof SetupFault)
    return giveUp({ base_url: settings.base_url, reasons: settings.faults.map(describeFault), notices: [] });
  if (flags.dryRun === true) return (await import('./dry-run.ts')).dryRun(settings);

  // What means no check is wrong usage, and nothing has been sent then.
  chooseChecks('conform', settings);
  const say = knowing(settings, sayTo(flags));
  const look =
    flags.doctor === false
      ? { fatal: [], notices: [] }
      : await (
          await import('../runs/first-look.ts')
        )
          .lookFirst(settings)
          .catch((error: unknown) => ({ fatal: [sayFault(error)], notices: [] }));
  if (look.fatal.length > 0) return giveUp({ ...settings, reasons: look.fatal, notices: look.notices });
  // At the beginning, too: a long run is better stopped than read in vain. The end says what each has cost.
  const notices = [...settings.notices, ...look.notices];
  for (const message of notices) say({ type: 'notice', message });
  const stop = stopOnInterrupt();
  const caught = catchFaults();
  const ledger = openRunLedger(settings);
  const exchanges: TimedExchange[] = [];
  const wants_har = reports.some(({ format }) => format === 'har');
  try {
    const report = await conform(settings, {
      onEvent: say,
      stop: AbortSignal.any([stop.signal, caught.signal]),
      faults: caught.faults,
      ledger,
      notices,
      selection,
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
    // What was secret all along may have come to light after an exchange was described.
    const redacted = redactExchanges(settings.redactor, exchanges);
    return writeReports(reports, report, { exchanges: redacted, quiet: flags.quiet }) ? report.exit_code : 3;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return giveUp({ ...settings, reasons: [sayFault(error)], notices });
  } finally {
    ledger.close();
    caught.done();
    stop.done();
  }
}

/** @throws UsageError for a file that would never be written */
function refuseUnwritten({ list, dryRun, report = [], updateBaseline }: RunConformFlags): void {
  const mode = list === true ? '--list' : dryRun === true ? '--dry-run' : undefined;
  const file = report.length > 0 ? '--report' : updateBaseline === undefined ? undefined : '--update-baseline';
  if (mode !== undefined && file !== undefined)
    throw new UsageError(file, `${mode} runs nothing, so there is nothing to write; leave one of them out`);
}

/** What the baseline accepts is told as known when it occurs, and not as a failure that turns out to be none at the end. */
function knowing({ baseline, privacy_can_be_baselined }: Settings, say: (event: RunEvent) => void): (event: RunEvent) => void {
  return (event) => {
    if (event.type !== 'check_ended') {
      say(event);
      return;
    }
    const [result = event.result] = applyBaseline([event.result], baseline, privacy_can_be_baselined).results;
    say({ ...event, result });
  };
}

/** What to run again is read from a report of an earlier run. */
async function withRerun(flags: RunConformFlags): Promise<ConformFlags> {
  if (flags.rerunFailed === undefined) return flags;
  const { findFailed } = await import('../flags/rerun-failed.ts');
  return { ...flags, only: [...(flags.only ?? []), ...findFailed(flags.rerunFailed)] };
}
