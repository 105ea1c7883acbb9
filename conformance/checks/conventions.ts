import type { Check } from '../check.ts';

export const CONVENTIONS: readonly Check[] = [];
