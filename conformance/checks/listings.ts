import type { Check } from '../check/check.ts';
import { ARCHIVING_CHECKS } from './listings/archive.ts';
import { LISTING_FIELDS_CHECKS } from './listings/fields.ts';
import { INBOX_CHECKS } from './listings/inbox.ts';
import { ACCEPTED_FIELDS_CHECKS } from './listings/accepted-fields.ts';
import { AS_READ_CHECKS } from './listings/as-read.ts';
import { OFF_MARKET_CHECKS } from './listings/off-market.ts';
import { PUBLISHING_CHECKS } from './listings/publish.ts';
import { RECEIVED_BIDS_CHECKS } from './listings/received-bids.ts';
import { SUBMITTING_CHECKS } from './listings/submit.ts';
import { UNCHANGED_CHECKS } from './listings/unchanged.ts';
import { VALUES_CHECKS } from './listings/values.ts';

export const LISTINGS_CHECKS: readonly Check[] = [
  ...LISTING_FIELDS_CHECKS,
  ...SUBMITTING_CHECKS,
  ...PUBLISHING_CHECKS,
  ...OFF_MARKET_CHECKS,
  ...AS_READ_CHECKS,
  ...ARCHIVING_CHECKS,
  ...RECEIVED_BIDS_CHECKS,
  ...INBOX_CHECKS,
  ...ACCEPTED_FIELDS_CHECKS,
  ...UNCHANGED_CHECKS,
  ...VALUES_CHECKS,
];
