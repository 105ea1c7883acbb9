/** Tests a receiver with the runner, verdicts, and reports of the gate. Drills take the place of checks. */
import { CLAUSES } from '#spec/clauses/index';
import { elapsedMs, isFinding, noneIfFinding, nowIso, timeLimit } from '#client';
import type { CheckResult, ClauseResult, RunEvent, RunReport } from '../check/verdicts.ts';
import { RECEIVER_MODE } from '../reports/subject.ts';
import { explainEnd } from '../check/explain-end.ts';
import { concludeRun, countAll, foldClauses } from '../runner/conclude-run.ts';
import { evaluate, skipCheck } from '../check/evaluate.ts';
import { redactReport } from '../runner/redact-report.ts';
import { runInLanes } from '../runner/lanes.ts';
import { select } from '../runner/select.ts';
import { readVersion } from '../version.ts';
import type { Drill } from './drill.ts';
import { DRILLS } from './drills/index.ts';
import { WHOLE_RUN_DRILLS } from './drills/whole-run.ts';
import { ReceiverRun } from './run.ts';
import type { ReceiverSettings } from './settings.ts';
import { CLOCK_RUNS_ID, DrillContext, GENUINE_ID, OUTAGE_ID } from './drill-context.ts';
import { detectOutage, requireNoOutage } from './outage.ts';
import { findClockEdge, readClock } from './receiver-clock.ts';

export interface AttackOptions {
  onEvent?: (event: RunEvent) => void;
  /** Ends the run early. What was found so far is reported. */
  stop?: AbortSignal;
  /** Uncaught errors of this program, as they come. */
  faults?: readonly string[];
  /** The flags that selected the drills, for the report. */
  selection?: readonly string[];
}

/** SIG-4: what no drill can find out. */
const CONSTANT_TIME =
  'No test from outside can tell whether signatures are compared in constant time. Review the code: timingSafeEqual, compare_digest, or hmac.Equal, never ==.';

/** How many drills run concurrently, if the receiver is quick. */
const DRILLS_AT_ONCE = 4;
/** If one delivery takes between these times, a burst decides how many drills run concurrently. */
const QUICK_MS = 200;
const SLOW_MS = 4_000;
/** A drill sends a few deliveries, and a diagnosis hundreds; each can take as long as RTY-5 allows. */
const DRILL_LIMIT_MS = 120_000;

/** How long the drills take with a receiver on the same machine, apart from the pause before a repeat. */
const ESTIMATE_SECONDS = 15;
/** With an effect counter, drills also wait until an effect has come or can no longer come. */
const EFFECTS_SECONDS = 60;

/** @param part how many of the drills run, from 0 to 1 */
function estimateSeconds({ countEffects, later_seconds }: ReceiverSettings, part: number): number {
  if (countEffects === undefined) return ESTIMATE_SECONDS * part;
  return (ESTIMATE_SECONDS + EFFECTS_SECONDS) * part + later_seconds;
}

/** These drills run last: they check what all others did. */
const LAST_IDS: readonly string[] = [...WHOLE_RUN_DRILLS.map(({ id }) => id), 'SIG-4/no-effect', OUTAGE_ID];

/**
 * Tests a webhook receiver.
 * @throws SelectionError before anything is sent, if no drill is selected
 */
export async function attackReceiver(settings: ReceiverSettings, options: AttackOptions = {}): Promise<RunReport> {
  const { stop = new AbortController().signal, faults = [], selection = [] } = options;
  const end = timeLimit(settings.time_limit_ms, [stop]);
  const chosen = select(DRILLS, settings.selection);
  const run = new ReceiverRun(settings);
  const onEvent = (event: RunEvent): void => options.onEvent?.(redactReport(run.redactor, event));
  const started_at = nowIso();
  const began = elapsedMs();
  onEvent({
    type: 'run_started',
    base_url: shownUrl(settings.url),
    checks: chosen.length,
    noun: 'drill',
    estimated_seconds: estimateSeconds(settings, chosen.length / DRILLS.length),
  });
  const results: CheckResult[] = [];
  const runOne = async (drill: Drill): Promise<void> => {
    onEvent({ type: 'check_started', id: drill.id, title: drill.title });
    const result = end.aborted ? skipCheck(drill, ...explainEnd(end)) : await runDrill(run, drill, end);
    results.push(result);
    // The drill that reports an outage can run although it was not selected.
    onEvent({ type: 'check_ended', result, done: results.length, of: Math.max(chosen.length, results.length) });
  };
  const at_once = await chooseConcurrency(run, chosen, runOne, end);
  const middle = chosen.filter(({ id }) => id !== GENUINE_ID && !LAST_IDS.includes(id));
  await runInLanes(middle, at_once, runOne);
  // A problem of the receiver as a whole is reported even if only other drills were selected.
  const is_troubled = run.outage !== undefined || run.inconsistent.length > 0;
  const isDue = (drill: Drill): boolean => chosen.includes(drill) || (drill.id === OUTAGE_ID && is_troubled);
  for (const last of DRILLS.filter((drill) => LAST_IDS.includes(drill.id) && isDue(drill))) await runOne(last);
  const is_interrupted = stop.aborted && faults.length === 0;
  const circumstances = { started_at, duration_ms: elapsedMs() - began, is_interrupted, faults, selection };
  const whole = makeReport(run, chosen, results, circumstances);
  const report = redactReport(run.redactor, whole);
  options.onEvent?.({ type: 'run_ended', report });
  return report;
}

