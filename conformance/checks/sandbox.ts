import type { Check } from '../check/check.ts';
import { SANDBOX_EDGES } from './sandbox/edges.ts';
import { SIMULATED_EVENTS } from './sandbox/events.ts';
import { REACH } from './sandbox/reach.ts';
import { SIMULATED_BIDS } from './sandbox/simulated-bids.ts';
import { SIMULATING } from './sandbox/simulate.ts';

export const SANDBOX: readonly Check[] = [...SIMULATING, ...SIMULATED_BIDS, ...REACH, ...SIMULATED_EVENTS, ...SANDBOX_EDGES];
