import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { callCrew } from './crew.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'gristmill-crew-'));
/** Nothing waits so long: it is what other work on the machine may cost. */
const TIMEOUT_MS = 60_000;

afterAll(() => {
  rmSync(FOLDER, { recursive: true });
});

/** A worker that says how many jobs it has under way; one below 0 ends it. */
function writeWorker(): URL {
  const path = join(FOLDER, 'worker.mjs');
  writeFileSync(
    path,
    `let under_way = 0;
    process.on('message', (job) => {
      under_way += 1;
      if (job < 0) process.exit(3);
      const now = under_way;
      setImmediate(() => { under_way -= 1; process.send({ job, now }); });
    });
    process.send('ready');`,
  );
  return pathToFileURL(path);
}

test(
  'each job is done once, and no process has more under way than it may',
  async () => {
    const outcomes: { job: number; now: number }[] = [];
    const jobs = Array.from({ length: 40 }, (_, i) => i);
    await callCrew<number, { job: number; now: number }>({
      worker: writeWorker(),
      jobs,
      jobs_at_once: 3,
      tell: (outcome) => outcomes.push(outcome),
    });
    expect(outcomes.map(({ job }) => job).toSorted((one, other) => one - other)).toEqual(jobs);
    expect(Math.max(...outcomes.map(({ now }) => now))).toBeLessThanOrEqual(3);
  },
  TIMEOUT_MS,
);

test(
  'a process that ends before its work is done is no success',
  async () => {
    const call = callCrew<number, unknown>({ worker: writeWorker(), jobs: [1, -1, 2], jobs_at_once: 1, tell: () => undefined });
    await expect(call).rejects.toThrow('worker.mjs ended with 3 before its work was done');
  },
  TIMEOUT_MS,
);

test(
  'nor is one that never begins',
  async () => {
    const path = join(FOLDER, 'broken.mjs');
    writeFileSync(path, 'process.exit(4);');
    const call = callCrew<number, unknown>({ worker: pathToFileURL(path), jobs: [1], jobs_at_once: 1, tell: () => undefined });
    await expect(call).rejects.toThrow('broken.mjs ended with 4');
  },
  TIMEOUT_MS,
);

test('without a job no process has anything to do', async () => {
  const told: unknown[] = [];
  await callCrew({ worker: writeWorker(), jobs: [], jobs_at_once: 4, tell: (outcome) => told.push(outcome) });
  expect(told).toEqual([]);
});
