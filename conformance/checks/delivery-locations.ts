import type { Check } from '../check.ts';

export const DELIVERY_LOCATIONS: readonly Check[] = [];
