/** A process that tries reproductions on worlds of its own mock. */
import { createMock } from '#mock';
import { serveJobs } from '../worker-pool.ts';
import { LOTS } from '../worlds.ts';
import { tryViolation } from './try-violation.ts';

const mock = await createMock({ port: 0, lots: LOTS });
// The parent sends nothing but jobs.
serveJobs(async (job) => tryViolation(mock, (job as { name: string }).name));
