import type { Exchange, Ledger, Settings } from '#client';
import {
  NO_LEDGER,
  Run,
  describeInitialClock,
  describeMovedClock,
  elapsedMs,
  learnTargetClock,
  nowIso,
  sendBid,
  timeLimit,
  watchSigningClock,
  watchUnseen,
  PARTS_OF_EVERY_RUN,
} from '#client';
import type { Check } from '../check/check.ts';
import { CHECKS } from '../checks/index.ts';
import { describeInternalError } from '../expectations/describe-internal-error.ts';
import type { CheckResult, RunEvent, RunReport } from '../check/verdicts.ts';
import { OracleRunner } from '../oracles/oracle-runner.ts';
import type { Oracle } from '../oracles/oracle.ts';
import { ORACLES } from '../oracles/index.ts';
import { nameReport } from '../check/name-report.ts';
import { applyBaseline } from './baseline.ts';
import { estimate } from './estimate.ts';
import { concludeRun, countAll, foldClauses } from './conclude-run.ts';
import { learnUnit } from './learn-unit.ts';
import { measurePace } from './measure-pace.ts';
import { runCheck } from './run-check.ts';
import { blockCheck, skipCheck } from '../check/evaluate.ts';
import { redactReport } from './redact-report.ts';
import { explainEnd } from '../check/explain-end.ts';
import { explainWrongAddress } from './explain-wrong-address.ts';
import { CHECKS_AT_ONCE, runInLanes } from './lanes.ts';
import { select } from './select.ts';
import { runWithRetries } from './retry.ts';
import { readVersion } from '../version.ts';

export interface ConformOptions {
  onEvent?: (event: RunEvent) => void;
  /** Receives every exchange, for a HAR. */
  onExchange?: (exchange: Exchange, run: Run) => void;
  /** Ends the run early. What was found so far is reported. */
  stop?: AbortSignal;
  ledger?: Ledger;
  /** How often a failed check is run again. */
  retries?: number;
  /** How many checks run at the same time, apart from those that mostly wait. */
  checks_at_once?: number;
  /** The flags that selected the checks, for the report. */
  selection?: readonly string[];
  notices?: readonly string[];
  /** Where the JSON report will be, for the commands that read it. */
  report_path?: string;
  /** Uncaught errors of Gristmill, as they occur. If there are any, the run only reports what was found. */
  faults?: string[];
  /** Runs after the checks to remove what they created. Returns what is left. */
  cleanUp?: (run: Run) => Promise<readonly string[]>;
}

/** Reads what all checks rely on before the first one. If that fails, no check fails for it. */
const PREPARATION: Check = {
  id: PARTS_OF_EVERY_RUN.preparation,
  title: "The run reads the target's clock",
  clause: 'OP-1',
  needs: [],
  lane: 'open',
  timeout_ms: undefined,
  run: learnTargetClock,
};

/** Sends requests and can create a listing, so it runs only for checks that need a unit. */
const UNIT: Check = { ...PREPARATION, title: 'The run learns a unit', run: learnUnit };

/** Places a bid, so it runs only for checks that can. It comes first, so that no check sends a body whose delivery window the target rejects. */
const WINDOW: Check = {
  ...PREPARATION,
  title: 'The run learns a delivery window',
  needs: ['buyer', 'writes'],
  run: async (t) => {
    await sendBid(t, t.buyer, await t.arrange.lotToBidOn());
  },
};

/** Oracles check all traffic. This check makes sure that every operation is called at least once. */
const COVERAGE_PASS: Check = {
  ...PREPARATION,
  id: PARTS_OF_EVERY_RUN.coverage_pass,
  title: 'The run calls every operation once',
  // It sends several hundred requests, one after the other.
  timeout_ms: 900_000,
  run: async (t) => {
    const { gaps } = await t.coveragePass();
    for (const gap of gaps) t.observe(gap);
  },
};

/**
 * Tests a deployment.
 * @throws SelectionError before anything is sent, if no check is selected
 */
