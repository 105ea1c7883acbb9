/**
 * What an outside observer must believe, as plain data. Written from the document alone. Where the document leaves something open a member
 * holds every value that is legal, until one has been seen.
 */

import type { ClauseId } from '#spec/clauses/index';

/** Teams that buy. */
export const BUYERS = ['buyer', 'rival', 'elevator'] as const;
export type Buyer = (typeof BUYERS)[number];

/** Users who sell: the first has no team. `partner_sandbox` is the partner with a sandbox token, whose lots are a world apart. */
export const SELLERS = ['seller', 'partner', 'partner_sandbox'] as const;
export type Seller = (typeof SELLERS)[number];

export type Party = Buyer | Seller;

/** `simulator`: the sandbox's own buyer, whom nobody here speaks for. */
export type Bidder = Buyer | 'simulator';
export type Side = 'buyer' | 'seller';
export type BidStatus = 'pending' | 'accepted' | 'rejected' | 'countered' | 'expired';
export type LotStatus = 'listed' | 'unlisted' | 'archived';
export type OfferStatus = 'pending' | 'accepted' | 'rejected';

/** Every status that is legal now; one of them once it has been seen. */
export type Possible<Status> = readonly Status[];

export interface Lot {
  readonly id: string;
  readonly seller: Seller;
  /** Null: bids come by grades. */
  readonly grade: string | null;
  readonly commodity: string;
  readonly price: number;
  readonly crop_year: number;
  readonly is_organic: boolean;
  readonly status: Possible<LotStatus>;
  /** Whole tonnes, so that sums are exact. What acceptance takes off a lot is not stated: both amounts, until one is seen. */
  readonly left_mt: readonly number[];
  /** What was accepted on it may take it off the market, or out of the archive, and not at once (BID-29, BID-30). */
  readonly may_leave: boolean;
}

export interface BidLine {
  readonly grade: string;
  readonly price: number;
  /** Undefined until the bid was read. */
  readonly id: string | undefined;
  readonly status: 'open' | 'taken' | 'left';
}

export interface Bid {
  readonly id: string;
  readonly lot_id: string;
  readonly buyer: Bidder;
  /** The side that waits for an answer. */
  readonly author: Side;
  readonly status: Possible<BidStatus>;
  readonly quantity_mt: number;
  /** Null on a bid by grades. */
  readonly price: number | null;
  readonly lines: readonly BidLine[];
  readonly counter_to: string | null;
  /** In seconds of the model's clock. A counter may have inherited an earlier instant (BID-27). */
  readonly expires_at_s: number;
  readonly expires_from_s: number;
  /** It has expired before its time (SBX-8). */
  readonly is_over: boolean;
  /** Its lot may have been delisted, which may reject it later (BID-29). */
  readonly may_fall: boolean;
  readonly trade_id: string | null;
}

export interface Trade {
  readonly id: string;
  readonly bid_id: string | null;
  readonly offer_id: string | null;
  readonly lot_id: string | null;
  readonly buyer: Bidder;
  readonly seller: Seller;
  /** Undefined where it is open, or the operator's (a trade from an offer). */
  readonly quantity_mt: number | undefined;
  /** Undefined where several prices are legal: several lines were taken. */
  readonly price: number | undefined;
  readonly paid: Readonly<Record<Side, boolean>>;
}

export interface CashBid {
  readonly id: string;
  readonly owner: Buyer;
}

export interface Offer {
  readonly id: string;
  readonly cash_bid_id: string;
  readonly status: Possible<OfferStatus>;
  readonly trade_id: string | null;
}

/** How a receiver answers. */
export type ReceiverBehavior = 'takes' | 'fails' | 'refuses' | 'resets' | 'hangs';

export interface Subscription {
  readonly id: string;
  readonly owner: Party;
  readonly events: readonly string[];
  readonly behavior: ReceiverBehavior;
  readonly is_open: boolean;
}

