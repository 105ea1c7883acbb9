import { AUTH } from './auth.ts';
import { FAILURES } from './failures.ts';
import { LIFE_OF_BIDS } from './life-of-bids.ts';
import { PAGES } from './pages.ts';
import { PLACING } from './placing.ts';
import type { Stage } from './stage.ts';
import { TOLERANCE } from './tolerance.ts';

/** The exam. Stages that start the client afresh come last. */
export const STAGES: readonly Stage[] = [...PLACING, ...PAGES, ...TOLERANCE, ...FAILURES, ...LIFE_OF_BIDS, ...AUTH];
