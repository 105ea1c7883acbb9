import type { Check } from '../check.ts';

export const TEAMS: readonly Check[] = [];
