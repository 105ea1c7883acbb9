import type { Check } from '../check/check.ts';
import { ANSWERS_CHECKS } from './bids/answers.ts';
import { APPROVAL_AND_TERMS_CHECKS } from './bids/approval-and-terms.ts';
import { CHAINS_CHECKS } from './bids/chains.ts';
import { COUNTERS_CHECKS } from './bids/counters.ts';
import { DELISTING_CHECKS } from './bids/delisting.ts';
import { DELIVERED_CHECKS } from './bids/delivered.ts';
import { DELIVERY_CHECKS } from './bids/delivery.ts';
import { EXPIRY_CHECKS } from './bids/expiry.ts';
import { REQUESTED_EXPIRY_CHECKS } from './bids/requested-expiry.ts';
import { ARCHIVED_CHECKS } from './bids/archived.ts';
import { BID_MODES_CHECKS } from './bids/modes.ts';
import { LONG_AFTER_CHECKS } from './bids/long-after.ts';
import { TRANSITION_CHECKS } from './bids/transitions.ts';
import { MULTI_GRADE_CHECKS } from './bids/multi-grade.ts';
import { PLACING_CHECKS } from './bids/placing.ts';
import { PRICES_CHECKS } from './bids/prices.ts';
import { RACES_CHECKS } from './bids/races.ts';
import { READING_CHECKS } from './bids/reading.ts';
import { ACCEPTING_LINES_CHECKS } from './bids/accepting-lines.ts';
import { BUSINESS_RULES_CHECKS } from './bids/business-rules.ts';
import { BID_VIEWS_CHECKS } from './bids/views.ts';

export const BIDS_CHECKS: readonly Check[] = [
  ...PLACING_CHECKS,
  ...APPROVAL_AND_TERMS_CHECKS,
  ...PRICES_CHECKS,
  ...DELIVERY_CHECKS,
  ...DELIVERED_CHECKS,
  ...EXPIRY_CHECKS,
  ...REQUESTED_EXPIRY_CHECKS,
  ...BID_VIEWS_CHECKS,
  ...READING_CHECKS,
  ...TRANSITION_CHECKS,
  ...ANSWERS_CHECKS,
  ...COUNTERS_CHECKS,
  ...CHAINS_CHECKS,
  ...MULTI_GRADE_CHECKS,
  ...ACCEPTING_LINES_CHECKS,
  ...DELISTING_CHECKS,
  ...ARCHIVED_CHECKS,
  ...LONG_AFTER_CHECKS,
  ...RACES_CHECKS,
  ...BUSINESS_RULES_CHECKS,
  ...BID_MODES_CHECKS,
];
