import type { Oracle } from './oracle.ts';

export const DELIVERIES_ORACLES: readonly Oracle[] = [];
