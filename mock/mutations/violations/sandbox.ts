import { BIDS_VIOLATED } from './sandbox/bids.ts';
import { SIMULATION_VIOLATED } from './sandbox/simulation.ts';

export const SANDBOX = [...SIMULATION_VIOLATED, ...BIDS_VIOLATED];
