/** A process that tries reproductions on worlds of its own mock. */
import { serveJobs } from '../worker-pool.ts';
import { openWorlds } from '../worlds.ts';
import { tryViolation } from './try-violation.ts';

/** As many as the gate is tested with. */
const LOTS = 120;

const worlds = await openWorlds(LOTS);
// The parent sends nothing but jobs.
serveJobs(async (job) => tryViolation(worlds, (job as { name: string }).name));
