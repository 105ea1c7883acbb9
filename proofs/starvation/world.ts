/** Runs one check against one world of the mock, possibly with a starved operation. */
import type { OperationId } from '#spec';
import { check, type Check } from '#conformance/check/check';
import { resolveConfig } from '#conformance/config/resolve-config';
import { NO_LEDGER, Run, type Settings } from '#client';
import type { CheckVerdict } from '#conformance/check/verdicts';
import { runCheck } from '#conformance/runner/run-check';
import type { CoveragePass } from '#conformance/coverage-pass/coverage-pass';
import { starve, type Starvation } from './starve.ts';
import { watchCoveragePass } from './watch-coverage-pass.ts';

/** What a run learns about a deployment only once. A starved run knows it already, as if from an earlier check. */
const LEARNED = [
  'crops',
  'publishing as seller',
  'publishing as partner',
  'unit of prices',
  'grades',
  'grades to bid',
  'farm location',
  'another crop',
];

export interface StarvedResult {
  verdict: CheckVerdict;
  /** Whether it has evidence. A pass with evidence reports a difference from an assumption. */
  has_evidence: boolean;
  reason: string;
  called: ReadonlySet<OperationId>;
  /** Whether it used the coverage pass, which calls every operation. */
  uses_coverage_pass: boolean;
}

export interface World {
  settings: Settings;
  /** A run that has learned what every run needs to know about a deployment. */
  known: Run;
}

export async function learn(base_url: string): Promise<World> {
  const settings = await resolveSettings(base_url);
  const known = new Run(settings, NO_LEDGER);
  const learner = check('OP-1/learner', 'The run learns about the deployment', [], async (t) => {
    await t.arrange.price();
    await t.arrange.gradesToBid();
    await t.arrange.farm(t.seller);
    await t.arrange.lot({}, t.partner);
  });
  const { verdict, reason } = await runCheck(known, learner, new AbortController().signal);
  await known.close();
  // It asserts nothing.
  if (verdict !== 'skip') throw new Error(`the run could not learn about the deployment: ${reason ?? verdict}`);
  return { settings, known };
}

async function resolveSettings(base_url: string): Promise<Settings> {
  const settings = await resolveConfig({ target: base_url, ledger: false, seed: 'starvation' }, '/', {});
  // With a rate limit, a failing check does not start a coverage pass to find the cause.
  return { ...settings, requests_per_second: 1e9 };
}

export async function runInWorld(
  { settings, known }: World,
  subject: Check,
  starvation?: Starvation,
  coverage_pass?: CoveragePass,
): Promise<StarvedResult> {
  const run = new Run(settings, NO_LEDGER);
  for (const name of LEARNED.filter((one) => known.hasStarted(one))) await run.once(name, async () => known.once(name, unknown));
  let is_over = false;
  const called = new Set<OperationId>();
  if (coverage_pass !== undefined)
    await run.once('coverage pass', () =>
      Promise.resolve(watchCoveragePass(coverage_pass, (operation) => called.add(operation))),
    );
  run.http.watch(({ operation }) => {
    if (operation !== undefined && !is_over) called.add(operation);
  });
  if (starvation !== undefined) starve(run, starvation, () => is_over);
  const until_over: Check = {
    ...subject,
    run: async (t) =>
      subject.run(t).finally(() => {
        is_over = true;
      }),
  };
  const result = await runCheck(run, until_over, new AbortController().signal);
  await run.close();
  const reason = result.reason?.split('\n')[0] ?? result.observations?.join('; ') ?? '';
  return {
    called,
    uses_coverage_pass: run.hasStarted('coverage pass'),
    verdict: result.verdict,
    has_evidence: result.evidence !== undefined,
    reason,
  };
}

async function unknown(): Promise<never> {
  return Promise.reject(new Error('it was learned before'));
}
