/** The attack on a receiver: the runner, the verdicts and the reports of the gate, with drills in the place of checks. */
import { CLAUSES } from '#spec/clauses/index';
import { elapsedMs, noneIfFinding, nowIso } from '#client';
import type { CheckResult, ClauseResult, RunEvent, RunReport } from '../check/verdicts.ts';
import { RECEIVER_MODE } from '../reports/subject.ts';
import { endOf, explainEnd } from '../check/explain-end.ts';
import { concludeRun, countAll, foldClauses } from '../runner/conclude-run.ts';
import { evaluate, skipCheck } from '../check/evaluate.ts';
import { redactReport } from '../runner/redact-report.ts';
import { runInLanes } from '../runner/lanes.ts';
import { select } from '../runner/select.ts';
import { readVersion } from '../version.ts';
import type { Drill } from './drill.ts';
import { DRILLS } from './drills/index.ts';
import { ReceiverRun } from './run.ts';
import type { ReceiverSettings } from './settings.ts';
import { DrillContext } from './drill-context.ts';

export interface AttackOptions {
  /** Told of everything as it happens. */
  onEvent?: (event: RunEvent) => void;
  /** Ends the run early; what has been seen is reported all the same. */
  stop?: AbortSignal;
  /** Faults of this program that nobody caught, as they come. */
  faults?: readonly string[];
  /** Which flags chose the drills, for the report. */
  selection?: readonly string[];
}

/** SIG-4: what no drill can tell. */
const CONSTANT_TIME =
  'Whether signatures are compared in constant time cannot be seen from outside: look at the code (timingSafeEqual, compare_digest, hmac.Equal, never ==).';

/** How many drills run beside each other, where the receiver is quick. */
const DRILLS_AT_ONCE = 4;
/** What a receiver that is no quicker takes for one delivery decides how many are sent at once. */
const QUICK_MS = 200;
const SLOW_MS = 4_000;
/** A drill sends a few deliveries, and a diagnosis some sixty; each may take as long as RTY-5 allows. */
const DRILL_LIMIT_MS = 120_000;

/** What all else builds on, delivered before anything else: whether and how quickly it is taken decides how to go on. */
const FIRST_ID = 'SIG-1/genuine';
/** What can only be said when all forgeries have been sent. */
const LAST_ID = 'SIG-4/no-effect';

/**
 * Judges a webhook receiver.
 * @throws SelectionError where the selection means no drill; nothing has been sent then
 */
export async function attackReceiver(settings: ReceiverSettings, options: AttackOptions = {}): Promise<RunReport> {
  const { stop = new AbortController().signal } = options;
  const end = endOf(stop, settings.time_limit_ms);
  const chosen = select(DRILLS, settings.selection);
  const run = new ReceiverRun(settings);
  const onEvent = (event: RunEvent): void => options.onEvent?.(redactReport(run.redactor, event));
  const started_at = nowIso();
  const began = elapsedMs();
  onEvent({
    type: 'run_started',
    base_url: shownUrl(settings.url),
    checks: chosen.length,
    estimated_seconds: estimate(settings),
  });
  const results: CheckResult[] = [];
  const judge = async (one: Drill): Promise<void> => {
    onEvent({ type: 'check_started', id: one.id, title: one.title });
    const result = end.aborted ? skipCheck(one, ...explainEnd(end)) : await carryOut(run, one, end);
    results.push(result);
    onEvent({ type: 'check_ended', result, done: results.length, of: chosen.length });
  };
  try {
    const at_once = await sizeUp(run, chosen, judge, end);
    const rest = chosen.filter(({ id }) => id !== FIRST_ID && id !== LAST_ID);
    await runInLanes(rest, at_once, judge);
    for (const last of chosen.filter(({ id }) => id === LAST_ID)) await judge(last);
    const whole = makeReport(run, chosen, results, {
      started_at,
      duration_ms: elapsedMs() - began,
      is_interrupted: stop.aborted && (options.faults ?? []).length === 0,
      faults: options.faults ?? [],
      selection: options.selection ?? [],
    });
    const report = redactReport(run.redactor, whole);
    options.onEvent?.({ type: 'run_ended', report });
    return report;
  } finally {
    await run.sender.close();
  }
}

/** As seen, with a receiver on the same machine. */
const ESTIMATE_SECONDS = 4;

/** How long a run takes, roughly. */
function estimate({ countEffects, later_seconds }: ReceiverSettings): number {
  return ESTIMATE_SECONDS + (countEffects === undefined ? 0 : later_seconds);
}

