import type { Check } from '../check/check.ts';
import { SANDBOX_EDGES_CHECKS } from './sandbox/edges.ts';
import { SIMULATED_EVENTS_CHECKS } from './sandbox/events.ts';
import { SANDBOX_ACCESS_CHECKS } from './sandbox/access.ts';
import { SIMULATED_BIDS_CHECKS } from './sandbox/simulated-bids.ts';
import { SIMULATING_CHECKS } from './sandbox/simulate.ts';

export const SANDBOX_CHECKS: readonly Check[] = [
  ...SIMULATING_CHECKS,
  ...SIMULATED_BIDS_CHECKS,
  ...SANDBOX_ACCESS_CHECKS,
  ...SIMULATED_EVENTS_CHECKS,
  ...SANDBOX_EDGES_CHECKS,
];
