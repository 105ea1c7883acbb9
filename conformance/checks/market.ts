import type { Check } from '../check.ts';

export const MARKET: readonly Check[] = [];
