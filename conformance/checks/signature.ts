import type { Check } from '../check.ts';

export const SIGNATURE: readonly Check[] = [];
