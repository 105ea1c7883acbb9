/** One check against one world of the mock, of which one operation may be starved. */
import type { OperationId } from '#spec';
import type { Check } from '#conformance/check/check';
import { check } from '#conformance/check/check';
import { resolveConfig } from '#conformance/config/resolve-config';
import type { Settings } from '#client';
import { NO_LEDGER, Run } from '#client';
import type { CheckVerdict } from '#conformance/check/verdicts';
import { runCheck } from '#conformance/runner/run-check';
import type { CoveragePass } from '#conformance/coverage-pass/coverage-pass';
import type { Starvation } from './starve.ts';
import { starve } from './starve.ts';
import { watchTour } from './watch-tour.ts';

/** What a run learns about a deployment before its checks: a run that is starved knows it already, as it would from an earlier check. */
const LEARNT = [
  'crops',
  'publishing as seller',
  'publishing as partner',
  'unit of prices',
  'two grades',
  'place',
  'another crop',
];

/** What a check came to. */
export interface Judged {
  verdict: CheckVerdict;
  /** Whether it tells of something that was not as expected: a pass that does tells of a difference from an assumption. */
  is_told: boolean;
  reason: string;
  called: ReadonlySet<OperationId>;
  /** Whether it has looked at the tour, which calls every operation. */
  is_touring: boolean;
}

export interface World {
  settings: Settings;
  /** A run that has learnt what a deployment is like. */
  known: Run;
}

export async function learn(base_url: string): Promise<World> {
  const settings = await settleFor(base_url);
  const known = new Run(settings, NO_LEDGER);
  const learner = check('OP-1/learner', 'What every run learns is learnt', [], async (t) => {
    await t.arrange.price();
    await t.arrange.grades();
    await t.arrange.farm(t.seller);
    await t.arrange.lot({}, t.partner);
  });
  const { verdict, reason } = await runCheck(known, learner, new AbortController().signal);
  await known.close();
  // It asserts nothing.
  if (verdict !== 'skip') throw new Error(`nothing could be learnt: ${reason ?? verdict}`);
  return { settings, known };
}

async function settleFor(base_url: string): Promise<Settings> {
  const settings = await resolveConfig({ target: base_url, ledger: false, seed: 'starvation' }, '/', {});
  // A rate that is counted keeps a failing check from touring all operations to find out what else fails.
  return { ...settings, requests_per_second: 1e9 };
}

export async function judge(
  { settings, known }: World,
  judged: Check,
  starvation?: Starvation,
  tour?: CoveragePass,
): Promise<Judged> {
  const run = new Run(settings, NO_LEDGER);
  for (const name of LEARNT.filter((one) => known.isAsked(one))) await run.once(name, async () => known.once(name, unknown));
  let is_over = false;
  const called = new Set<OperationId>();
  if (tour !== undefined) await run.once('tour', () => Promise.resolve(watchTour(tour, (operation) => called.add(operation))));
  run.http.watch(({ operation }) => {
    if (operation !== undefined && !is_over) called.add(operation);
  });
  if (starvation !== undefined) starve(run, starvation, () => is_over);
  const until_over: Check = {
    ...judged,
    run: async (t) =>
      judged.run(t).finally(() => {
        is_over = true;
      }),
  };
  const result = await runCheck(run, until_over, new AbortController().signal);
  await run.close();
  const reason = result.reason?.split('\n')[0] ?? result.observations?.join('; ') ?? '';
  return { called, is_touring: run.isAsked('tour'), verdict: result.verdict, is_told: result.evidence !== undefined, reason };
}

async function unknown(): Promise<never> {
  return Promise.reject(new Error('it was learnt before'));
}
