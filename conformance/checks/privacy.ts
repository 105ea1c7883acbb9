import type { Check } from '../check.ts';

export const PRIVACY: readonly Check[] = [];