/** Sends the first delivery, and where that took its time a few at once. @returns how many drills can run beside each other */
async function sizeUp(
  run: ReceiverRun,
  chosen: readonly Drill[],
  judge: (one: Drill) => Promise<void>,
  stop: AbortSignal,
): Promise<number> {
  const first = chosen.find(({ id }) => id === FIRST_ID);
  if (first !== undefined) await judge(first);
  const context = new DrillContext(run, first ?? SIZING, stop);
  const one_ms =
    (await context.genuine().catch((error: unknown) => noneIfFinding(error, stop)))?.exchange.duration_ms ?? Infinity;
  if (one_ms < QUICK_MS || one_ms > SLOW_MS || stop.aborted) return one_ms < QUICK_MS ? DRILLS_AT_ONCE : 1;
  const began = elapsedMs();
  const { sender } = run;
  const several = Array.from({ length: DRILLS_AT_ONCE }, async () =>
    sender.send(context.compose(), { drill: SIZING.id, signal: stop, at_once: true }),
  );
  await Promise.all(several).catch((error: unknown) => noneIfFinding(error, stop));
  // Whoever works on them beside each other can be asked more at once, and has to be: it is slow.
  return elapsedMs() - began < 2 * one_ms ? 4 * DRILLS_AT_ONCE : 1;
}

/** Stands for the deliveries that belong to no drill. */
const SIZING: Drill = { id: 'SIG-1/sizing', title: '', clause: 'SIG-1', lane: 'open', run: async () => Promise.resolve() };

async function carryOut(run: ReceiverRun, one: Drill, stop: AbortSignal): Promise<CheckResult> {
  return evaluate(run.evidence_context, one, {
    timeout_ms: DRILL_LIMIT_MS + run.settings.later_seconds * 1_000,
    stop,
    open: (signal) => new DrillContext(run, one, signal),
    carryOut: async (context) => one.run(context),
  });
}

type Circumstances = Pick<RunReport, 'started_at' | 'duration_ms' | 'is_interrupted' | 'selection'>;

function makeReport(
  run: ReceiverRun,
  chosen: readonly Drill[],
  results: readonly CheckResult[],
  at: Circumstances & { faults: readonly string[] },
): RunReport {
  const { settings } = run;
  const { faults, ...when } = at;
  const left_out = DRILLS.filter((one) => !chosen.includes(one));
  const all = [
    ...results,
    ...left_out.map((one): CheckResult => ({ ...skipCheck(one, 'not selected'), verdict: 'not_selected' })),
  ];
  const place = new Map(DRILLS.map(({ id }, i): [string, number] => [id, i]));
  const checks = all.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  const about = new Set(DRILLS.map(({ clause }) => clause));
  const clauses = foldClauses(
    checks,
    CLAUSES.filter(({ id }) => about.has(id)),
  );
  const conclusion = concludeRun(checks, clauses, {
    is_interrupted: at.is_interrupted,
    require: settings.require,
    stale_baseline: [],
    faults: faults.map((fault) => run.redactor.redact(fault)),
    selected: new Set(chosen.map(({ clause }) => clause)),
    judgeable: about,
  });
  return {
    gristmill: readVersion(),
    target: { base_url: shownUrl(settings.url), auth_url: undefined, mode: RECEIVER_MODE, recognised_as: undefined },
    ...when,
    ended_at: nowIso(),
    seed: '',
    is_strict: settings.is_strict,
    ...conclusion,
    counts: countAll(checks, clauses, run.sender.requests),
    clauses,
    checks,
    leftovers: [],
    stale_baseline: [],
    notices: [...settings.notices, CONSTANT_TIME, ...tellUnjudged(checks, clauses)],
  };
}

/** A clause may be verified although one of its drills could not be carried out: that is said, or nobody would look for the flag. */
function tellUnjudged(checks: readonly CheckResult[], clauses: readonly ClauseResult[]): readonly string[] {
  const verified = new Set(clauses.filter(({ verdict }) => verdict === 'verified').map(({ id }) => id));
  return checks
    .filter(({ verdict, clauses: [id] }) => verdict === 'skip' && id !== undefined && verified.has(id))
    .map(
      ({ id, reason, config_key }) =>
        `${id} was not carried out: ${reason ?? ''}${config_key === undefined ? '' : ` (${config_key})`}`,
    );
}

/** An address may carry a token in its query. */
function shownUrl(url: string): string {
  const shown = new URL(url);
  if (shown.search !== '') shown.search = '?…';
  return decodeURI(shown.href);
}
