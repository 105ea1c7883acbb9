/**
 * Violations of stated clauses that a check reports as a warning: what it sees is no proof, or the document leaves too much open. One word of
 * a name, for example, can occur by chance.
 */
export const ONLY_WARNS: ReadonlySet<string> = new Set([
  'AUTH-4/refresh-drops-scopes',
  'AUTH-4/refresh-loses-team',
  'AUTH-15/grace-of-a-day',
  'BID-5/thirtieth-of-february',
  'BID-27/first-of-three-rejected',
  'IDEM-2/sent-again-on-repeat',
  'LST-6/refused-price-kept',
  'MKT-2/commodity-drops-date',
  'MKT-2/commodity-ignored',
  'MKT-2/date-ignored',
  'MKT-2/first-slug-alone',
  'MKT-3/from-ignored',
  'MKT-3/interval-ignored',
  'MKT-3/week-drops-from',
  'OP-2/latitude-text-ignored',
  'OP-2/listed-text-ignored',
  'PRIV-6/learned-last-name-in-a-refusal',
  'RTY-4/fourth-after-ten-minutes',
  'RTY-4/third-after-two-minutes',
  'RTY-7/delivered-at-of-failures',
  'SBX-9/queued-is-one',
  'TRD-11/always-buyer',
  'TRD-11/buyer-once-settled',
  'TRD-11/no-side',
  'WHK-2/one-per-url',
]);
