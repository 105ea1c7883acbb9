/** A process that tests the gate on worlds of its own mock. */
import { serveJobs } from '../worker-pool.ts';
import { openWorlds } from '../worlds.ts';
import { runJob, type Job } from './job.ts';

/** Enough for several pages, few enough to create in a moment. */
const LOTS = 120;

const worlds = await openWorlds(LOTS);
// The parent sends nothing but jobs.
serveJobs(async (job) => runJob(worlds, job as Job));
