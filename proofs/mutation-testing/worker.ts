/** A process that tests the gate on worlds of its own mock. */
import { serveJobs } from '../worker-pool.ts';
import { openWorlds } from '../worlds.ts';
import { runJob, type Job } from './job.ts';
import { LOTS } from './lots.ts';

const worlds = await openWorlds(LOTS);
// The parent sends nothing but jobs.
serveJobs(async (job) => runJob(worlds, job as Job));
