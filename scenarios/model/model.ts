/**
 * The state that an outside observer expects after the requests so far, as plain data. Where the document leaves something open, a member holds every
 * legal value until one is observed.
 */

import type { ClauseId } from '#spec/clauses/index';
import type { JsonObject } from '#client';

/** Teams that buy. */
export const BUYERS = ['buyer', 'rival', 'elevator'] as const;
export type Buyer = (typeof BUYERS)[number];

/** Users who sell. `seller` has no team. `partner_sandbox` is the partner with a sandbox token, whose lots are separate. */
export const SELLERS = ['seller', 'partner', 'partner_sandbox'] as const;
export type Seller = (typeof SELLERS)[number];

export type Party = Buyer | Seller;

/** `simulator`: the sandbox's simulated buyer, which no token controls. */
export type Bidder = Buyer | 'simulator';
export type Side = 'buyer' | 'seller';
export type BidStatus = 'pending' | 'accepted' | 'rejected' | 'countered' | 'expired';
export type LotStatus = 'listed' | 'unlisted' | 'archived';
export type OfferStatus = 'pending' | 'accepted' | 'rejected';

/** All legal statuses; a single one after it was observed. */
export type Possible<Status> = readonly Status[];

export interface Lot {
  readonly id: string;
  readonly seller: Seller;
  /** Null: the lot takes multi-grade bids. */
  readonly grade: string | null;
  readonly commodity: string;
  readonly price: number;
  readonly crop_year: number;
  readonly is_organic: boolean;
  readonly status: Possible<LotStatus>;
  /** The quantity that is still for sale, in whole tonnes, so that sums are exact. After an acceptance: all legal quantities, until one is observed. */
  readonly remaining_mt: readonly number[];
  /** Whether the lot can be unlisted or archived without a request for it, because one of its bids was accepted (BID-29, BID-30). */
  readonly can_be_unlisted: boolean;
}

export interface BidLine {
  readonly grade: string;
  readonly price: number;
  /** Undefined until observed. */
  readonly id: string | undefined;
  readonly status: 'open' | 'taken' | 'left';
}

export interface Bid {
  readonly id: string;
  readonly lot_id: string;
  readonly buyer: Bidder;
  /** The side that placed the bid. */
  readonly author: Side;
  readonly status: Possible<BidStatus>;
  readonly quantity_mt: number;
  /** Null for a multi-grade bid. */
  readonly price: number | null;
  readonly lines: readonly BidLine[];
  readonly counter_to: string | null;
  /** The latest legal expiry, in seconds of the model's clock. */
  readonly expires_at_s: number;
  /** The earliest: a counter bid can inherit the expiry of the bid that it replaces (BID-27). */
  readonly expires_from_s: number;
  /** Whether it has expired before `expires_from_s`, because of a newer simulated bid (SBX-8). */
  readonly has_expired_early: boolean;
  /** Whether it can be rejected without a request for it, because its lot was or can be unlisted (BID-29). */
  readonly can_be_rejected: boolean;
  readonly trade_id: string | null;
}

export interface Trade {
  readonly id: string;
  readonly bid_id: string | null;
  readonly offer_id: string | null;
  readonly lot_id: string | null;
  readonly buyer: Bidder;
  readonly seller: Seller;
  /** Undefined if open, or if the operator's hook chose it (a trade from an offer). */
  readonly quantity_mt: number | undefined;
  /** Undefined if several prices are legal: several lines were accepted. */
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

/**
 * How a test receiver responds: `takes` with 200, `fails` with 500, `refuses` with 400; `resets` closes the connection, and `hangs` does not respond in
 * time.
 */
export type ReceiverBehavior = 'takes' | 'fails' | 'refuses' | 'resets' | 'hangs';

export interface Subscription {
  readonly id: string;
  readonly owner: Party;
  readonly events: readonly string[];
  readonly behavior: ReceiverBehavior;
  readonly is_open: boolean;
}

/** One event that a subscription must or can get, and its delivery state. */
export interface DueEvent {
  readonly n: number;
  readonly subscription_id: string;
  readonly type: string;
  /** The clause that requires the event. */
  readonly clause: ClauseId;
  /** The payload names one of these ids. */
  readonly subject_ids: readonly string[];
  /** Whether it must be delivered. Otherwise it is optional. */
  readonly is_owed: boolean;
  /** The envelope id after the first arrival. */
  readonly event_id: string | undefined;
  /** The id in the data of that event, one of `subject_ids`. */
  readonly named_id: string | undefined;
  /** Attempts of the current delivery. */
  readonly attempts: number;
  /** The range of the last attempt's time, in seconds of the model's clock. */
  readonly last_s: readonly [from: number, to: number];
  /** `lapsed`: no longer expected. `replayed`: must be delivered again. */
  readonly state: 'awaited' | 'delivered' | 'retrying' | 'failed' | 'lapsed' | 'replayed';
}

/** A successful request with an Idempotency-Key. */
export interface KeyedRequest {
  readonly by: Buyer;
  readonly lot_id: string;
  readonly key: string;
  readonly body: JsonObject;
  readonly bid_id: string;
  readonly at_s: number;
}

/** The legal readings that this deployment follows. Undefined: unknown, so every reading is allowed. */
export interface Readings {
  /** Acceptance reduces the lot's quantity. */
  readonly takes_quantity: boolean | undefined;
  /** Acceptance keeps the lot listed if a quantity remains. */
  readonly keeps_lot_listed: boolean | undefined;
  /** An expired bid reads `expired` and cannot be accepted. */
  readonly shows_expiry: boolean | undefined;
  /** Unlisting rejects pending bids immediately. */
  readonly unlisting_rejects_at_once: boolean | undefined;
  /** Archiving rejects pending bids. */
  readonly archiving_rejects: boolean | undefined;
  /** A team can have several open bids on a lot. */
  readonly takes_second_bid: boolean | undefined;
  /** The buyer's team gets an event for its own acceptance of a counter. */
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

export interface Model {
  /** Seconds since the scenario began, including clock movements. */
  readonly now_s: number;
  readonly lots: readonly Lot[];
  readonly bids: readonly Bid[];
  readonly trades: readonly Trade[];
  readonly cash_bids: readonly CashBid[];
  readonly offers: readonly Offer[];
  readonly subscriptions: readonly Subscription[];
  readonly due_events: readonly DueEvent[];
  readonly keyed: readonly KeyedRequest[];
  readonly readings: Readings;
  /** Initial totals in an isolated world, by actor and list. */
  readonly totals_before: Readonly<Record<string, number>>;
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
    due_events: [],
    keyed: [],
    readings,
    totals_before: {},
  };
}

/** A copy of a list with one item changed. */
export function updateById<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string,
  fields: Partial<Item>,
): readonly Item[] {
  return items.map((item) => (item.id === id ? { ...item, ...fields } : item));
}

/** @throws Error if there is none, which is a bug in a command */
export function getById<Item extends { readonly id: string }>(items: readonly Item[], id: string): Item {
  const found = items.find((item) => item.id === id);
  if (found === undefined) throw new Error(`the model has no item ${id}`);
  return found;
}

/** Whether the party's resources are visible only to sandbox tokens. */
export function isSandbox(party: Party): boolean {
  return party.endsWith('_sandbox');
}
