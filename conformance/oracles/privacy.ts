import type { Oracle } from './oracle.ts';

export const PRIVACY_ORACLES: readonly Oracle[] = [];
