import type { Check } from '../check/check.ts';
import { WHOLE_LISTS_OF_BIDS } from './whole-lists/bids.ts';
import { WHOLE_LISTS_OF_CASH_BIDS } from './whole-lists/cash-bids.ts';
import { WHOLE_LISTS_OF_LISTINGS } from './whole-lists/listings.ts';
import { WHOLE_LISTS_OF_SIMULATIONS } from './whole-lists/simulated.ts';
import { WHOLE_LISTS_OF_TRADES } from './whole-lists/trades.ts';

/** The lists with filters, each read to its end. They run while no other check of the run writes. */
export const WHOLE_LISTS_CHECKS: readonly Check[] = [
  ...WHOLE_LISTS_OF_BIDS,
  ...WHOLE_LISTS_OF_LISTINGS,
  ...WHOLE_LISTS_OF_TRADES,
  ...WHOLE_LISTS_OF_CASH_BIDS,
  ...WHOLE_LISTS_OF_SIMULATIONS,
];
