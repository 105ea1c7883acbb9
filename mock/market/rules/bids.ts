/** The rules of bids, as pure functions. */
import { tonnesPer } from '#spec/reference/index';
import type { AcceptBid, BidAction, FieldError, Unit } from '#spec';
import { BID_MACHINE, LIMITS, UNITS, findTransition } from '#spec';
import type { Row } from '../records/tables.ts';
import { subtract } from './decimals.ts';
import type { EventDraft } from './events.ts';
import type { Refusal } from './refusal.ts';
import { isRefusal, refuse, refuseFields } from './refusal.ts';
import type { DeepPartial } from './deep-partial.ts';
import { UNPAID } from './trades.ts';

type Bid = Row<'bids'>;
type Line = Row<'bid_lines'>;
type Lot = Row<'lots'>;
export type Side = 'buyer' | 'seller';

/** The side of the caller in a bid. Undefined for a non-party (BID-19, BID-51). */
export function sideOf(
  bid: Pick<Bid, 'buyer_team_id' | 'seller_user_id'>,
  caller: { user_id: string | null; team_id: string | null },
): Side | undefined {
  if (caller.team_id !== null && caller.team_id === bid.buyer_team_id) return 'buyer';
  if (caller.user_id !== null && caller.user_id === bid.seller_user_id) return 'seller';
  return undefined;
}

/** BID-28, BID-51: the side that made a pending bid can only withdraw it, which is a reject. */
export function forbidAuthor(bid: Pick<Bid, 'author'>, side: Side, action: BidAction): Refusal | undefined {
  if (action === 'reject' || bid.author !== side) return undefined;
  const message = `The side that made a bid cannot ${action} it; only the other side can.`;
  return refuse('insufficient_scope', { message, clause: action === 'accept' ? 'BID-28' : 'BID-51' });
}

export function isPending({ status }: Pick<Bid, 'status'>): boolean {
  return status === 'pending';
}

/** BID-20: only a pending bid changes, and only as the state machine allows. */
export function moveBid(bid: Pick<Bid, 'status'>, action: BidAction): Bid['status'] | Refusal {
  const row = findTransition(BID_MACHINE, bid.status, action);
  return row === undefined ? refuse('bid_not_pending', { message: `The bid is ${bid.status}, no longer pending.` }) : row.to;
}

interface Acceptance {
  /** The ids of the accepted lines. Empty for a bid with one price. */
  taken: ReadonlySet<string>;
  price_amount: number;
  price_unit: string;
  /** The remaining quantity of the lot. */
  lot_quantity_mt: number;
  /** Whether the lot is sold out, so that it is delisted (BID-30). */
  is_sold_out: boolean;
}

/** BID-21 to BID-25, BID-30, BID-61: the result of accepting a bid. */
export function acceptBid(bid: Bid, lines: readonly Line[], lot: Lot, items: AcceptBid['bid_items']): Acceptance | Refusal {
  const moved = moveBid(bid, 'accept');
  if (isRefusal(moved)) return moved;
  const taken = chooseLines(bid, lines, items);
  if (isRefusal(taken)) return taken;
  if (bid.quantity_mt > lot.quantity_mt) {
    return refuseFields({ field: 'quantity_mt', message: `the lot has ${lot.quantity_mt} t left, less than the bid asks for` });
  }

  const best = bestPrice(bid, taken, lot.commodity);
  const left = subtract(lot.quantity_mt, bid.quantity_mt);
  return {
    taken: new Set(taken.map((line) => line.id)),
    price_amount: best.price_amount,
    price_unit: best.price_unit,
    lot_quantity_mt: left,
    // A smaller rest is sold out, because no bid can be for less than the minimum quantity.
    is_sold_out: left < LIMITS.bid_quantity_min_mt,
  };
}

/** TRD-7: the trade of an accepted bid, with the terms of the bid. */
export function tradeOf(
  bid: Bid,
  lot: Pick<Lot, 'id' | 'commodity'>,
  acceptance: Pick<Acceptance, 'price_amount' | 'price_unit'>,
  names: Pick<Row<'trades'>, 'id' | 'reference'>,
  now: string,
): Row<'trades'> {
  return {
    ...names,
    livemode: bid.livemode,
    bid_id: bid.id,
    offer_id: null,
    lot_id: lot.id,
    buyer_team_id: bid.buyer_team_id,
    seller_user_id: bid.seller_user_id,
    commodity: lot.commodity,
    quantity_mt: bid.quantity_mt,
    price_amount: acceptance.price_amount,
    price_unit: acceptance.price_unit,
    delivery_from: bid.delivery_from,
    delivery_to: bid.delivery_to,
    ...UNPAID,
    created_at: now,
  };
}

