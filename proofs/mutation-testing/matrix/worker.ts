/** A process that runs rows of the full matrix, on worlds of its own mock. */
import { createMock } from '#mock';
import { serveJobs } from '../../worker-pool.ts';
import { LOTS } from '../../worlds.ts';
import type { Row, RowJob } from './row.ts';
import { runRow } from './row.ts';

export type MatrixOutcome = { row: Row } | { failed: string };

const mock = await createMock({ port: 0, lots: LOTS });

async function run(job: RowJob): Promise<MatrixOutcome> {
  try {
    return { row: await runRow(mock, job) };
  } catch (error) {
    // The next run tries again.
    return { failed: `${job.name}: ${error instanceof Error ? (error.stack ?? '') : String(error)}` };
  }
}

// The parent sends nothing but jobs.
serveJobs(async (job) => run(job as RowJob));
