import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Job, Outcome } from './job.ts';

const WORKERS_MAX = 4;
/** Beside each other in one process: exploring waits about as long as it works. */
const JOBS_AT_ONCE = 3;

/**
 * Has worlds explored in as many processes as the machine has processors.
 * @param tell called with each outcome as it comes
 * @throws where a process ends before its work is done
 */
export async function exploreAll(jobs: readonly Job[], tell: (outcome: Outcome) => void): Promise<void> {
  const waiting = [...jobs];
  const workers = Math.min(WORKERS_MAX, availableParallelism(), Math.max(1, Math.ceil(jobs.length / JOBS_AT_ONCE)));
  await Promise.all(Array.from({ length: workers }, async () => runWorker(waiting, tell)));
}

async function runWorker(waiting: Job[], tell: (outcome: Outcome) => void): Promise<void> {
  const worker = fork(fileURLToPath(new URL('worker.ts', import.meta.url)));
  let under_way = 0;
  const feed = (): void => {
    for (; under_way < JOBS_AT_ONCE; under_way += 1) {
      const job = waiting.shift();
      if (job === undefined) break;
      worker.send(job);
    }
    if (under_way === 0) worker.kill();
  };
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message) => {
      if (message !== 'ready') {
        under_way -= 1;
        // The worker sends nothing else.
        tell(message as Outcome);
      }
      feed();
    });
    worker.on('exit', (code) => {
      if (under_way === 0) resolve();
      else reject(new Error(`a process that explored worlds ended with ${code ?? 'a signal'}`));
    });
  });
}
