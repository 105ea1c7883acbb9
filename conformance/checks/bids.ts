import type { Check } from '../check/check.ts';
import { ANSWERS } from './bids/answers.ts';
import { APPROVAL_AND_TERMS } from './bids/approval-and-terms.ts';
import { CHAINS } from './bids/chains.ts';
import { COUNTERS } from './bids/counters.ts';
import { DELISTING } from './bids/delisting.ts';
import { DELIVERY } from './bids/delivery.ts';
import { EXPIRY } from './bids/expiry.ts';
import { ARCHIVED } from './bids/archived.ts';
import { BID_MODES } from './bids/modes.ts';
import { LONG_AFTER } from './bids/long-after.ts';
import { MOVING } from './bids/moves.ts';
import { MULTI_GRADE } from './bids/multi-grade.ts';
import { PLACING } from './bids/placing.ts';
import { PRICES } from './bids/prices.ts';
import { RACES } from './bids/races.ts';
import { READING } from './bids/reading.ts';
import { ACCEPTING_LINES } from './bids/accepting-lines.ts';
import { RULES } from './bids/rules.ts';
import { BID_VIEWS } from './bids/views.ts';

export const BIDS: readonly Check[] = [
  ...PLACING,
  ...APPROVAL_AND_TERMS,
  ...PRICES,
  ...DELIVERY,
  ...EXPIRY,
  ...BID_VIEWS,
  ...READING,
  ...MOVING,
  ...ANSWERS,
  ...COUNTERS,
  ...CHAINS,
  ...MULTI_GRADE,
  ...ACCEPTING_LINES,
  ...DELISTING,
  ...ARCHIVED,
  ...LONG_AFTER,
  ...RACES,
  ...RULES,
  ...BID_MODES,
];
