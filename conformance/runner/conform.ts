import type { Exchange, Ledger, Settings } from '#client';
import {
  NO_LEDGER,
  Run,
  noneIfFinding,
  describeMovedClock,
  elapsedMs,
  learnTargetClock,
  nowIso,
  watchSigningClock,
  watchUnseen,
} from '#client';
import type { Check } from '../check/check.ts';
import { CHECKS } from '../checks/index.ts';
import { describeInternalError } from '../expectations/own-fault.ts';
import type { CheckResult, RunEvent, RunReport } from '../check/verdicts.ts';
import { Bench } from '../oracles/oracle-runner.ts';
import type { Oracle } from '../oracles/oracle.ts';
import { ORACLES } from '../oracles/index.ts';
import { applyBaseline } from './baseline.ts';
import { estimate } from './estimate.ts';
import { concludeRun, countAll, foldClauses } from './conclude-run.ts';
import { runCheck } from './run-check.ts';
import { skipCheck } from '../check/evaluate.ts';
import { redactReport } from './redact-report.ts';
import { endOf, explainEnd } from '../check/explain-end.ts';
import { CHECKS_AT_ONCE, runInLanes } from './lanes.ts';
import { select } from './select.ts';
import { runWithRetries } from './retry.ts';
import { readVersion } from '../version.ts';

export interface ConformOptions {
  /** Told of everything as it happens. */
  onEvent?: (event: RunEvent) => void;
  /** Told of every exchange, for a HAR. */
  onExchange?: (exchange: Exchange, run: Run) => void;
  /** Ends the run early; what has been seen is reported all the same. */
  stop?: AbortSignal;
  ledger?: Ledger;
  /** How often a failed check is run again. */
  retries?: number;
  /** Which flags chose the checks, for the report. */
  selection?: readonly string[];
  notices?: readonly string[];
  /** Faults of this program that nobody caught, as they come: with any, the run says no more than what was found. */
  faults?: string[];
  /** Run when the checks have ended, to take back what they made; answers what is left. */
  cleanUp?: (run: Run) => Promise<readonly string[]>;
}

/** What all checks rely on, found out before the first of them; what cannot be found out is no failure of anybody's. */
const PREPARATION: Check = {
  id: 'OP-1/preparation',
  title: 'The clock of the target is read',
  clause: 'OP-1',
  needs: [],
  lane: 'open',
  timeout_ms: undefined,
  run: learnTargetClock,
};

/** Oracles judge what everybody receives; this check makes sure that there is something. */
const TOUR: Check = {
  id: 'OP-1/coverage-pass',
  title: 'Every operation is visited once',
  clause: 'OP-1',
  needs: [],
  lane: 'open',
  timeout_ms: undefined,
  run: async (t) => {
    const { gaps } = await t.coveragePass();
    for (const gap of gaps) t.observe(gap);
  },
};

/**
 * Judges a deployment.
 * @throws SelectionError where the selection means no check; nothing has been sent then
 */
export async function conform(settings: Settings, options: ConformOptions = {}): Promise<RunReport> {
  const { stop = new AbortController().signal, ledger = NO_LEDGER, faults = [], retries = 0 } = options;
  const end = endOf(stop, settings.time_limit_ms);
  const chosen = select<Check | Oracle>([...CHECKS, ...ORACLES], settings.selection);
  const checks = chosen.filter((item) => 'run' in item);
  const oracles = chosen.filter((item) => !('run' in item));
  const run = new Run(settings, ledger);
  const onEvent = (event: RunEvent): void => options.onEvent?.(redactReport(run.redactor, event));
  const bench = new Bench(run, oracles);
  if (options.onExchange !== undefined) run.http.watch((exchange) => options.onExchange?.(exchange, run));
  const unseen = watchUnseen(run);
  const signing = watchSigningClock(run);

  const started_at = nowIso();
  const began = elapsedMs();
  onEvent({
    type: 'run_started',
    base_url: settings.base_url,
    checks: chosen.length,
    estimated_seconds: estimate(checks, run).seconds,
  });
  const results: CheckResult[] = [];
  let absence: string | undefined;
  const judge = async (check: Check): Promise<void> => {
    onEvent({ type: 'check_started', id: check.id, title: check.title });
    const result = end.aborted
      ? skipCheck(check, ...explainEnd(end))
      : absence === undefined
        ? await runWithRetries(retries, end, async () => runCheck(run, check, end))
        : skipCheck(check, absence, 'target.base_url');
    results.push(result);
    onEvent({ type: 'check_ended', result, done: results.length, of: chosen.length });
  };
  try {
    absence = await explainAbsence(run, end);
    if (absence === undefined) {
      await run.testReceiver();
      await runCheck(run, PREPARATION, end);
      if (oracles.length > 0) await runCheck(run, TOUR, end);
    }
    await runInLanes(checks, CHECKS_AT_ONCE, judge);
    const leftovers = [...(await cleanUpAfter(run, options, faults)), ...describeMovedClock(run)];
    const of_oracles = bench.conclude();
    for (const result of of_oracles) {
      results.push(result);
      onEvent({ type: 'check_ended', result, done: results.length, of: chosen.length });
    }
    const whole = makeReport(settings, chosen, results, run, {
      started_at,
      duration_ms: elapsedMs() - began,
      // A fault ends a run as an interruption does.
      is_interrupted: stop.aborted && faults.length === 0,
      faults,
      leftovers,
      selection: options.selection ?? [],
      notices: [...(options.notices ?? []), ...unseen.tell(), ...signing.tell()],
    });
    const report = redactReport(run.redactor, whole);
    options.onEvent?.({ type: 'run_ended', report });
    return report;
  } finally {
    await run.close();
  }
}

