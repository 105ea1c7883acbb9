import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeTestFolder } from '#client/testing/folder';
import { expect, test } from 'vitest';
import { runJobs } from './worker-pool.ts';

const FOLDER = makeTestFolder();

/** Writes a worker that reports how many jobs it runs, and exits on a negative job. */
function writeWorker(): URL {
  const path = join(FOLDER, 'worker.mjs');
  writeFileSync(
    path,
    `let running = 0;
    process.on('message', (job) => {
      running += 1;
      if (job < 0) process.exit(3);
      const now = running;
      setImmediate(() => { running -= 1; process.send({ job, now }); });
    });
    process.send('ready');`,
  );
  return pathToFileURL(path);
}

test('each job runs once, and no process exceeds its number of concurrent jobs', async () => {
  const outcomes: { job: number; now: number }[] = [];
  const jobs = Array.from({ length: 40 }, (_, i) => i);
  await runJobs<number, { job: number; now: number }>({
    worker: writeWorker(),
    jobs,
    jobs_at_once: 3,
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  expect(outcomes.map(({ job }) => job).toSorted((one, other) => one - other)).toEqual(jobs);
  expect(Math.max(...outcomes.map(({ now }) => now))).toBeLessThanOrEqual(3);
});

test('a worker that exits early fails the run', async () => {
  const call = runJobs<number, unknown>({
    worker: writeWorker(),
    jobs: [1, -1, 2],
    jobs_at_once: 1,
    onOutcome: () => undefined,
  });
  await expect(call).rejects.toThrow('worker.mjs ended with 3 before its jobs were done');
});

test('a worker that cannot start fails the run', async () => {
  const path = join(FOLDER, 'broken.mjs');
  writeFileSync(path, 'process.exit(4);');
  const call = runJobs<number, unknown>({
    worker: pathToFileURL(path),
    jobs: [1],
    jobs_at_once: 1,
    onOutcome: () => undefined,
  });
  await expect(call).rejects.toThrow('broken.mjs ended with 4');
});

test('an empty list of jobs succeeds', async () => {
  const outcomes: unknown[] = [];
  await runJobs({ worker: writeWorker(), jobs: [], jobs_at_once: 4, onOutcome: (outcome) => outcomes.push(outcome) });
  expect(outcomes).toEqual([]);
});
