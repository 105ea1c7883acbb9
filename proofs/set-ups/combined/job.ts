/** A legal deployment with several variants at once, and a setup of the run. The gate must not report a violation of it. */
import { createRandom } from '#fixtures/random';
import type { RunReport } from '#conformance/check/verdicts';
import { findExclusion } from '#mock/mutations/deviations';
import { EXCLUSIVE, VARIANTS } from '#mock/mutations/variants/index';
import { openDeployment } from '../deployment.ts';
import { SET_UPS } from '../index.ts';
import { runGate } from '../run-set-up.ts';

export interface Job {
  readonly variants: readonly string[];
  /** The name of a setup. Undefined: the usual setup. */
  readonly set_up: string | undefined;
}

export interface Accusation {
  readonly check: string;
  readonly reason: string;
  /** The part of the deployment that the check already fails on. Undefined: it did not fail when it ran alone. */
  readonly on: Job | undefined;
}

export interface Outcome {
  readonly job: Job;
  readonly accusations: readonly Accusation[];
  /** Why nothing ran. */
  readonly failed?: string;
}

const VARIANTS_AT_ONCE = 5;
const LOTS = 120;
/** More failures of one deployment have the same few causes. */
const ACCUSATIONS_MAX = 6;

/** Divides all variants among deployments at random. Every second deployment also has a setup. */
export function drawJobs(seed: string): readonly Job[] {
  const random = createRandom(seed, 'combined');
  const shuffled = VARIANTS.map(({ name }) => ({ name, at: random.next() })).toSorted((a, b) => a.at - b.at);
  const names = shuffled.map(({ name }) => name);
  return Array.from({ length: Math.ceil(names.length / VARIANTS_AT_ONCE) }, (_, i): Job => {
    const drawn = names.slice(i * VARIANTS_AT_ONCE, (i + 1) * VARIANTS_AT_ONCE);
    const variants = drawn.filter((name, at) => findExclusion([...drawn.slice(0, at), name], EXCLUSIVE)?.[0] !== name);
    return { variants, set_up: random.chance(50) ? random.pick(SET_UPS).name : undefined };
  });
}

/** @param origin of a mock */
export async function runJob(origin: string, job: Job): Promise<Outcome> {
  const report = await run(origin, job, []);
  if (report === undefined) return { job, accusations: [], failed: 'the setup stops the run' };
  const wrong = findWrong(report).slice(0, ACCUSATIONS_MAX);
  const accusations: Accusation[] = [];
  for (const { id, reason = '' } of wrong)
    accusations.push({ check: id, reason, on: await shrink(job, async (smaller) => fails(origin, smaller, id)) });
  return { job, accusations };
}

/**
 * Leaves out one part after another, as long as the check still fails.
 * @returns undefined if the check does not fail on the whole job
 */
export async function shrink(job: Job, isFailing: (smaller: Job) => Promise<boolean>): Promise<Job | undefined> {
  if (!(await isFailing(job))) return undefined;
  let smallest: Job = job;
  const parts = job.variants.map((part) => (whole: Job): Job => ({
    ...whole,
    variants: whole.variants.filter((one) => one !== part),
  }));
  for (const leaveOut of [...parts, (whole: Job): Job => ({ ...whole, set_up: undefined })]) {
    const smaller = leaveOut(smallest);
    if (await isFailing(smaller)) smallest = smaller;
  }
  return smallest;
}

async function fails(origin: string, job: Job, check: string): Promise<boolean> {
  const report = await run(origin, job, [check]);
  return report !== undefined && findWrong(report).some(({ id }) => id === check);
}

async function run(origin: string, { variants, set_up }: Job, only: readonly string[]): Promise<RunReport | undefined> {
  const row = SET_UPS.find(({ name }) => name === set_up);
  await using open = await openDeployment(origin, { lots: LOTS, ...row?.world, variants });
  await row?.change?.(open.deployment);
  return (await runGate(open.deployment, open.write(), { only })).report;
}

function findWrong({ checks }: RunReport): RunReport['checks'] {
  return checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
}
