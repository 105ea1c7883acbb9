import { writeFileSync } from 'node:fs';
import type { Exchange, Settings } from '#client';
import { NO_LEDGER, Run, SetupFault, dateFromToday, describeFault } from '#client';
import { conform } from '#conformance';
import type { Check } from '#conformance/check/check';
import type { CheckVerdict, RunEvent, RunReport } from '#conformance/check/verdicts';
import { CHECKS } from '#conformance/checks/index';
import type { ConformFlags } from '#conformance/config/flags';
import { countOf, verbFor } from '#conformance/reports/text/wording';
import { findTarget, readFlagsAndFiles } from '#conformance/config/resolve-config';
import { ORACLES } from '#conformance/oracles/index';
import type { Oracle } from '#conformance/oracles/oracle';
import type { Inconclusive } from '#conformance/reports/inconclusive';
import { reportInconclusive } from '#conformance/reports/inconclusive';
import { LAST_REPORT_PATH, timeExchanges } from '#conformance/reports/index';
import { applyBaseline, makeBaseline } from '#conformance/runner/baseline';
import { listNeededActors } from '#conformance/doctor/needed-actors';
import { redactReport } from '#conformance/runner/redact-report';
import { RETRIES_MAX } from '#conformance/runner/retry';
import { explainNeeds } from '#conformance/runner/explain-needs';
import type { Command } from 'commander';
import { ExitCode, UsageError } from './errors.ts';
import { checkOutput } from './flags/check-output.ts';
import { TARGET_OPTIONS, addExamples, addOptions, addTarget, collect } from './flags/options.ts';
import { type ReportFlags, checkReports, makePrinter, readReportFlags, writeReports } from './flags/report-flags.ts';
import { readSettings } from './flags/settings.ts';
import { chooseFrom, describeSelection, readReport } from './flags/selection.ts';
import { asUsageErrorAsync, readNumberFlag } from './flags/values.ts';
import {
  catchFaults,
  cleanUpAfter,
  describeOwnFault,
  examineSetUp,
  loadSetUpCheck,
  openRunLedger,
  skipSetUpCheck,
  stopOnInterrupt,
} from './runs.ts';

interface RunFlags extends ConformFlags, ReportFlags {
  list?: boolean;
  dryRun?: boolean;
  /** False with --no-cleanup. */
  cleanup?: boolean;
  /** False with --no-doctor. */
  doctor?: boolean;
  retries?: string;
  updateBaseline?: string;
  rerunFailed?: string;
}

export function configure(command: Command): void {
  addOptions(addTarget(command), [
    ...TARGET_OPTIONS,
    'without',
    'max_minutes',
    'only',
    'skip',
    'clause',
    ['--shard <i/n>', 'run the i-th of n parts, to share the work between machines'],
    ['--rerun-failed <file>', 'run what failed, warned, or could not run in this JSON report'],
    ['--list', 'list the checks and send nothing'],
    ['--dry-run', 'send only probes; show what would run and what the rest needs'],
    ['--seed <text>', 'text to use in the names of created objects (default: random)'],
    ['--patience <level>', 'webhook attempts to wait for: quick 2 (default), standard 3, full 5'],
    ['--retries <number>', `run a failed check again, up to ${RETRIES_MAX} times; one that then passes is flaky`],
    'strict',
    'require',
    ['--baseline <file>', 'accept the failures in this file until they expire'],
    ['--update-baseline <file>', 'write the current failures to this file, accepted for 30 days'],
    ['--report <format=path>', 'write json, junit, html, markdown, har, badge, or text; repeatable', collect],
    'ledger',
    'no_ledger',
    'no_cleanup',
    'no_doctor',
    'verbose',
    'quiet',
  ]).action(async (target: string | undefined, flags: RunFlags) => {
    throw new ExitCode(await runConform({ ...flags, target }));
  });
  addExamples(
    command,
    [
      'gristmill conform http://127.0.0.1:4010/v1',
      'gristmill conform --config staging.yaml --report html=report.html --report junit=report.xml',
      'gristmill conform https://sandbox.example.com/v1 --only PRIV --read-only',
    ],
    '0 no check failed, 1 a check failed, 2 wrong usage, 3 inconclusive, 130 interrupted',
  );
}

/** A HAR file keeps at most this number of exchanges. */
const EXCHANGES_KEPT_MAX = 20_000;

