/** Runs the full matrix. */
import { CHECKS } from '#conformance/checks/index';
import { runJobs } from '../../worker-pool.ts';
import { DEVIATIONS, ROWS } from './deviations.ts';
import { addOutcome, openOutcomes } from './outcome-file.ts';
import { planChecks } from './plan.ts';
import type { Probe } from './probe.ts';
import type { RowJob } from './row.ts';
import { isOdd } from './summary.ts';
import type { MatrixJob, MatrixOutcome } from './worker.ts';

/** Jobs that one process runs at the same time: a check mostly waits, and a row less so. */
const PROBES_AT_ONCE = 6;
const ROWS_AT_ONCE = 5;
const ALL: readonly string[] = CHECKS.map(({ id }) => id);
const worker = new URL('worker.ts', import.meta.url);

/**
 * Continues where an earlier run ended.
 * @returns what failed; it is tried again in the next run
 */
export async function runMatrix(print: (text: string) => void): Promise<readonly string[]> {
  const known = openOutcomes();
  const failures: string[] = [];
  const runAll = async (what: string, jobs: readonly MatrixJob[], jobs_at_once: number): Promise<void> => {
    let done = 0;
    const onOutcome = (outcome: MatrixOutcome): void => {
      if ('failed' in outcome) failures.push(outcome.failed);
      else addOutcome(outcome);
      done += 1;
      if (done % 100 === 0 || done === jobs.length) print(`${what}: ${done} of ${jobs.length}`);
    };
    await runJobs<MatrixJob, MatrixOutcome>({ worker, jobs, jobs_at_once, onOutcome });
  };

  const probed = new Set(known.probes.map(({ check }) => check));
  // Long waits first, so that none of them remains at the end.
  const checks = CHECKS.toSorted((one, other) => Number(other.lane === 'patient') - Number(one.lane === 'patient'));
  const probes = checks.filter(({ id }) => !probed.has(id)).map(({ id }): MatrixJob => ({ probe: id }));
  if (probes.length > 0) await runAll('checks probed', probes, PROBES_AT_ONCE);
  if (failures.length > 0) return failures;

  const rows = planRows(openOutcomes().probes);
  const ran = new Set(known.rows.map(({ name }) => name));
  const left = rows.filter(({ name }) => !ran.has(name)).map((row): MatrixJob => ({ row }));
  const pairs = rows.reduce((sum, row) => sum + row.checks.length, 0);
  const share = (100 * pairs) / (rows.length * CHECKS.length);
  print(`${rows.length} rows, ${pairs} pairs to run (${share.toFixed(1)} % of all)`);
  if (left.length > 0) await runAll('rows', left, ROWS_AT_ONCE);
  if (failures.length > 0) return failures;

  // Reruns what looks wrong, alone and with all checks. Alone, because many rows at once can make a check too slow. With all checks, because a probe runs each
  // check alone, while in a run one check can encounter what another has made, such as a subscription.
  const results = openOutcomes().rows;
  const odd = rows.filter(({ name }) => {
    const own = results.filter((row) => row.name === name);
    return own.length === 1 && own.every(isOdd);
  });
  if (odd.length > 0)
    await runAll(
      'odd rows, again',
      odd.map((row): MatrixJob => ({ row: { ...row, checks: ALL } })),
      1,
    );
  return failures;
}

/** The rows with their checks, the longest first. */
export function planRows(probes: readonly Probe[]): readonly RowJob[] {
  const planned = planChecks(DEVIATIONS, probes);
  // The clean mock has no plan.
  return ROWS.map(({ kind, name }): RowJob => ({ kind, name, checks: planned.get(name) ?? ALL, has_oracles: true })).toSorted(
    (one, other) => other.checks.length - one.checks.length,
  );
}