/** Read with any token: if none of them is at an address, the API is not there. */
const LANDMARKS = ['/grades?limit=1', '/inventory?limit=1', '/market/commodities'];

/** Why nothing is judged: the API is at another address. */
async function explainAbsence({ http, settings }: Run, signal: AbortSignal): Promise<string | undefined> {
  if (settings.recognised_as !== undefined) return undefined;
  const callers = [
    ['anonymous', undefined],
    ...[...settings.actors].slice(0, 1).map(([name, { token }]) => [name, token]),
  ] as const;
  for (const [actor = 'anonymous', token] of callers) {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    for (const path of LANDMARKS) {
      const exchange = await http
        .send({ check: 'set-up', actor, method: 'GET', path, headers, signal })
        .catch((error: unknown) => noneIfFinding(error, signal));
      if (exchange?.status !== 404) return undefined;
    }
  }
  return 'GET /grades, /inventory and /market/commodities answer 404: the API is at another address';
}

/** What cannot be taken back is left, and the report is written all the same. */
async function cleanUpAfter(run: Run, { cleanUp }: ConformOptions, faults: string[]): Promise<readonly string[]> {
  try {
    return (await cleanUp?.(run)) ?? [];
  } catch (error) {
    faults.push(describeInternalError(error));
    return ['taking back broke off; gristmill cleanup tries it again'];
  }
}

type Circumstances = Pick<RunReport, 'started_at' | 'duration_ms' | 'is_interrupted' | 'leftovers' | 'selection' | 'notices'>;

function makeReport(
  settings: Settings,
  chosen: readonly (Check | Oracle)[],
  results: readonly CheckResult[],
  run: Run,
  { faults, ...at }: Circumstances & { faults: readonly string[] },
): RunReport {
  const selected = new Set(chosen.map(({ clause }) => clause));
  const not_selected = [...CHECKS, ...ORACLES]
    .filter((item) => !chosen.includes(item))
    .map((item): CheckResult => ({ ...skipCheck(item, 'not selected'), verdict: 'not_selected' }));
  const { results: judged, stale } = applyBaseline(results, settings.baseline, settings.privacy_can_be_baselined);
  const order = new Map([...CHECKS, ...ORACLES].map(({ id }, i): [string, number] => [id, i]));
  const checks = [...judged, ...not_selected].toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  const clauses = foldClauses(checks);
  const conclusion = concludeRun(checks, clauses, {
    is_interrupted: at.is_interrupted,
    require: settings.require,
    stale_baseline: stale,
    faults: faults.map((fault) => run.redactor.redact(fault)),
    selected,
    is_anonymous: !run.tokens.has_worked,
  });
  const { base_url, auth_url, mode, recognised_as } = settings;
  return {
    gristmill: readVersion(),
    target: { base_url, auth_url, mode: mode ?? 'unknown', recognised_as },
    ...at,
    ended_at: nowIso(),
    stale_baseline: stale,
    seed: settings.seed,
    is_strict: settings.is_strict,
    ...conclusion,
    counts: countAll(checks, clauses, run.http.requests),
    clauses,
    checks,
  };
}