/** One event that one subscription has to get, or may get, and what has come of it. */
export interface Due {
  readonly n: number;
  readonly subscription_id: string;
  readonly type: string;
  /** Which says so. */
  readonly clause: ClauseId;
  /** The ids that the payload may name: one of them. */
  readonly subject_ids: readonly string[];
  /** Whether it must come. Where the document is silent it may. */
  readonly is_owed: boolean;
  /** The envelope id, once it came. */
  readonly event_id: string | undefined;
  /** Attempts of the delivery under way. */
  readonly attempts: number;
  /** Between which seconds of the model's clock the last attempt was. */
  readonly last_s: readonly [from: number, to: number];
  /** `lapsed`: nobody waits for it any more. `replayed`: it has to come once more. */
  readonly state: 'awaited' | 'delivered' | 'retrying' | 'failed' | 'lapsed' | 'replayed';
}

/** A request with an Idempotency-Key that has succeeded. */
export interface Keyed {
  readonly by: Buyer;
  readonly lot_id: string;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly bid_id: string;
  readonly at_s: number;
}

/** What this deployment does where the document is silent, as far as it was found out. Undefined: not known, all of it is legal. */
export interface Readings {
  /** Acceptance takes the quantity off the lot. */
  readonly takes_quantity: boolean | undefined;
  /** Acceptance leaves the lot on the market while something is left of it. */
  readonly keeps_lot_listed: boolean | undefined;
  /** A bid that has expired reads so, and cannot be accepted. */
  readonly shows_expiry: boolean | undefined;
  /** Taking a lot off the market rejects its pending bids at once, and not by and by. */
  readonly unlisting_rejects_at_once: boolean | undefined;
  /** Archiving rejects pending bids. */
  readonly archiving_rejects: boolean | undefined;
  /** A team may have several open bids on a lot. */
  readonly takes_second_bid: boolean | undefined;
  /** The buyer's team is told of its own acceptance of a counter. */
  readonly notifies_buyer_of_own_action: boolean | undefined;
}

export const UNKNOWN_READINGS: Readings = {
  takes_quantity: undefined,
  keeps_lot_listed: undefined,
  shows_expiry: undefined,
  unlisting_rejects_at_once: undefined,
  archiving_rejects: undefined,
  takes_second_bid: undefined,
  notifies_buyer_of_own_action: undefined,
};

/** How many there were before, where nobody else writes: keyed by actor and list. */
export type Totals = Readonly<Record<string, number>>;

export interface Model {
  /** Seconds since the scenario began, those that the clock was moved on by included. */
  readonly now_s: number;
  readonly lots: readonly Lot[];
  readonly bids: readonly Bid[];
  readonly trades: readonly Trade[];
  readonly cash_bids: readonly CashBid[];
  readonly offers: readonly Offer[];
  readonly subscriptions: readonly Subscription[];
  readonly dues: readonly Due[];
  readonly keyed: readonly Keyed[];
  readonly readings: Readings;
  readonly totals_before: Totals;
}

export function emptyModel(readings: Readings): Model {
  return {
    now_s: 0,
    lots: [],
    bids: [],
    trades: [],
    cash_bids: [],
    offers: [],
    subscriptions: [],
    dues: [],
    keyed: [],
    readings,
    totals_before: {},
  };
}

/** A list with one of its records changed. */
export function updateById<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string,
  fields: Partial<Item>,
): readonly Item[] {
  return items.map((item) => (item.id === id ? { ...item, ...fields } : item));
}

/** @throws Error where there is none: then a command has been written wrong */
export function getById<Item extends { readonly id: string }>(items: readonly Item[], id: string): Item {
  const found = items.find((item) => item.id === id);
  if (found === undefined) throw new Error(`the model knows no ${id}`);
  return found;
}

/** Whether a sandbox token is needed to see what this party makes. */
export function isSandbox(party: Party): boolean {
  return party.endsWith('_sandbox');
}
