import { OFFERS_VIOLATED } from './cash-bids/offers.ts';
import { RECORDS_VIOLATED } from './cash-bids/records.ts';

export const CASH_BIDS = [...RECORDS_VIOLATED, ...OFFERS_VIOLATED];
