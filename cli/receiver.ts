import type { Selection } from '#client';
import { attackReceiver } from '#conformance/receiver/attack';
import { refuseWithoutConsent } from '#conformance/receiver/consent';
import type { Drill } from '#conformance/receiver/drill';
import { DRILLS } from '#conformance/receiver/drills/index';
import type { ReceiverFlags } from '#conformance/receiver/resolve-config';
import { readReceiverFlags, readReceiverUrl, resolveReceiver } from '#conformance/receiver/resolve-config';
import { reportInconclusive } from '#conformance/reports/inconclusive';
import { RECEIVER_MODE } from '#conformance/reports/subject';
import type { Command } from 'commander';
import { ExitCode, UsageError } from './errors.ts';
import { addExamples, addOptions, collect } from './flags/options.ts';
import { type ReportFlags, checkReports, makePrinter, readReportFlags, writeReports } from './flags/report-flags.ts';
import { chooseFrom, describeSelection } from './flags/selection.ts';
import { asUsageError } from './flags/values.ts';
import { catchFaults, describeOwnFault, stopOnInterrupt } from './runs.ts';

interface RunFlags extends ReceiverFlags, ReportFlags {
  list?: boolean;
}

export function configure(command: Command): void {
  command
    .argument('[url]', 'where your receiver accepts deliveries, such as http://127.0.0.1:3000/webhooks')
    .action(async (url: string | undefined, flags: RunFlags) => {
      throw new ExitCode(await runReceiver({ ...flags, url }));
    });
  addOptions(command, [
    'secret',
    'secret_env',
    ['--effect-url <url>', 'URL with the counts of effects: { "effects": n, "by_id": { … } }'],
    ['--effect-command <command>', 'a shell command that prints the same'],
    ['--fail-url <url>', 'a POST here makes the next delivery fail inside the receiver'],
    ['--event <type>', 'type of most deliveries; should have an effect (default: bid.accepted)'],
    ['--sandbox', 'deliver with livemode false'],
    ['--only <patterns>', 'run only these drills, clauses, or areas, such as SIG-3,RTY,"EVT-1*"', collect],
    ['--skip <patterns>', 'skip these drills, clauses, or areas', collect],
    ['--clause <ids>', 'the same as --only, for clauses alone, such as SIG-3,RTY-1', collect],
    ['--list', 'list the drills and send nothing'],
    'strict',
    ['--require <ids>', 'exit with 3 unless these clauses are verified, such as SIG-3,RTY-1', collect],
    'max_minutes',
    ['--timeout <seconds>', 'how long to wait for a response (default: 10, like the marketplace)'],
    ['--patience <level>', 'wait before repeats: quick 10 s (default), standard 70 s, full 36 min'],
    'report',
    ['--verbose', 'also print what the receiver did where the document leaves a choice'],
    'quiet',
  ]);
  addExamples(
    command,
    [
      'gristmill receiver http://127.0.0.1:3000/webhooks --secret-env WEBHOOK_SECRET',
      'gristmill receiver http://127.0.0.1:3000/webhooks --effect-url http://127.0.0.1:3000/effects',
      'gristmill receiver --list --only SIG',
    ],
    '0 no stated clause violated, 1 violated, 2 wrong usage, 3 inconclusive, 130 interrupted',
  );
}

/** @returns the exit code @throws UsageError before anything is sent */
async function runReceiver(flags: RunFlags): Promise<number> {
  const reports = readReportFlags(flags.report, 'a receiver test has no HAR; choose another format');
  if (flags.list === true) {
    if (reports.length > 0)
      throw new UsageError('--report', '--list runs no drills, so there is nothing to write; remove one of the two');
    return listDrills(flags);
  }
  const settings = asUsageError(() => resolveReceiver(flags, process.env));
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
    writeReports(reports, reportInconclusive({ ...about, is_strict: settings.is_strict }), flags);
    return 3;
  };
  if (refusal !== undefined) return giveUp(refusal);
  const stop = stopOnInterrupt({ leaves_objects: false });
  const caught = catchFaults();
  try {
    const report = await attackReceiver(settings, {
      onEvent: makePrinter(flags),
      stop: AbortSignal.any([stop.signal, caught.signal]),
      faults: caught.faults,
      selection: describeSelection(flags),
    });
    return writeReports(reports, report, flags) ? report.exit_code : 3;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return giveUp(describeOwnFault(error));
  } finally {
    caught.done();
    stop.done();
  }
}

/** @throws UsageError if the selection is empty */
function chooseDrills(selection: Selection): readonly Drill[] {
  return chooseFrom('receiver', DRILLS, selection, { noun: 'drill', command: 'gristmill receiver' });
}

/** Prints the selected drills. Sends nothing. */
function listDrills(flags: RunFlags): number {
  const { selection } = asUsageError(() => {
    if (flags.url !== undefined) readReceiverUrl('<url>', flags.url);
    return readReceiverFlags(flags);
  });
  for (const { id, title } of chooseDrills(selection)) {
    process.stdout.write(`${id}  ${title}\n`);
  }
  return 0;
}
