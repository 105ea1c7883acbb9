import type { Check } from '../check/check.ts';
import { ACTIVITY_CHECKS } from './cash-bids/activity.ts';
import { CASH_BID_RECORDS_CHECKS } from './cash-bids/records.ts';
import { DECISIONS_CHECKS } from './cash-bids/decisions.ts';
import { CASH_BID_MODES_CHECKS } from './cash-bids/modes.ts';
import { OFFERS_CHECKS } from './cash-bids/offers.ts';

export const CASH_BIDS_CHECKS: readonly Check[] = [
  ...CASH_BID_RECORDS_CHECKS,
  ...ACTIVITY_CHECKS,
  ...OFFERS_CHECKS,
  ...CASH_BID_MODES_CHECKS,
  ...DECISIONS_CHECKS,
];
