/** Realistic mistakes, invented without looking at the checks (docs/mutation-measurements.md). */
import type { Violation } from '../violation.ts';
import { MISTAKEN_ACCESS } from './access.ts';
import { MISTAKEN_BIDS } from './bids.ts';
import { CROSSED_DELIVERIES } from './crossed-deliveries.ts';
import { CROSSED_EVENTS } from './crossed-events.ts';
import { CROSSED_RECORDS } from './crossed-records.ts';
import { EFFECTS_OF_REJECTED_REQUESTS } from './effects-of-rejected-requests.ts';
import { MISTAKEN_EVENTS } from './events.ts';
import { FORGOTTEN_BIDS } from './forgotten-bids.ts';
import { FORGOTTEN_RECORDS } from './forgotten-records.ts';
import { LATER_CHANGES } from './later-changes.ts';
import { LATER_STATES } from './later-states.ts';
import { LEAKS_AFTER_CHANGES } from './leaks-after-changes.ts';
import { LEAKS_IN_SOME_REQUESTS } from './leaks-in-some-requests.ts';
import { MISTAKEN_LISTINGS } from './listings.ts';
import { MISTAKEN_QUERIES } from './queries.ts';
import { RARE_KINDS } from './rare-kinds.ts';
import { RARE_REQUESTS } from './rare-requests.ts';
import { RECORDS_WITH_HISTORY } from './records-with-history.ts';
import { REFUSED_LATER } from './refused-later.ts';
import { MISTAKES_IN_SOME_RECORDS } from './some-records.ts';
import { MISTAKES_IN_SOME_REQUESTS } from './some-requests.ts';
import { MISTAKEN_TIMES } from './time.ts';
import { TWO_RULES } from './two-rules.ts';
import { MISTAKEN_VIEWS } from './views.ts';
import { MISTAKEN_WEBHOOKS } from './webhooks.ts';

export const MISTAKES: readonly Violation[] = [
  ...MISTAKEN_QUERIES,
  ...MISTAKEN_BIDS,
  ...MISTAKEN_LISTINGS,
  ...MISTAKEN_EVENTS,
  ...MISTAKEN_WEBHOOKS,
  ...MISTAKEN_TIMES,
  ...MISTAKEN_ACCESS,
  ...MISTAKEN_VIEWS,
  ...EFFECTS_OF_REJECTED_REQUESTS,
  ...RECORDS_WITH_HISTORY,
  ...REFUSED_LATER,
  ...LEAKS_IN_SOME_REQUESTS,
  ...MISTAKES_IN_SOME_REQUESTS,
  ...MISTAKES_IN_SOME_RECORDS,
  ...LEAKS_AFTER_CHANGES,
  ...LATER_STATES,
  ...RARE_REQUESTS,
  ...TWO_RULES,
  ...RARE_KINDS,
  ...LATER_CHANGES,
  ...FORGOTTEN_BIDS,
  ...FORGOTTEN_RECORDS,
  ...CROSSED_DELIVERIES,
  ...CROSSED_EVENTS,
  ...CROSSED_RECORDS,
];
