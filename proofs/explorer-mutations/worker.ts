/** A process that explores worlds of its own mock. */
import { serveJobs } from '../worker-pool.ts';
import { openWorlds } from '../worlds.ts';
import { LOTS, runJob, type Job } from './job.ts';

const worlds = await openWorlds(LOTS);
// The parent sends nothing but jobs.
serveJobs(async (job) => runJob(worlds, job as Job));
