/** A process that explores worlds of its own mock. */
import { createMock } from '#mock';
import { serveJobs } from '../worker-pool.ts';
import { LOTS, runJob, type Job } from './job.ts';

const mock = await createMock({ port: 0, lots: LOTS });
// The parent sends nothing but jobs.
serveJobs(async (job) => runJob(mock, job as Job));
