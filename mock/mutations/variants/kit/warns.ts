/** The checks that may warn about a variant, by its name. The other variants get no warning. */

const LINKED = ['inventory', 'bids', 'trades', 'cash-bids', 'offers', 'own-listings', 'received-bids'];

/** The checks that follow a link. */
const FOLLOW_LINKS: readonly string[] = [
  ...['PAGE-5/next', 'PAGE-6/href', 'PAGE-12/previous', 'PAGE-15/walk'].flatMap((link) =>
    LINKED.map((list) => `${link}-${list}`),
  ),
  'PAGE-12/previous-keeps-sort',
  'PAGE-5/next-keeps-slugs',
  'PAGE-5/next-keeps-sort',
  'PAGE-5/next-keeps-units',
  'PAGE-6/all-parameters',
  ...['inventory', 'bids', 'trades', 'cash-bids'].flatMap((list) => [
    `PAGE-5/next-keeps-filters-${list}`,
    `PAGE-6/href-keeps-filters-${list}`,
    `PAGE-12/previous-keeps-filters-${list}`,
  ]),
];

/** The checks that verify signatures. */
const EVERY_SIGNATURE: readonly string[] = [
  'SIG-1/every-delivery',
  'SIG-1/bids-and-trades',
  'SIG-1/to-sellers',
  'SIG-1/settlements',
  'SIG-1/offers',
  'SIG-1/analyses',
  'SIG-1/queues',
];

const UNLIMITED_LISTS = [
  'PAGE-14/limit-own-listings',
  'PAGE-14/limit-received-bids',
  'PAGE-14/limit-bids-of-all-listings',
  'PAGE-14/offset-own-listings',
  'PAGE-14/offset-received-bids',
  'PAGE-14/every-page',
];

export const WARNS: Readonly<Record<string, readonly string[]>> = {
  'archived-bids-stay': [
    'BID-52/archive',
    'BID-52/by-grades',
    'BID-52/archived-sends-events',
    'BID-52/counter',
    'BID-52/delivered',
    'BID-52/others-stay',
  ],
  'bad-events-400': ['SBX-13/event-missing', 'SBX-13/event-unknown', 'SBX-13/event-not-a-string'],
  'bare-farms': ['CONV-9/every-resource'],
  'bare-filters': ['CONV-9/every-resource'],
  'decided-offers-422': [
    'CB-6/twice',
    'CB-14/accept-then-accept',
    'CB-14/accept-then-reject',
    'CB-14/reject-then-accept',
    'CB-14/reject-then-reject',
    'CB-10/accept-and-accept',
    'CB-10/accept-and-reject',
    'CB-10/reject-and-reject',
  ],
  'delays-from-the-first': ['RTY-4/delays', 'WHK-8/normal-schedule'],
  'delivered-at-omitted': ['RTY-7/every-row', 'RTY-7/failed', 'RTY-7/retrying'],
  'drafts-need-payment': ['LST-20/draft-without-payment'],
  'farms-with-other-names': ['FARM-6/field-names'],
  'links-with-another-host': FOLLOW_LINKS,
  'quality-omitted': ['INV-19/as-submitted'],
  'sellers-lists-of-fifty': UNLIMITED_LISTS,
  'sellers-lists-of-twenty': UNLIMITED_LISTS,
  'terse-bid-responses': ['BID-46/every-bid', 'BID-46/values', 'BID-46/counter'],
  'trades-of-teams': ['TRD-9/seller-without-team'],
  'trades-terse': ['TRD-10/fields'],
  'two-signatures': EVERY_SIGNATURE,
  'unknown-segments': EVERY_SIGNATURE,
};