export async function conform(settings: Settings, options: ConformOptions = {}): Promise<RunReport> {
  const { stop = new AbortController().signal, ledger = NO_LEDGER, faults = [], retries = 0 } = options;
  const end = timeLimit(settings.time_limit_ms, [stop]);
  const chosen = select<Check | Oracle>([...CHECKS, ...ORACLES], settings.selection);
  const checks = chosen.filter((item) => 'run' in item);
  const oracles = chosen.filter((item): item is Oracle => !('run' in item));
  // A copy: what a run learns is not for the next one.
  const run = new Run({ ...settings }, ledger);
  const onEvent = (event: RunEvent): void => options.onEvent?.(redactReport(run.redactor, event));
  const oracle_runner = new OracleRunner(run, oracles);
  if (options.onExchange !== undefined) run.http.watch((exchange) => options.onExchange?.(exchange, run));
  const unseen = watchUnseen(run);
  const signing = watchSigningClock(run);

  const started_at = nowIso();
  const began = elapsedMs();
  const results: CheckResult[] = [];
  const record = (result: CheckResult): void => {
    results.push(result);
    onEvent({ type: 'check_ended', result, done: results.length, of: chosen.length });
  };
  let wrong_address: string | undefined;
  const runOne = async (check: Check, stepAside: () => void): Promise<void> => {
    onEvent({ type: 'check_started', id: check.id, title: check.title });
    const result =
      explainNotRunning(check, run, end, wrong_address) ??
      (await runWithRetries(retries, end, async () => runCheck(run, check, end, stepAside)));
    record(result);
  };
  try {
    const pace = await measurePace(run.http, end);
    onEvent({
      type: 'run_started',
      base_url: settings.base_url,
      checks: chosen.length,
      estimated_seconds: estimate(checks, run, pace).seconds,
    });
    wrong_address = await explainWrongAddress(run, end);
    if (wrong_address === undefined) await prepare(run, checks, end);
    const coverage_pass = wrong_address === undefined && oracles.length > 0 ? runCheck(run, COVERAGE_PASS, end) : undefined;
    // On a slow or rate-limited target, it would take so long alongside other checks that checks waiting for it would time out.
    if (pace.response_ms > QUICK_MS || Number.isFinite(settings.requests_per_second)) await coverage_pass;
    await runInLanes(checks, options.checks_at_once ?? CHECKS_AT_ONCE, runOne, coverage_pass);
    const leftovers = [...(await cleanUpAfter(run, options, faults)), ...describeMovedClock(run)];
    for (const result of oracle_runner.conclude()) record(result);
    const whole = makeReport(settings, chosen, results, run, {
      started_at,
      duration_ms: elapsedMs() - began,
      // An error of Gristmill ends a run like an interruption.
      is_interrupted: stop.aborted && faults.length === 0,
      faults,
      leftovers,
      selection: options.selection ?? [],
      report_path: options.report_path,
      notices: [
        ...(options.notices ?? []),
        ...unseen.describe(),
        ...run.http.describeRepeats(),
        ...describeInitialClock(run),
        ...signing.describe(),
      ],
    });
    const report = redactReport(run.redactor, whole);
    options.onEvent?.({ type: 'run_ended', report });
    return report;
  } finally {
    await run.close();
  }
}

/** The result of a check that would show nothing, because the run is at its end. Undefined: it can run. */
function explainNotRunning(check: Check, run: Run, end: AbortSignal, wrong_address: string | undefined): CheckResult | undefined {
  if (end.aborted) return skipCheck(check, ...explainEnd(end));
  const { stop_reason } = run.http;
  if (stop_reason !== undefined) return blockCheck(check, stop_reason);
  return wrong_address === undefined ? undefined : skipCheck(check, wrong_address, 'target.base_url');
}

/** A target that responds within this time gets the coverage pass and the first checks at the same time. */
const QUICK_MS = 30;

/** Learns what the checks rely on. */
async function prepare(run: Run, checks: readonly Check[], end: AbortSignal): Promise<void> {
  await run.receiver.test();
  await runCheck(run, PREPARATION, end);
  if (checks.some(({ needs }) => needs.some((need) => need === 'fixture:unit' || need === 'fixture:amount_key')))
    await runCheck(run, UNIT, end);
  if (checks.some(({ needs }) => WINDOW.needs.every((need) => needs.includes(need)))) await runCheck(run, WINDOW, end);
}

/** A failed cleanup is reported, and the report is still written. */
async function cleanUpAfter(run: Run, { cleanUp }: ConformOptions, faults: string[]): Promise<readonly string[]> {
  try {
    return (await cleanUp?.(run)) ?? [];
  } catch (error) {
    faults.push(describeInternalError(error));
    return ['cleaning up failed; run gristmill cleanup to try again'];
  }
}

type Circumstances = Pick<
  RunReport,
  'started_at' | 'duration_ms' | 'is_interrupted' | 'faults' | 'leftovers' | 'selection' | 'notices'
>;

function makeReport(
  settings: Settings,
  chosen: readonly (Check | Oracle)[],
  results: readonly CheckResult[],
  run: Run,
  { report_path, ...at }: Circumstances & { report_path: string | undefined },
): RunReport {
  const selected = new Set(chosen.map(({ clause }) => clause));
  const not_selected = [...CHECKS, ...ORACLES]
    .filter((item) => !chosen.includes(item))
    .map((item): CheckResult => ({ ...skipCheck(item, 'not selected'), verdict: 'not_selected' }));
  const order = new Map([...CHECKS, ...ORACLES].map(({ id }, i): [string, number] => [id, i]));
  const all = [...results, ...not_selected].toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  const { results: applied, stale } = applyBaseline(all, settings.baseline, settings.privacy_can_be_baselined);
  const checks = report_path === undefined ? applied : nameReport(applied, report_path);
  const clauses = foldClauses(checks);
  const { stop_reason: stopped } = run.http;
  const known = {
    ...at,
    ...(stopped === undefined ? {} : { stopped }),
    stale_baseline: stale,
    is_anonymous: !run.tokens.has_worked,
  };
  const conclusion = concludeRun(checks, clauses, { ...known, require: settings.require, selected });
  const { base_url, auth_url, mode, is_mock } = settings;
  return {
    gristmill: readVersion(),
    target: { base_url, auth_url, mode: mode ?? 'unknown', is_mock },
    ...known,
    ended_at: nowIso(),
    seed: settings.seed,
    is_strict: settings.is_strict,
    ...conclusion,
    counts: countAll(checks, clauses, run.http.requests),
    clauses,
    checks,
  };
}
