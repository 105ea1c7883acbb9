import type { Check } from '../check.ts';

export const INVENTORY: readonly Check[] = [];
