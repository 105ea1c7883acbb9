import type { Check } from '../check.ts';

export const TRADES: readonly Check[] = [];
