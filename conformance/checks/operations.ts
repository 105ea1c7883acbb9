import type { Check } from '../check.ts';

export const OPERATIONS: readonly Check[] = [];
