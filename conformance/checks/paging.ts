import type { Check } from '../check.ts';

export const PAGING: readonly Check[] = [];
