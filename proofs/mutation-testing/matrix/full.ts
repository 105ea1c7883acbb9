/** Runs the full matrix. */
import { runJobs } from '../../worker-pool.ts';
import { addRow, openRows } from './outcome-file.ts';
import type { RowJob } from './row.ts';
import { ROWS } from './row.ts';
import { isOdd } from './summary.ts';
import type { MatrixOutcome } from './worker.ts';

/** Rows that one process runs at the same time: the gate mostly waits. */
const ROWS_AT_ONCE = 5;
const worker = new URL('worker.ts', import.meta.url);

/**
 * Continues where an earlier run ended.
 * @returns what failed; it is tried again in the next run
 */
export async function runMatrix(print: (text: string) => void): Promise<readonly string[]> {
  const failures: string[] = [];
  const runAll = async (what: string, jobs: readonly RowJob[], jobs_at_once: number): Promise<void> => {
    let done = 0;
    const onOutcome = (outcome: MatrixOutcome): void => {
      if ('failed' in outcome) failures.push(outcome.failed);
      else addRow(outcome.row);
      done += 1;
      if (done % 100 === 0 || done === jobs.length) print(`${what}: ${done} of ${jobs.length}`);
    };
    await runJobs<RowJob, MatrixOutcome>({ worker, jobs, jobs_at_once, onOutcome });
  };

  const ran = new Set(openRows().map(({ name }) => name));
  await runAll(
    'rows',
    ROWS.filter(({ name }) => !ran.has(name)),
    ROWS_AT_ONCE,
  );
  if (failures.length > 0) return failures;

  // Reruns what looks wrong, alone, because many rows at once can make a check too slow.
  const results = openRows();
  const odd = ROWS.filter(({ name }) => {
    const own = results.filter((row) => row.name === name);
    return own.length === 1 && own.every(isOdd);
  });
  await runAll('odd rows, again', odd, 1);
  return failures;
}
