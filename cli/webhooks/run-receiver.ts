import { attackReceiver } from '#conformance/receiver/attack';
import { refuseWithoutConsent } from '#conformance/receiver/consent';
import type { Drill } from '#conformance/receiver/drill';
import { DRILLS } from '#conformance/receiver/drills/index';
import { readReceiverFlags, readReceiverUrl, settleReceiver } from '#conformance/receiver/resolve-config';
import type { Selection } from '#client';
import { reportInconclusive } from '#conformance/reports/inconclusive';
import { RECEIVER_MODE } from '#conformance/reports/subject';
import { asUsageError } from '../flags/as-usage-error.ts';
import { chooseFrom } from '../flags/choose-checks.ts';
import { describeSelection } from '../flags/describe-selection.ts';
import type { RunReceiverFlags } from './receiver-flags.ts';
import { checkReports, readReportFlags, sayTo, writeReports } from '../flags/report-flags.ts';
import { catchFaults, sayFault } from '../runs/catch-faults.ts';
import { stopOnInterrupt } from '../runs/stop-on-interrupt.ts';
import { UsageError } from '../usage-error.ts';

/** Attacks a receiver as the flags say. @returns the exit code @throws UsageError where nothing has been sent */
export async function runReceiver(flags: RunReceiverFlags): Promise<number> {
  const reports = readReportFlags(flags.report);
  if (reports.some(({ format }) => format === 'har')) throw new UsageError('--report', 'a run against a receiver writes no har');
  if (flags.list === true) {
    if (reports.length > 0)
      throw new UsageError('--report', '--list runs nothing, so there is nothing to write; leave one of them out');
    return listDrills(flags);
  }
  const settings = asUsageError(() => settleReceiver(flags, process.env));
  chooseDrills(settings.selection);
  checkReports(reports);
  const refusal = await refuseWithoutConsent(settings.url, settings.secret);
  const giveUp = (reason: string): number => {
    process.stderr.write(`gristmill: ${reason}\n`);
    const { origin, pathname } = new URL(settings.url);
    const about = {
      base_url: `${origin}${pathname}`,
      mode: RECEIVER_MODE,
      reasons: [reason],
      selection: describeSelection(flags),
    };
    writeReports(reports, reportInconclusive({ ...about, is_strict: settings.is_strict }), { exchanges: [], quiet: flags.quiet });
    return 3;
  };
  if (refusal !== undefined) return giveUp(refusal);
  const stop = stopOnInterrupt('');
  const caught = catchFaults();
  try {
    const report = await attackReceiver(settings, {
      onEvent: sayTo(flags),
      stop: AbortSignal.any([stop.signal, caught.signal]),
      faults: caught.faults,
      selection: describeSelection(flags),
    });
    return writeReports(reports, report, { exchanges: [], quiet: flags.quiet }) ? report.exit_code : 3;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return giveUp(sayFault(error));
  } finally {
    caught.done();
    stop.done();
  }
}

/** @throws UsageError where the selection means no drill */
function chooseDrills(selection: Selection): readonly Drill[] {
  return chooseFrom('receiver', DRILLS, selection, { noun: 'drill', command: 'gristmill receiver' });
}

/** Prints what a selection means, one drill a line. Sends nothing. */
function listDrills(flags: RunReceiverFlags): number {
  const { selection } = asUsageError(() => {
    if (flags.url !== undefined) readReceiverUrl('<url>', flags.url);
    return readReceiverFlags(flags);
  });
  for (const { id, title } of chooseDrills(selection)) {
    process.stdout.write(`${id}  ${title}\n`);
  }
  return 0;
}
