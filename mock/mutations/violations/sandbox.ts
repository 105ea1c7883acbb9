import { BIDS_VIOLATED } from './sandbox/bids.ts';
import { SIMULATION_VIOLATED } from './sandbox/simulation.ts';
import type { Violation } from './violation.ts';

export const SANDBOX: readonly Violation[] = [...SIMULATION_VIOLATED, ...BIDS_VIOLATED];
