import type { Oracle } from './oracle.ts';

export const SHAPES_ORACLES: readonly Oracle[] = [];
