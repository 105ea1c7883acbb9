import type { Check } from '../check.ts';

export const AUTH: readonly Check[] = [];
