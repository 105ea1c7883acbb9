import { runTool, readNumber } from '../../tool.ts';
import { runJobs } from '../../worker-pool.ts';
import { drawJobs, type Job, type Outcome } from './job.ts';

const USAGE = `Usage: npm run proofs:combined -- [options]

Combines all legal variants of the mock, five at a time, half of them with a setup, and runs the whole gate on each combination. A check
that fails is wrong. It runs again with fewer and fewer variants, to find those that it fails on.

  --seed TEXT   which combinations (1)
  --most N      run the first N combinations (all)

Exit codes: 0 no check failed; 1 otherwise; 2 wrong usage.

Example:
  npm run proofs:combined -- --seed 2 --most 10`;

const COMBINATIONS_MAX = 1_000;
/** Gate runs in one process at the same time. */
const JOBS_AT_ONCE = 3;

const describeJob = ({ variants, set_up }: Job): string =>
  [...variants, ...(set_up === undefined ? [] : [`setup "${set_up}"`])].join(' + ') || 'the clean mock';

async function runAll(seed: string, most: number): Promise<number> {
  const jobs = drawJobs(seed).slice(0, most);
  const outcomes: Outcome[] = [];
  const onOutcome = (outcome: Outcome): void => {
    outcomes.push(outcome);
    const { job, failed, accusations } = outcome;
    console.log(
      `${outcomes.length} of ${jobs.length}: ${describeJob(job)}${failed === undefined ? '' : `: did not run: ${failed}`}`,
    );
    for (const { check, reason, on } of accusations) {
      console.log(
        `FALSE POSITIVE ${check} on ${on === undefined ? 'this combination, but not alone' : describeJob(on)}: ${reason}`,
      );
    }
  };
  await runJobs<Job, Outcome>({ worker: new URL('worker.ts', import.meta.url), jobs, jobs_at_once: JOBS_AT_ONCE, onOutcome });
  const accused = outcomes.filter(({ accusations }) => accusations.length > 0).length;
  console.log(`${accused} of ${jobs.length} legal deployments were accused`);
  return accused === 0 ? 0 : 1;
}

const CONFIG = {
  options: { seed: { type: 'string', default: '1' }, most: { type: 'string', default: String(COMBINATIONS_MAX) } },
} as const;
await runTool('proofs:combined', USAGE, CONFIG, async ({ values }) =>
  runAll(values.seed, readNumber('most', values.most, COMBINATIONS_MAX)),
);
