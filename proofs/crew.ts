/** Work that is shared among as many processes as the machine has processors: the teeth of the gate and those of the explorer. */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const WORKERS_MAX = 4;

export interface Work<Job, Outcome> {
  /** The module that a process runs. It sends `ready`, is sent jobs, and sends an outcome for each, in any order. */
  readonly worker: URL;
  readonly jobs: readonly Job[];
  /** Beside each other in one process, which mostly waits. */
  readonly jobs_at_once: number;
  /** Called with each outcome as it comes. */
  readonly tell: (outcome: Outcome) => void;
}

/** Has all jobs done. What comes of them is not looked at. @throws where a process ends before its work is done */
export async function callCrew<Job extends object | number, Outcome>(work: Work<Job, Outcome>): Promise<void> {
  const { jobs, jobs_at_once } = work;
  const waiting = [...jobs];
  const workers = Math.min(WORKERS_MAX, availableParallelism(), Math.max(1, Math.ceil(jobs.length / jobs_at_once)));
  await Promise.all(Array.from({ length: workers }, async () => runWorker(waiting, work)));
}

async function runWorker<Job extends object | number, Outcome>(
  waiting: Job[],
  { worker: module, jobs_at_once, tell }: Work<Job, Outcome>,
): Promise<void> {
  const worker = fork(fileURLToPath(module));
  let under_way = 0;
  let is_dismissed = false;
  const feed = (): void => {
    for (; under_way < jobs_at_once; under_way += 1) {
      const job = waiting.shift();
      if (job === undefined) break;
      worker.send(job);
    }
    if (under_way > 0) return;
    is_dismissed = true;
    worker.kill();
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
      if (is_dismissed) resolve();
      else reject(new Error(`${basename(module.pathname)} ended with ${code ?? 'a signal'} before its work was done`));
    });
  });
}
