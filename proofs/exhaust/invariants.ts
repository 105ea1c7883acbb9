/** What must hold, by name; how often each has been asked; and the one exception that says that one does not. */

interface Invariant {
  /** The clauses it stands on, and what it says. */
  title: string;
  /** From how many steps on there is a state, or a step, in which it says anything. */
  from_depth: number;
}

export const INVARIANTS = {
  // Of a step.
  answer_as_due: {
    title: 'BID-19 BID-20 BID-22 BID-28 LST-5: who may do it gets it done, who may not is refused, with its reason',
    from_depth: 1,
  },
  moves_as_stated: {
    title: 'BID-21 BID-26 BID-27 BID-29 LST-6 LST-7 TRD-6: the step makes the moves of the table, and no other',
    from_depth: 1,
  },
  refusal_changes_nothing: { title: 'BID-50 IDEM-8: a refusal writes nothing', from_depth: 1 },
  repeat_is_the_first_answer: {
    title: 'IDEM-2 IDEM-9: the same key and body is the first answer again, and writes nothing',
    from_depth: 2,
  },
  key_with_another_body: { title: 'IDEM-3: the same key with another body is 409, and writes nothing', from_depth: 2 },
  expiry: { title: 'BID-11 BID-12: what is pending at its expiry is expired, all else is as before', from_depth: 2 },
  quantity_conserved: {
    title: 'BID-30: an acceptance takes the quantity of the bid off the lot, and never more than is left',
    from_depth: 2,
  },
  trade_on_the_terms: { title: 'TRD-7 TRD-10 BID-61: a trade is made on the terms that were accepted', from_depth: 2 },
  events_as_due: { title: 'EVT-17 EVT-18 EVT-27 EVT-28 TRD-6: the events of the step, and no other', from_depth: 1 },
  events_to_whom: { title: 'EVT-4 EVT-5 EVT-25: each event goes to the teams it concerns, and to nobody else', from_depth: 1 },
  payloads_thin: { title: 'EVT-6 EVT-7 EVT-8 EVT-14 EVT-26: a payload has the fields of its type, and no other', from_depth: 1 },
  // Of both.
  readable: { title: 'CONV-1 BID-13 TRD-4: what is answered has the shape that it ought to have', from_depth: 0 },
  // Of a state, in all that everybody reads of it.
  nobody_is_told: {
    title: 'PRIV-1 PRIV-6 PRIV-15 PRIV-18: nobody sees a word, id or place of another before both invoices are paid',
    from_depth: 0,
  },
  strangers_see_no_ids: { title: 'BID-16 TRD-3: no id of a bid or trade is seen by who is no party of it', from_depth: 1 },
  masked_until_settled: {
    title: 'PRIV-4 PRIV-13 PRIV-15: counterparty is null until both invoices of that very trade are paid',
    from_depth: 1,
  },
  named_once_settled: { title: 'PRIV-4: once both are paid, each side is given the name of the other', from_depth: 4 },
  status_and_name_flip_together: { title: 'TRD-6: a trade is Completed exactly when it names the other side', from_depth: 2 },
  label_of_the_buyer: { title: 'PRIV-7: a buyer that is no verified elevator is called Buyer', from_depth: 1 },
  own_bids_alone: { title: 'BID-14 BID-16 BID-41: a team reads its own bids, all of them, and of others none', from_depth: 1 },
  own_trades_alone: { title: 'TRD-2 TRD-3: the two sides read the trade, and nobody else', from_depth: 2 },
  views_agree: { title: 'BID-13 TRD-4: list and detail, and the views of both sides, say the same', from_depth: 1 },
  one_trade_a_bid: { title: 'BID-31: an accepted bid has one trade, any other none', from_depth: 2 },
  counters_supersede: {
    title: 'BID-27 BID-35: of a chain of counters only the last may be open, and what was countered has one successor',
    from_depth: 2,
  },
  nothing_outlives: {
    title: 'BID-12 BID-29 BID-52: nothing is pending after its expiry, or on a lot that is not listed',
    from_depth: 1,
  },
  lines_follow: { title: 'BID-23 BID-49: of an accepted bid some lines are accepted and every other is rejected', from_depth: 2 },
  nothing_below_zero: { title: 'BID-30: a lot never has less than nothing left', from_depth: 0 },
  on_offer_while_listed: { title: 'INV-15 INV-22: buyers find a lot exactly while it is listed', from_depth: 0 },
  inbox: { title: 'LST-12: the inbox has the pending and countered bids that have not expired', from_depth: 1 },
  others_listings: {
    title: 'LST-5 LST-11: another seller finds neither the lot nor its bids, and nothing comes to it',
    from_depth: 0,
  },
} as const satisfies Readonly<Record<string, Invariant>>;

export type InvariantName = keyof typeof INVARIANTS;

// The keys of a constant are its names.
export const INVARIANT_NAMES = Object.keys(INVARIANTS) as readonly InvariantName[];

/** An invariant does not hold. */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
  readonly invariant: InvariantName;

  constructor(invariant: InvariantName, what: string) {
    super(what);
    this.invariant = invariant;
  }
}

/** How often each invariant was asked. */
export type Tally = Record<InvariantName, number>;

export function makeTally(): Tally {
  // One entry a name.
  return Object.fromEntries(INVARIANT_NAMES.map((name) => [name, 0])) as Tally;
}

/** @throws BrokenInvariant with what was seen, where it does not hold */
export function hold(tally: Tally, invariant: InvariantName, holds: boolean, what: () => string): void {
  tally[invariant] += 1;
  if (!holds) throw new BrokenInvariant(invariant, what());
}
