/** The violations that the explorer must find, and the invariants that can find each. A finding of another invariant does not count. */

export interface Row {
  readonly violation: string;
  /** Ids, as in findings. */
  readonly invariants: readonly string[];
  /** The race that finds it: scenarios never send requests at the same time. */
  readonly race?: string;
}

/** A name that leaks to one party is a secret that the oracle finds elsewhere, too. */
const MASKS = ['privacy/counterparty', 'oracle/PRIV-6/no-secret-anywhere'];
const STATUS = ['agreement/bid-status', 'machines'];
/** A decided bid that is answered again. */
const LATE = ['answer/answer_late', 'decided'];
const NONE_ELSE = ['events/none-else', 'oracle/EVT-4/own-events'];

const FOUND: Readonly<Record<string, readonly string[]>> = {
  // The gate must find these six, too.
  'PRIV-4/unmasked-after-one-invoice': MASKS,
  'PRIV-12/pair-unmasked': MASKS,
  'BID-20/counters-rejected-late': [...LATE, ...STATUS],
  'BID-20/expired-then-countered': [...LATE, ...STATUS],
  'CB-6/accepted-twice': ['answer/decide_offer_late'],
  'WHK-8/new-id': ['events/all-due', ...NONE_ELSE, 'oracle/EVT-3/no-event-twice'],
  'PRIV-12/deep-list-named-by-another-trade': MASKS,
  'PRIV-13/deep-chain-named-on-acceptance': MASKS,
  'PRIV-4/deep-masked-again-when-delisted': MASKS,
  'PRIV-4/deep-offers-named-after-one-invoice': MASKS,
  'PRIV-7/deep-company-of-expired-bids': ['privacy/buyer-label'],
  'PRIV-6/deep-farm-in-a-retry': ['oracle/PRIV-6/no-secret-anywhere'],
  'TRD-2/deep-trades-of-counters-open': ['strangers', 'answer/snoop', 'agreement/parties'],
  'BID-11/deep-counters-never-expire': [...LATE, ...STATUS, 'lists/complete'],
  'BID-27/deep-original-pending-again': [...STATUS, ...LATE],
  'BID-21/deep-accepted-counters-sweep': [...STATUS, 'answer/accept', 'answer/reject', 'answer/counter'],
  'BID-29/deep-counters-outlive-delisting': [...STATUS, ...LATE],
  'LST-12/deep-answered-counters-missing': ['lists/complete'],
  'BID-20/deep-relisting-revives': [...STATUS, ...LATE],
  'BID-26/deep-oldest-goes-along': [...STATUS, 'answer/accept', 'answer/reject', 'answer/counter'],
  'BID-14/deep-chains-leave-the-list': ['lists/complete', 'lists/total'],
  'SBX-8/deep-accepted-bids-expire': STATUS,
  'TRD-10/deep-price-of-the-first-bid': ['agreement/trade-terms', 'oracle/TRD-2/always-the-same'],
  'TRD-10/deep-second-lines-change-the-first': ['agreement/trade-terms', 'oracle/TRD-2/always-the-same'],
  'TRD-6/deep-counters-settle-with-one-invoice': ['agreement/trade-status'],
  'EVT-8/deep-not-sent-when-the-seller-paid-first': ['events/all-due'],
  'INV-19/deep-counters-take-twice': ['quantity/conserved'],
  'INV-19/deep-rejection-gives-back': ['quantity/conserved'],
  'LST-6/deep-first-price-when-relisted': ['agreement/lot-price'],
  'PAGE-4/deep-relisted-lots-count-again': ['lists/total', 'lists/page-length'],
  'CB-14/deep-new-offers-reopen-the-old': ['answer/decide_offer_late', 'machines'],
  'IDEM-2/deep-freed-by-a-rejected-counter': ['idempotency/original-bid'],
  'IDEM-2/deep-forgotten-when-relisted': ['idempotency/original-bid'],
  'IDEM-3/deep-any-body-once-accepted': ['answer/repeat_changed'],
  'IDEM-7/deep-anybodys-once-answered': ['answer/borrow_key', 'idempotency/original-bid'],
  'EVT-3/deep-new-id-on-the-third-attempt': [
    'events/all-due',
    ...NONE_ELSE,
    'oracle/EVT-3/no-event-twice',
    'oracle/EVT-3/no-id-twice',
  ],
  'EVT-1/deep-livemode-missing-in-retries': ['oracle/EVT-1/every-envelope'],
  'RTY-4/deep-one-retry-at-a-time': ['events/all-due', 'answer/inspect'],
  'EVT-27/deep-one-of-several-rejections-sent': ['events/all-due'],
  'EVT-4/deep-sent-to-others-after-a-deletion': NONE_ELSE,
  'WHK-13/deep-new-subscription-gets-the-old-events': NONE_ELSE,
};

const RACES: readonly Row[] = [
  { violation: 'BID-31/no-lock', race: 'accept-accept', invariants: [] },
  { violation: 'BID-20/reject-during-accept', race: 'accept-reject', invariants: [] },
  { violation: 'IDEM-5/looked-up-too-early', race: 'same-key', invariants: [] },
];

export const ROWS: readonly Row[] = [
  ...Object.entries(FOUND).map(([violation, invariants]) => ({ violation, invariants })),
  ...RACES,
];

/** Controls that must have no finding: the clean mock, and the legal variants that affect the model. */
export const CONTROLS: readonly string[] = [
  'clean',
  'expired-never-shown',
  'archived-bids-stay',
  'chains-unmasked',
  'counters-inherit-expiry',
  'repeat-shows-the-current-bid',
  'countered-names-the-new-bid',
  'own-responses-not-sent',
  'delays-from-the-first',
  'inbox-without-own-counters',
  'listing-bids-without-own-counters',
  'part-paid',
  'accepted-lot-unlisted',
  'accepted-lot-archived',
  'accepted-lot-unchanged',
  'prices-per-pound',
  'trade-statuses-when-sent',
  'lists-a-moment-old',
  'lists-late',
  'restarts',
  'one-open-bid',
  'one-offer-per-cash-bid',
];
