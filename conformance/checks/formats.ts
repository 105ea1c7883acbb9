import type { Check } from '../check.ts';

export const FORMATS: readonly Check[] = [];
