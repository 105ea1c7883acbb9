import { CHECKS } from '#conformance/checks/index';
import { runJobs } from '../worker-pool.ts';
import type { Outcome } from './starve-check.ts';

/** Beside each other in one process: a check whose answers do not come waits for them. */
const CHECKS_AT_ONCE = 16;

/**
 * Has checks starved in as many processes as the machine has processors.
 * @param tell called with each outcome as it comes
 */
export async function starveAll(ids: readonly string[], tell: (outcome: Outcome) => void): Promise<void> {
  const patient = new Set<string>(CHECKS.filter(({ lane }) => lane === 'patient').map(({ id }) => id));
  // The others are judged while these wait.
  const jobs = ids.toSorted((a, b) => Number(patient.has(b)) - Number(patient.has(a))).map((check) => ({ check }));
  await runJobs({ worker: new URL('worker.ts', import.meta.url), jobs, jobs_at_once: CHECKS_AT_ONCE, onOutcome: tell });
}
