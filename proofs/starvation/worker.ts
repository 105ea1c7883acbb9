/** A process that runs starved checks on worlds of its own mock. */
import { serveJobs } from '../worker-pool.ts';
import { openWorlds } from '../worlds.ts';
import { starveCheck } from './starve-check.ts';
import { CoveragePasses } from './coverage-passes.ts';

/** Enough for several pages, few enough to create in a moment. */
const LOTS = 120;

const worlds = await openWorlds(LOTS);
const passes = new CoveragePasses(worlds);
// The parent sends nothing but jobs.
serveJobs(async (job) => starveCheck(worlds, passes, (job as { check: string }).check));
