/**
 * Mistakes that real code makes, invented before any check was written for them: what the gate found of these at the first try is in
 * docs/mutation-testing.md.
 */
import type { Violation } from '../violation.ts';
import { MISTAKEN_ACCESS } from './access.ts';
import { MISTAKEN_BIDS } from './bids.ts';
import { MISTAKEN_EVENTS } from './events.ts';
import { MISTAKEN_LISTINGS } from './listings.ts';
import { MISTAKEN_QUERIES } from './queries.ts';
import { MISTAKEN_AGAIN } from './second.ts';
import { MISTAKEN_TIMES } from './time.ts';
import { MISTAKEN_WEBHOOKS } from './webhooks.ts';

/** Stated clauses, but the document leaves so much open here that a check only warns. */
const ONLY_WARN: ReadonlySet<string> = new Set([
  'AUTH-4/refresh-drops-scopes',
  'AUTH-4/refresh-loses-team',
  'AUTH-15/grace-of-a-day',
  'BID-5/thirtieth-of-february',
  'BID-27/first-of-three-rejected',
  'IDEM-2/sent-again-on-repeat',
  'LST-6/refused-price-kept',
  'MKT-2/commodity-drops-date',
  'MKT-3/week-drops-from',
  'OP-2/latitude-text-ignored',
  'OP-2/listed-text-ignored',
  'RTY-4/fourth-after-ten-minutes',
  'RTY-4/third-after-two-minutes',
  'RTY-7/delivered-at-of-failures',
  'SBX-9/queued-is-one',
  'WHK-2/one-per-url',
]);

const ROWS: readonly Violation[] = [
  ...MISTAKEN_QUERIES,
  ...MISTAKEN_BIDS,
  ...MISTAKEN_LISTINGS,
  ...MISTAKEN_EVENTS,
  ...MISTAKEN_WEBHOOKS,
  ...MISTAKEN_TIMES,
  ...MISTAKEN_ACCESS,
  ...MISTAKEN_AGAIN,
];

export const MISTAKES: readonly Violation[] = ROWS.map((row) => (ONLY_WARN.has(row.name) ? { ...row, only_warns: true } : row));
