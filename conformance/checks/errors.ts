import type { Check } from '../check.ts';

export const ERRORS: readonly Check[] = [];