/** @returns the exit code @throws UsageError before anything is sent */
async function runConform(flags: RunFlags): Promise<number> {
  const reports = readReportFlags(flags.report);
  rejectUnwrittenFiles(flags);
  if (flags.list === true) return listChecks(addRerun(flags));
  checkReports(reports);
  if (flags.updateBaseline !== undefined) checkOutput('--update-baseline', flags.updateBaseline);
  const retries = flags.retries === undefined ? 0 : readNumberFlag('--retries', flags.retries, { min: 0, max: RETRIES_MAX });
  const selection = describeSelection(flags);
  const giveUp = (at: Omit<Inconclusive, 'selection' | 'is_strict'>): number => {
    const report = reportInconclusive({ ...at, selection, is_strict: flags.strict === true });
    for (const reason of at.reasons) process.stderr.write(`gristmill: ${reason}\n`);
    writeReports(reports, report, flags);
    return report.exit_code;
  };
  const flags_of_run = addRerun(flags);
  // An empty selection is wrong usage, so it is reported before anything is sent.
  await chooseOffline(flags_of_run);
  await loadSetUpCheck();
  const settings = await readSettings(flags_of_run).catch((error: unknown) => {
    if (error instanceof SetupFault) return error;
    throw error;
  });
  if (settings instanceof SetupFault)
    return giveUp({ base_url: settings.base_url, reasons: settings.faults.map(describeFault), notices: [] });
  if (flags.dryRun === true) return dryRun(settings);

  const print = markKnown(settings, makePrinter(flags));
  const setup =
    flags.doctor === false
      ? await skipSetUpCheck(settings)
      : await examineSetUp(settings).catch((error: unknown) => ({ fatal: [describeOwnFault(error)], notices: [] }));
  if (setup.fatal.length > 0) return giveUp({ ...settings, reasons: setup.fatal, notices: setup.notices });
  // Notices are printed before the run as well as after it, so that a long run can be stopped early.
  const notices = [...settings.notices, ...noticesOfActors(settings), ...setup.notices];
  for (const message of notices) print({ type: 'notice', message });
  const stop = stopOnInterrupt({ leaves_objects: true });
  const caught = catchFaults();
  const ledger = openRunLedger(settings);
  const exchanges: Exchange[] = [];
  const onExchange = (exchange: Exchange): void => {
    if (exchanges.length < EXCHANGES_KEPT_MAX) exchanges.push(exchange);
  };
  try {
    const report = await conform(settings, {
      onEvent: print,
      stop: AbortSignal.any([stop.signal, caught.signal]),
      faults: caught.faults,
      ledger,
      retries,
      notices,
      selection,
      report_path: reports.find(({ format }) => format === 'json')?.path ?? LAST_REPORT_PATH,
      ...(reports.some(({ format }) => format === 'har') ? { onExchange } : {}),
      ...(flags.cleanup === false ? {} : { cleanUp: async (run) => cleanUpAfter(run, ledger) }),
    });
    if (flags.updateBaseline !== undefined) updateBaseline(flags.updateBaseline, report, settings.privacy_can_be_baselined);
    const redacted = redactReport(settings.redactor, timeExchanges(settings.redactor, exchanges));
    return writeReports(reports, report, flags, redacted) ? report.exit_code : 3;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return giveUp({ ...settings, reasons: [describeOwnFault(error)], notices });
  } finally {
    ledger.close();
    caught.done();
    stop.done();
  }
}

/** @throws UsageError for a flag that names a file to write, in a mode that runs no checks */
function rejectUnwrittenFiles({ list, dryRun: is_dry, report = [], updateBaseline: baseline }: RunFlags): void {
  const mode = list === true ? '--list' : is_dry === true ? '--dry-run' : undefined;
  const file = report.length > 0 ? '--report' : baseline === undefined ? undefined : '--update-baseline';
  if (mode !== undefined && file !== undefined)
    throw new UsageError(file, `${mode} runs no checks, so there is nothing to write; remove one of the two`);
}

/** Wraps a printer so that failures that the baseline accepts are printed as known. */
function markKnown(
  { baseline, privacy_can_be_baselined }: Settings,
  print: (event: RunEvent) => void,
): (event: RunEvent) => void {
  return (event) => {
    if (event.type !== 'check_ended') {
      print(event);
      return;
    }
    const [result = event.result] = applyBaseline([event.result], baseline, privacy_can_be_baselined).results;
    print({ ...event, result });
  };
}

const RERUN: readonly CheckVerdict[] = ['fail', 'unexpected_pass', 'flaky', 'warn', 'error', 'blocked'];

