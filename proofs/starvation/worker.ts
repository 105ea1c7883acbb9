/** A process that runs starved checks on worlds of its own mock. */
import { createMock } from '#mock';
import { serveJobs } from '../worker-pool.ts';
import { LOTS } from '../worlds.ts';
import { starveCheck } from './starve-check.ts';
import { CoveragePasses } from './coverage-passes.ts';

const mock = await createMock({ port: 0, lots: LOTS });
const passes = new CoveragePasses(mock);
// The parent sends nothing but jobs.
serveJobs(async (job) => starveCheck(mock, passes, (job as { check: string }).check));
