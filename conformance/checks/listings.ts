import type { Check } from '../check/check.ts';
import { ARCHIVING } from './listings/archive.ts';
import { LISTING_FIELDS } from './listings/fields.ts';
import { INBOX } from './listings/inbox.ts';
import { TAKING } from './listings/taking.ts';
import { AS_READ } from './listings/as-read.ts';
import { PUBLISHING } from './listings/publish.ts';
import { RECEIVED_BIDS } from './listings/received-bids.ts';
import { SUBMITTING } from './listings/submit.ts';
import { VALUES } from './listings/values.ts';

export const LISTINGS: readonly Check[] = [
  ...LISTING_FIELDS,
  ...SUBMITTING,
  ...PUBLISHING,
  ...AS_READ,
  ...ARCHIVING,
  ...RECEIVED_BIDS,
  ...INBOX,
  ...TAKING,
  ...VALUES,
];
