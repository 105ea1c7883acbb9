/** A process that runs jobs on worlds of its own mock. */
import { createMock } from '#mock';
import { serveJobs } from '../../worker-pool.ts';
import { runJob, type Job, type Outcome } from './job.ts';

const mock = await createMock({ port: 0, lots: 20 });
const { origin } = new URL(mock.base_url);

async function run(job: Job): Promise<Outcome> {
  try {
    return await runJob(origin, job);
  } catch (error) {
    return { job, accusations: [], failed: error instanceof Error ? (error.stack ?? '') : String(error) };
  }
}

// The parent sends nothing but jobs.
serveJobs(async (job) => run(job as Job));
