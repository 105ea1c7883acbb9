import type { Check } from '../check.ts';

export const EVENTS: readonly Check[] = [];
