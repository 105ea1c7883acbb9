/**
 * Mistakes that real code makes, invented before any check was written for them: what the gate found of these at the first try is in
 * docs/mutation-testing.md.
 */
import type { Violation } from '../violation.ts';
import { MISTAKEN_ACCESS } from './access.ts';
import { MISTAKEN_BIDS } from './bids.ts';
import { MISTAKEN_EVENTS } from './events.ts';
import { HISTORIES } from './histories.ts';
import { MISTAKEN_LISTINGS } from './listings.ts';
import { MISTAKEN_QUERIES } from './queries.ts';
import { OTHER_VIEWS } from './other-views.ts';
import { REJECTED } from './rejected.ts';
import { MISTAKEN_AGAIN } from './second.ts';
import { MISTAKEN_ONCE_MORE } from './third.ts';
import { MISTAKEN_TIMES } from './time.ts';
import { MISTAKEN_WEBHOOKS } from './webhooks.ts';

export const MISTAKES: readonly Violation[] = [
  ...MISTAKEN_QUERIES,
  ...MISTAKEN_BIDS,
  ...MISTAKEN_LISTINGS,
  ...MISTAKEN_EVENTS,
  ...MISTAKEN_WEBHOOKS,
  ...MISTAKEN_TIMES,
  ...MISTAKEN_ACCESS,
  ...MISTAKEN_AGAIN,
  ...REJECTED,
  ...HISTORIES,
  ...MISTAKEN_ONCE_MORE,
  ...OTHER_VIEWS,
];
