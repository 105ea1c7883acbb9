/**
 * Violations that show only after three or more steps. The explorer must find all of them (`npm run mutation:explorer`). The gate must find
 * all except `MISSED_BY_GATE` (`npm run mutation`).
 */
import type { Violation } from '../violation.ts';
import { DEEP_BIDS } from './bids.ts';
import { DEEP_DEALS } from './deals.ts';
import { DEEP_DELIVERIES } from './deliveries.ts';
import { DEEP_KEYS } from './keys.ts';
import { DEEP_PRIVACY } from './privacy.ts';

/** Why the gate cannot find a violation, by the name of the violation. */
export const MISSED_BY_GATE: Readonly<Record<string, string>> = {
  'BID-11/deep-counters-never-expire': 'how and when a bid becomes expired is open (BID-12)',
  'BID-21/deep-accepted-counters-sweep': 'an acceptance can reject the other bids on the lot (BID-30)',
  'EVT-4/deep-sent-to-others-after-a-deletion': 'during a run, the team always has some subscription',
  'INV-19/deep-counters-take-twice': 'how much an acceptance takes off the lot is an assumption (BID-30)',
  'INV-19/deep-rejection-gives-back': 'how much is left after an acceptance is an assumption (BID-30)',
  'PAGE-4/deep-relisted-lots-count-again': 'only a whole run finds it, because checks of totals relist nothing',
  'PRIV-6/deep-farm-in-a-retry': 'only a whole run finds it, because checks of payloads cause no retries',
  'TRD-10/deep-second-lines-change-the-first': 'checks accept the lines of one bid only',
  'WHK-13/deep-new-subscription-gets-the-old-events': 'checks of deletion subscribe once',
};

export const DEEP_VIOLATIONS: readonly Violation[] = [
  ...DEEP_PRIVACY,
  ...DEEP_BIDS,
  ...DEEP_DEALS,
  ...DEEP_KEYS,
  ...DEEP_DELIVERIES,
];

export const FOUND_BY_GATE = DEEP_VIOLATIONS.filter(({ name }) => MISSED_BY_GATE[name] === undefined);
export const EXPLORER_ONLY = DEEP_VIOLATIONS.filter(({ name }) => MISSED_BY_GATE[name] !== undefined);
