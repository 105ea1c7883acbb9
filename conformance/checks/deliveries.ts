import type { Check } from '../check.ts';

export const DELIVERIES: readonly Check[] = [];
