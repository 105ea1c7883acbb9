/** A process that probes checks and runs rows of the full matrix, on worlds of its own mock. */
import { createMock } from '#mock';
import { serveJobs } from '../../worker-pool.ts';
import { LOTS, withWorld } from '../../worlds.ts';
import { DEVIATIONS } from './deviations.ts';
import type { Probe } from './probe.ts';
import { probe } from './probe.ts';
import type { Row, RowJob } from './row.ts';
import { describeSetup, runRow, resolve } from './row.ts';

export type MatrixJob = { probe: string } | { row: RowJob };
export type MatrixOutcome = { probe: Probe } | { row: Row } | { failed: string };

const mock = await createMock({ port: 0, lots: LOTS });
const clean_setup = await withWorld(mock, {}, async (base_url) => describeSetup(await resolve(base_url, [])));

async function run(job: MatrixJob): Promise<MatrixOutcome> {
  try {
    if ('row' in job) return { row: await runRow(mock, clean_setup, job.row) };
    return { probe: await probe(mock, job.probe, DEVIATIONS) };
  } catch (error) {
    // The next run tries again.
    return {
      failed: `${'row' in job ? job.row.name : job.probe}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`,
    };
  }
}

// The parent sends nothing but jobs.
serveJobs(async (job) => run(job as MatrixJob));
