/** A process that tests the gate on worlds of its own mock. */
import { createMock } from '#mock';
import { serveJobs } from '../worker-pool.ts';
import { LOTS } from '../worlds.ts';
import { runJob, type Job } from './job.ts';

const mock = await createMock({ port: 0, lots: LOTS });
// The parent sends nothing but jobs.
serveJobs(async (job) => runJob(mock, job as Job));
