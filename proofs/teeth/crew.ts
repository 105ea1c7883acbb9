import { callCrew } from '../crew.ts';
import type { Job, Outcome } from './judge-job.ts';

/** Beside each other in one process: judging waits more than it works. */
const JOBS_AT_ONCE = 5;

/**
 * Has worlds judged in as many processes as the machine has processors.
 * @param tell called with each outcome as it comes
 * @throws where a process ends before its work is done
 */
export async function judgeAll(jobs: readonly Job[], tell: (outcome: Outcome) => void): Promise<void> {
  await callCrew<Job, Outcome>({ worker: new URL('worker.ts', import.meta.url), jobs, jobs_at_once: JOBS_AT_ONCE, tell });
}