/** Runs the first drill, reads the receiver's clock, and measures how fast it responds. @returns how many drills can run concurrently */
async function chooseConcurrency(
  run: ReceiverRun,
  chosen: readonly Drill[],
  runOne: (drill: Drill) => Promise<void>,
  stop: AbortSignal,
): Promise<number> {
  const first = chosen.find(({ id }) => id === GENUINE_ID);
  if (first !== undefined) await runOne(first);
  const context = new DrillContext(run, GENUINE_ID, stop);
  const genuine = await context.genuine().catch((error: unknown) => noneIfFinding(error, stop));
  const one_ms = genuine?.exchange.duration_ms ?? Infinity;
  const accepts = async (offset_seconds: number): Promise<boolean> => (await context.deliver({ offset_seconds })).is_accepted;
  if (genuine?.is_accepted === true && run.clock === undefined)
    run.clock = await readClock(accepts).catch((error: unknown) => noneIfFinding(error, stop));
  if (run.clock !== undefined && chosen.some(({ id }) => id === CLOCK_RUNS_ID))
    run.first_edge = await findClockEdge(accepts, run.clock).catch((error: unknown) => noneIfFinding(error, stop));
  if (one_ms < QUICK_MS || one_ms > SLOW_MS || stop.aborted) return one_ms < QUICK_MS ? DRILLS_AT_ONCE : 1;
  const began = elapsedMs();
  const several = Array.from({ length: DRILLS_AT_ONCE }, async () => context.deliver({}, { at_once: true }));
  await Promise.all(several).catch((error: unknown) => noneIfFinding(error, stop));
  // A slow receiver that works on several deliveries at once is sent more of them.
  return elapsedMs() - began < 2 * one_ms ? 4 * DRILLS_AT_ONCE : 1;
}

async function runDrill(run: ReceiverRun, drill: Drill, stop: AbortSignal): Promise<CheckResult> {
  return evaluate(run.evidence_context, drill, {
    timeout_ms: DRILL_LIMIT_MS + run.settings.later_seconds * 1_000,
    stop,
    open: (signal) => new DrillContext(run, drill.id, signal),
    carryOut: async (context) => {
      if (drill.id !== OUTAGE_ID) requireNoOutage(run);
      try {
        await drill.run(context);
      } catch (error) {
        if (isFinding(error) && drill.id !== GENUINE_ID && drill.id !== OUTAGE_ID) await detectOutage(context);
        throw error;
      }
      if (context.warnings.length > 0 && drill.id !== OUTAGE_ID) await detectOutage(context);
    },
  });
}

type Circumstances = Pick<RunReport, 'started_at' | 'duration_ms' | 'is_interrupted' | 'faults' | 'selection'>;

function makeReport(
  run: ReceiverRun,
  chosen: readonly Drill[],
  results: readonly CheckResult[],
  circumstances: Circumstances,
): RunReport {
  const { settings } = run;
  const by_id = new Map(results.map((result) => [result.id, result]));
  const checks = DRILLS.map(
    (one): CheckResult => by_id.get(one.id) ?? { ...skipCheck(one, 'not selected'), verdict: 'not_selected' },
  );
  const about = new Set(DRILLS.map(({ clause }) => clause));
  const clauses = foldClauses(
    checks,
    CLAUSES.filter(({ id }) => about.has(id)),
  );
  const conclusion = concludeRun(checks, clauses, {
    ...circumstances,
    noun: 'drill',
    require: settings.require,
    stale_baseline: [],
    selected: new Set(chosen.map(({ clause }) => clause)),
    checkable: about,
  });
  return {
    gristmill: readVersion(),
    target: { base_url: shownUrl(settings.url), auth_url: undefined, mode: RECEIVER_MODE, is_mock: false },
    ...circumstances,
    ended_at: nowIso(),
    seed: '',
    is_strict: settings.is_strict,
    ...conclusion,
    counts: countAll(checks, clauses, run.sender.requests),
    clauses,
    checks,
    leftovers: [],
    stale_baseline: [],
    notices: [...settings.notices, CONSTANT_TIME, ...listUnchecked(checks, clauses)],
  };
}

/** A clause can be verified although one of its drills was skipped: the report names that drill, and the flag that it takes. */
function listUnchecked(checks: readonly CheckResult[], clauses: readonly ClauseResult[]): readonly string[] {
  const verified = new Set(clauses.filter(({ verdict }) => verdict === 'verified').map(({ id }) => id));
  return checks
    .filter(({ verdict, clauses: [id] }) => verdict === 'skip' && id !== undefined && verified.has(id))
    .map(({ id, reason = '', config_key }) => {
      const observed = reason.split('; observed: ', 2)[1];
      if (observed !== undefined) return `${id} only reports, because the document allows any response: ${observed}`;
      return `${id} was skipped: ${reason}${config_key === undefined ? '' : ` (${config_key})`}`;
    });
}

/** The query of an address can contain a token. */
function shownUrl(url: string): string {
  const shown = new URL(url);
  if (shown.search !== '') shown.search = '?…';
  return decodeURI(shown.href);
}
