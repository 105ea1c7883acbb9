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

/** Violations that the gate must find, and that take three steps or more. */
const OF_THE_GATE: readonly Row[] = [
  { violation: 'PRIV-4/unmasked-after-one-invoice', invariants: MASKS },
  { violation: 'PRIV-12/pair-unmasked', invariants: MASKS },
  { violation: 'BID-20/counters-rejected-late', invariants: [...LATE, ...STATUS] },
  { violation: 'BID-20/expired-then-countered', invariants: [...LATE, ...STATUS] },
  { violation: 'CB-6/accepted-twice', invariants: ['answer/decide_offer_late'] },
  { violation: 'WHK-8/new-id', invariants: ['events/all-due', ...NONE_ELSE, 'oracle/EVT-3/no-event-twice'] },
];

const PRIVACY: readonly Row[] = [
  { violation: 'PRIV-12/deep-list-named-by-another-trade', invariants: MASKS },
  { violation: 'PRIV-13/deep-chain-named-on-acceptance', invariants: MASKS },
  { violation: 'PRIV-4/deep-masked-again-when-delisted', invariants: MASKS },
  { violation: 'PRIV-4/deep-offers-named-after-one-invoice', invariants: MASKS },
  { violation: 'PRIV-7/deep-company-of-expired-bids', invariants: ['privacy/buyer-label'] },
  { violation: 'PRIV-6/deep-farm-in-a-retry', invariants: ['oracle/PRIV-6/no-secret-anywhere'] },
  { violation: 'TRD-2/deep-trades-of-counters-open', invariants: ['strangers', 'answer/snoop', 'agreement/parties'] },
];

const BIDS: readonly Row[] = [
  { violation: 'BID-11/deep-counters-never-expire', invariants: [...LATE, ...STATUS, 'lists/complete'] },
  { violation: 'BID-27/deep-original-pending-again', invariants: [...STATUS, ...LATE] },
  {
    violation: 'BID-21/deep-accepted-counters-sweep',
    invariants: [...STATUS, 'answer/accept', 'answer/reject', 'answer/counter'],
  },
  { violation: 'BID-29/deep-counters-outlive-delisting', invariants: [...STATUS, ...LATE] },
  { violation: 'LST-12/deep-answered-counters-missing', invariants: ['lists/complete'] },
  { violation: 'BID-20/deep-relisting-revives', invariants: [...STATUS, ...LATE] },
  { violation: 'BID-26/deep-oldest-goes-along', invariants: [...STATUS, 'answer/accept', 'answer/reject', 'answer/counter'] },
  { violation: 'BID-14/deep-chains-leave-the-list', invariants: ['lists/complete', 'lists/total'] },
  { violation: 'SBX-8/deep-accepted-bids-expire', invariants: STATUS },
];

const DEALS: readonly Row[] = [
  { violation: 'TRD-10/deep-price-of-the-first-bid', invariants: ['agreement/trade-terms', 'oracle/TRD-2/always-the-same'] },
  {
    violation: 'TRD-10/deep-second-lines-change-the-first',
    invariants: ['agreement/trade-terms', 'oracle/TRD-2/always-the-same'],
  },
  { violation: 'TRD-6/deep-counters-settle-with-one-invoice', invariants: ['agreement/trade-status'] },
  { violation: 'EVT-8/deep-not-sent-when-the-seller-paid-first', invariants: ['events/all-due'] },
  { violation: 'INV-19/deep-counters-take-twice', invariants: ['quantity/conserved'] },
  { violation: 'INV-19/deep-rejection-gives-back', invariants: ['quantity/conserved'] },
  { violation: 'LST-6/deep-first-price-when-relisted', invariants: ['agreement/lot-price'] },
  { violation: 'PAGE-4/deep-relisted-lots-count-again', invariants: ['lists/total', 'lists/page-length'] },
  { violation: 'CB-14/deep-new-offers-reopen-the-old', invariants: ['answer/decide_offer_late', 'machines'] },
];

const KEYS: readonly Row[] = [
  { violation: 'IDEM-2/deep-freed-by-a-rejected-counter', invariants: ['idempotency/original-bid'] },
  { violation: 'IDEM-2/deep-forgotten-when-relisted', invariants: ['idempotency/original-bid'] },
  { violation: 'IDEM-3/deep-any-body-once-accepted', invariants: ['answer/repeat_changed'] },
  { violation: 'IDEM-7/deep-anybodys-once-answered', invariants: ['answer/borrow_key', 'idempotency/original-bid'] },
];

const DELIVERIES: readonly Row[] = [
  {
    violation: 'EVT-3/deep-new-id-on-the-third-attempt',
    invariants: ['events/all-due', ...NONE_ELSE, 'oracle/EVT-3/no-event-twice', 'oracle/EVT-3/no-id-twice'],
  },
  { violation: 'EVT-1/deep-livemode-missing-in-retries', invariants: ['oracle/EVT-1/every-envelope'] },
  { violation: 'RTY-4/deep-one-retry-at-a-time', invariants: ['events/all-due', 'answer/inspect'] },
  { violation: 'EVT-27/deep-one-of-several-rejections-sent', invariants: ['events/all-due'] },
  { violation: 'EVT-4/deep-sent-to-others-after-a-deletion', invariants: NONE_ELSE },
  { violation: 'WHK-13/deep-new-subscription-gets-the-old-events', invariants: NONE_ELSE },
];

const RACES: readonly Row[] = [
  { violation: 'BID-31/no-lock', race: 'accept-accept', invariants: [] },
  { violation: 'BID-20/reject-during-accept', race: 'accept-reject', invariants: [] },
  { violation: 'IDEM-5/looked-up-too-early', race: 'same-key', invariants: [] },
];

export const ROWS: readonly Row[] = [...OF_THE_GATE, ...PRIVACY, ...BIDS, ...DEALS, ...KEYS, ...DELIVERIES, ...RACES];

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