/** BID-22 to BID-24: the lines that `bid_items` names. */
function chooseLines(bid: Bid, lines: readonly Line[], items: AcceptBid['bid_items']): readonly Line[] | Refusal {
  if (bid.type !== 'multi_grade') {
    return items === undefined ? [] : refuseFields(...findItemErrors(bid, lines, items));
  }
  if (items === undefined) {
    // BID-62: the message and the errors list the grades.
    const grades = lines.map((line) => line.grade);
    return refuse('bid_items_required', {
      message: `Name the lines to take in bid_items; this bid offers ${grades.join(', ')}.`,
      errors: grades.map((grade) => ({ field: 'bid_items', message: grade })),
    });
  }

  const errors = findItemErrors(bid, lines, items);
  if (errors.length > 0) return refuseFields(...errors);
  return items.flatMap((item) => lines.find((line) => isNamedBy(line, item)) ?? []);
}

type Item = NonNullable<AcceptBid['bid_items']>[number];

/**
 * BID-23, BID-24, ERR-5: the errors of all invalid items.
 * @param items undefined for items of the wrong shape
 */
export function findItemErrors(
  { type }: Pick<Bid, 'type'>,
  lines: readonly Line[],
  items: readonly (DeepPartial<Item> | undefined)[],
): FieldError[] {
  if (type !== 'multi_grade') return [{ field: 'bid_items', message: 'is for multi-grade bids; this one has a single price' }];
  const taken = new Set<Line>();
  return items.flatMap((item, index) => {
    if (item === undefined) return [];
    const line = lines.find((candidate) => isNamedBy(candidate, item));
    const field = `bid_items[${index}]`;
    if (line === undefined) return [{ field, message: 'names no line of this bid' }];
    if (taken.has(line)) return [{ field, message: 'names the same line twice' }];
    taken.add(line);
    return [];
  });
}

function isNamedBy(line: Line, item: DeepPartial<Item>): boolean {
  if (typeof item === 'string') return line.grade.toLowerCase() === item.toLowerCase();
  if ('id' in item) return line.id === item.id;
  return 'grade' in item && line.grade.toLowerCase() === item.grade?.toLowerCase();
}

/** A price in CAD per tonne, to compare prices in different units (BID-60). */
export function pricePerTonne(price_amount: number, price_unit: string | null, commodity: string): number {
  const unit: Unit = UNITS.find((known) => known === price_unit) ?? 'MT';
  return price_amount / tonnesPer(unit, commodity);
}

function bestPrice(bid: Bid, taken: readonly Line[], commodity: string): { price_amount: number; price_unit: string } {
  const [first, ...others] = taken;
  if (first === undefined) return { price_amount: bid.price_amount ?? 0, price_unit: bid.price_unit ?? 'MT' };
  const perTonne = (line: Line): number => pricePerTonne(line.price_amount, line.price_unit, commodity);
  return others.reduce((best, line) => (perTonne(line) > perTonne(best) ? line : best), first);
}

/** LST-12, LST-13: the price by which the inbox sorts a bid. For a multi-grade bid, that of its highest line. */
export function sortPriceOf(bid: Bid, lines: readonly Line[], commodity: string): number {
  const prices = lines.length === 0 ? [bid] : lines;
  return Math.max(...prices.map((price) => pricePerTonne(price.price_amount ?? 0, price.price_unit, commodity)));
}

/** EVT-5, EVT-18, EVT-27, EVT-28: an event about a bid, for the team that placed it. */
export function draftBuyerEvent(
  type: 'bid.accepted' | 'bid.rejected' | 'bid.countered',
  bid: Pick<Bid, 'id' | 'livemode' | 'buyer_team_id'>,
): EventDraft {
  return { type, livemode: bid.livemode, subject_id: bid.id, team_ids: [bid.buyer_team_id] };
}

/** EVT-17, EVT-25, EVT-28: an event about a bid that a buyer placed, or countered with. */
export function draftSellerEvent(bid: Pick<Bid, 'id' | 'livemode' | 'seller_user_id'>): EventDraft {
  return { type: 'bid.received', livemode: bid.livemode, subject_id: bid.id, seller_user_id: bid.seller_user_id };
}
