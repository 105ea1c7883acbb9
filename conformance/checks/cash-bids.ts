import type { Check } from '../check/check.ts';
import { CASH_BID_RECORDS } from './cash-bids/records.ts';
import { DECISIONS } from './cash-bids/decisions.ts';
import { CASH_BID_MODES } from './cash-bids/modes.ts';
import { OFFERS } from './cash-bids/offers.ts';

export const CASH_BIDS: readonly Check[] = [...CASH_BID_RECORDS, ...OFFERS, ...CASH_BID_MODES, ...DECISIONS];
