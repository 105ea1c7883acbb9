import type { Check } from '../check/check.ts';
import { SANDBOX_EDGES_CHECKS } from './sandbox/edges.ts';
import { SIMULATED_EVENTS_CHECKS } from './sandbox/events.ts';
import { REACH_CHECKS } from './sandbox/reach.ts';
import { SIMULATED_BIDS_CHECKS } from './sandbox/simulated-bids.ts';
import { SIMULATING_CHECKS } from './sandbox/simulate.ts';

export const SANDBOX_CHECKS: readonly Check[] = [
  ...SIMULATING_CHECKS,
  ...SIMULATED_BIDS_CHECKS,
  ...REACH_CHECKS,
  ...SIMULATED_EVENTS_CHECKS,
  ...SANDBOX_EDGES_CHECKS,
];