/** Selects what did not pass in an earlier report, if --rerun-failed names one. @throws ExitCode if everything passed */
function addRerun(flags: RunFlags): ConformFlags {
  const { rerunFailed: path, only = [] } = flags;
  if (path === undefined) return flags;
  const { checks, exit_code, reasons } = readReport('--rerun-failed', path);
  const failed = checks.filter(({ verdict }) => RERUN.includes(verdict)).map(({ id }) => id);
  if (failed.length > 0) return { ...flags, only: [...only, ...failed] };
  if (exit_code !== 0) {
    const why = `no check failed in ${path}, but its exit code is ${exit_code}: ${reasons[0] ?? 'it has no reason'}`;
    throw new UsageError('--rerun-failed', `${why}; remove the flag to run everything`);
  }
  // A step in CI that reruns failures must not fail because there are none.
  process.stdout.write(`Nothing failed in ${path}, so there is nothing to run again.\n`);
  throw new ExitCode(0);
}

/** The notices about actors that the selected checks need. */
function noticesOfActors(settings: Settings): readonly string[] {
  const checks = chooseChecks(settings).filter((check) => 'run' in check);
  const needed = listNeededActors(checks, settings);
  return [...settings.actor_notices].flatMap(([name, notice]) => (needed.has(name) ? [notice] : []));
}

/** @throws UsageError if the selection is empty */
export function chooseChecks({ selection }: Pick<Settings, 'selection'>, command = 'conform'): readonly (Check | Oracle)[] {
  return chooseFrom<Check | Oracle>(command, [...CHECKS, ...ORACLES], selection);
}

/** Prints the selected checks. Sends nothing. @throws UsageError for everything that a run would reject */
async function listChecks(flags: ConformFlags): Promise<number> {
  for (const { id, title } of await chooseOffline(flags)) process.stdout.write(`${id}  ${title}\n`);
  return 0;
}

/** Reads the flags and the configuration, and sends nothing. @throws UsageError if they are invalid or select no check */
async function chooseOffline(flags: ConformFlags): Promise<readonly (Check | Oracle)[]> {
  const { run } = await asUsageErrorAsync(async () => {
    const offline = await readFlagsAndFiles(flags, process.cwd());
    findTarget(flags, offline.loaded, process.env);
    return offline;
  });
  return chooseChecks(run);
}

/** Prints which checks would run, and what the others need. Runs no check. */
async function dryRun(settings: Settings): Promise<number> {
  const run = new Run(settings, NO_LEDGER);
  try {
    const chosen = chooseChecks(settings);
    const checks = chosen.filter((check) => 'run' in check);
    const reasonOf = (check: Check): string => {
      const problem = explainNeeds(run, check.needs);
      if (problem === undefined) return '';
      const [reason, config_key] = problem;
      return config_key === undefined ? reason : `${reason} (${verbFor(config_key)} ${config_key})`;
    };
    const by_reason = Map.groupBy(checks, reasonOf);
    const would_run = by_reason.get('')?.length ?? 0;
    process.stdout.write(
      `${countOf(would_run, 'check')} would run against ${settings.base_url}, and ${countOf(chosen.length - checks.length, 'oracle')} would inspect every response.\n`,
    );
    for (const [reason, lacking] of [...by_reason].toSorted(([, one], [, other]) => other.length - one.length)) {
      if (reason === '') continue;
      process.stdout.write(
        `${countOf(lacking.length, 'check')} could not run: ${reason}\n  ${lacking.map(({ id }) => id).join(' ')}\n`,
      );
    }
    return 0;
  } finally {
    await run.close();
  }
}

const ACCEPTED_DAYS = 30;

/** Writes the current failures as known. */
function updateBaseline(path: string, { checks }: RunReport, privacy_can_be_baselined: boolean): void {
  const entries = makeBaseline(checks, dateFromToday(ACCEPTED_DAYS), privacy_can_be_baselined);
  const left_out = checks.filter(({ verdict }) => verdict === 'fail').length - entries.length;
  writeFileSync(path, `${JSON.stringify(entries, null, 2)}\n`);
  const note = left_out > 0 ? `; ${left_out} left out: privacy failures need privacy_can_be_baselined` : '';
  const wrote = `wrote ${countOf(entries.length, 'known failure')} to ${path}${note}`;
  process.stderr.write(`gristmill: ${wrote}; to accept them in later runs, pass --baseline ${path}\n`);
}
