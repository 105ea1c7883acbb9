import { OFFERS_VIOLATED } from './cash-bids/offers.ts';
import { RECORDS_VIOLATED } from './cash-bids/records.ts';
import type { Violation } from './violation.ts';

export const CASH_BIDS: readonly Violation[] = [...RECORDS_VIOLATED, ...OFFERS_VIOLATED];
