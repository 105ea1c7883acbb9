import type { Check } from '../check.ts';

export const CASH_BIDS: readonly Check[] = [];
