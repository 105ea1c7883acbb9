/** A pool of worker processes, for tools that run many jobs. */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const WORKERS_MAX = 4;

interface Work<Job, Outcome> {
  /** The module that each process runs. It calls `serveJobs`. */
  readonly worker: URL;
  readonly jobs: readonly Job[];
  /** The number of concurrent jobs per process. */
  readonly jobs_at_once: number;
  /** Called with each outcome when it arrives. */
  readonly onOutcome: (outcome: Outcome) => void;
}

/** Runs all jobs. Does not check the outcomes. @throws Error if a process ends before its jobs are done */
export async function runJobs<Job extends object | number, Outcome>(work: Work<Job, Outcome>): Promise<void> {
  const { jobs, jobs_at_once } = work;
  const waiting = [...jobs];
  const workers = Math.min(WORKERS_MAX, availableParallelism(), Math.max(1, Math.ceil(jobs.length / jobs_at_once)));
  await Promise.all(Array.from({ length: workers }, async () => runWorker(waiting, work)));
}

async function runWorker<Job extends object | number, Outcome>(
  waiting: Job[],
  { worker: module, jobs_at_once, onOutcome }: Work<Job, Outcome>,
): Promise<void> {
  const worker = fork(fileURLToPath(module));
  let running = 0;
  let is_dismissed = false;
  const sendJobs = (): void => {
    for (; running < jobs_at_once; running += 1) {
      const job = waiting.shift();
      if (job === undefined) break;
      worker.send(job);
    }
    if (running > 0) return;
    is_dismissed = true;
    worker.kill();
  };
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message) => {
      if (message !== 'ready') {
        running -= 1;
        // The worker sends nothing but 'ready' and outcomes.
        onOutcome(message as Outcome);
      }
      sendJobs();
    });
    worker.on('exit', (code) => {
      if (is_dismissed) resolve();
      else reject(new Error(`${basename(module.pathname)} ended with ${code ?? 'a signal'} before its jobs were done`));
    });
  });
}

/** In a worker process: runs the jobs that the parent sends, and ends with the parent or with the first job that throws. */
export function serveJobs(run: (job: unknown) => Promise<object>): void {
  process.on('message', (job) => {
    run(job)
      .then((outcome) => process.send?.(outcome))
      .catch((error: unknown) => {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        process.stderr.write(`${JSON.stringify(job)}: ${text}\n`);
        process.exit(1);
      });
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}
