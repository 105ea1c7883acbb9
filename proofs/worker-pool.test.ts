import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeTestFolder } from '#client/testing/folder';
import { expect, test } from 'vitest';
import { runJobs } from './worker-pool.ts';

const FOLDER = makeTestFolder();

/** Reports how many jobs it runs, and exits on a negative job. */
const WORKER = `
  let running = 0;
  process.on('message', (job) => {
    running += 1;
    if (job < 0) process.exit(3);
    const now = running;
    setImmediate(() => { running -= 1; process.send({ job, now }); });
  });
  process.send('ready');`;

interface Outcome {
  job: number;
  now: number;
}

async function run(source: string, jobs: readonly number[], jobs_at_once = 1): Promise<readonly Outcome[]> {
  const path = join(FOLDER, 'worker.mjs');
  writeFileSync(path, source);
  const outcomes: Outcome[] = [];
  const onOutcome = (outcome: Outcome): void => void outcomes.push(outcome);
  await runJobs({ worker: pathToFileURL(path), jobs, jobs_at_once, onOutcome });
  return outcomes;
}

test('each job runs once, and no process exceeds its number of concurrent jobs', async () => {
  const jobs = Array.from({ length: 40 }, (_, i) => i);
  const outcomes = await run(WORKER, jobs, 3);
  expect(outcomes.map(({ job }) => job).toSorted((one, other) => one - other)).toEqual(jobs);
  expect(Math.max(...outcomes.map(({ now }) => now))).toBeLessThanOrEqual(3);
});

test('a worker that exits early fails the run', async () => {
  await expect(run(WORKER, [1, -1, 2])).rejects.toThrow('worker.mjs ended with 3 before its jobs were done');
});

test('a worker that cannot start fails the run', async () => {
  await expect(run('process.exit(4);', [1])).rejects.toThrow('worker.mjs ended with 4');
});

test('an empty list of jobs succeeds', async () => {
  expect(await run(WORKER, [])).toEqual([]);
});
