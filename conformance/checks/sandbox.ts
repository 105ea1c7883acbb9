import type { Check } from '../check.ts';
import { SIMULATING } from './sandbox/simulate.ts';
import { SIMULATED_EVENTS } from './sandbox/events.ts';

export const SANDBOX: readonly Check[] = [...SIMULATING, ...SIMULATED_EVENTS];
