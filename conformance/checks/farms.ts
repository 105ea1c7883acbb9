import type { Check } from '../check.ts';

export const FARMS: readonly Check[] = [];
