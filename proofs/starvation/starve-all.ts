import { CHECKS } from '#conformance/checks/index';
import { runJobs } from '../worker-pool.ts';
import type { Outcome } from './starve-check.ts';

/** Concurrent checks per process. A starved check mostly waits. */
const CHECKS_AT_ONCE = 16;

/** Starves checks in one process per processor. @param report receives each outcome */
export async function starveAll(ids: readonly string[], report: (outcome: Outcome) => void): Promise<void> {
  const patient = new Set<string>(CHECKS.filter(({ lane }) => lane === 'patient').map(({ id }) => id));
  // Starts the slow checks first, so that the others run meanwhile.
  const jobs = ids.toSorted((a, b) => Number(patient.has(b)) - Number(patient.has(a))).map((check) => ({ check }));
  await runJobs({ worker: new URL('worker.ts', import.meta.url), jobs, jobs_at_once: CHECKS_AT_ONCE, onOutcome: report });
}
