import type { Check } from '../check.ts';

export const LISTINGS: readonly Check[] = [];
