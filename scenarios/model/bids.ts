/** The life of bids: the document's transitions, and every legal state where the document leaves it open. */
import { expectEvent } from './events.ts';
import type { Bid, BidLine, BidStatus, Bidder, Lot, LotStatus, Model, Possible, Side, Trade } from './model.ts';
import { updateById, getById } from './model.ts';

/** BID-11: 7 days after placement. */
export const EXPIRY_S = 7 * 86_400;
const EXPIRY_SLACK_S = 65 * 60;

/** The legal statuses of a bid now. A pending bid can have expired. */
export function statusesOf({ now_s, readings }: Model, bid: Bid): Possible<BidStatus> {
  if (!bid.status.includes('pending')) return bid.status;
  if (!bid.has_expired_early && now_s < bid.expires_from_s - EXPIRY_SLACK_S) return bid.status;
  const is_past = bid.has_expired_early || now_s > bid.expires_at_s + EXPIRY_SLACK_S;
  const others = bid.status.filter((status) => status !== 'pending' && status !== 'expired');
  if (is_past && readings.shows_expiry === true) return [...others, 'expired'];
  return [...others, 'pending', 'expired'];
}

/** Records an observed status. */
export function observeBid(model: Model, id: string, status: BidStatus): Model {
  const bid = getById(model.bids, id);
  // An observed `pending` stays open if an expired bid can still read pending, or if a delisting can still reject it.
  if (status === 'pending' && (hidesExpiry(model, bid) || bid.can_be_rejected)) return model;
  return { ...model, bids: updateById(model.bids, id, { status: [status] }) };
}

/** Whether a bid can have expired although it reads pending. */
function hidesExpiry(model: Model, bid: Bid): boolean {
  return model.readings.shows_expiry !== true && statusesOf(model, bid).includes('expired');
}

export function isSurelyPending(model: Model, bid: Bid): boolean {
  return isOnly(statusesOf(model, bid), 'pending');
}

export function isSurelyDecided(model: Model, bid: Bid): boolean {
  return !statusesOf(model, bid).includes('pending');
}

export function isOnly<Status>(possible: Possible<Status>, status: Status): boolean {
  return possible.length === 1 && possible[0] === status;
}

interface NewBid {
  id: string;
  lot_id: string;
  buyer: Bidder;
  author: Side;
  quantity_mt: number;
  price: number | null;
  lines: readonly { grade: string; price: number }[];
  counter_to: string | null;
}

/** BID-1: adds a bid; the seller side gets an event (EVT-17). */
export function addBid(model: Model, bid: NewBid): Model {
  const lines = bid.lines.map((line): BidLine => ({ ...line, id: undefined, status: 'open' }));
  const expires_at_s = model.now_s + EXPIRY_S;
  const countered = model.bids.find(({ id }) => id === bid.counter_to);
  const made: Bid = {
    ...bid,
    lines,
    status: ['pending'],
    expires_at_s,
    expires_from_s: countered?.expires_from_s ?? expires_at_s,
    has_expired_early: false,
    can_be_rejected: false,
    trade_id: null,
  };
  const { seller } = getById(model.lots, bid.lot_id);
  const next = { ...model, bids: [...model.bids, made] };
  if (bid.author === 'seller') return next;
  // Whether the seller gets an event for a buyer's counter is open (EVT-18).
  return expectEvent(next, {
    to: [seller],
    type: 'bid.received',
    clause: 'EVT-17',
    subject_ids: [bid.id],
    is_owed: bid.counter_to === null,
  });
}

/** BID-27: the original bid becomes countered, and the other side can answer the counter. */
export function counterBid(model: Model, old_id: string, bid: NewBid): Model {
  const old = getById(model.bids, old_id);
  const countered = addBid({ ...model, bids: updateById(model.bids, old_id, { status: ['countered'] }) }, bid);
  // Open: whether bid.countered names the original or the counter (EVT-6), and whether buyers get an event for their
  // own counter (EVT-18).
  return expectEvent(countered, {
    to: [old.buyer],
    type: 'bid.countered',
    clause: 'EVT-18',
    subject_ids: [old_id, bid.id],
    is_owed: bid.author === 'seller',
  });
}

/** BID-26: rejects a bid. */
export function rejectBid(model: Model, id: string, by: Side): Model {
  const bid = getById(model.bids, id);
  const rejected = { ...model, bids: updateById(model.bids, id, { status: ['rejected'] as const }) };
  return expectEvent(rejected, {
    to: [bid.buyer],
    type: 'bid.rejected',
    clause: 'EVT-18',
    subject_ids: [id],
    is_owed: by === 'seller',
  });
}

/** BID-21 to BID-23: accepts a bid and adds the trade. @param taken the grades of the accepted lines */
export function acceptBid(model: Model, id: string, trade_id: string, by: Side, taken: readonly string[]): Model {
  const bid = getById(model.bids, id);
  const lot = getById(model.lots, bid.lot_id);
  const lines = bid.lines.map((line): BidLine => ({ ...line, status: taken.includes(line.grade) ? 'taken' : 'left' }));
  const [first, ...others] = lines.filter(({ status }) => status === 'taken');
  // BID-61 is an assumption: a trade of several lines can have any price and quantity.
  const is_simple = others.length === 0;
  const { readings } = model;
  const accepted = {
    ...model,
    bids: updateById(model.bids, id, { status: ['accepted'], lines, trade_id }),
    lots: updateById(model.lots, lot.id, {
      remaining_mt: remainingAfter(lot, bid.quantity_mt, readings.takes_quantity, 1 + others.length),
    }),
  };
  const trade: Trade = {
    id: trade_id,
    bid_id: id,
    offer_id: null,
    lot_id: lot.id,
    buyer: bid.buyer,
    seller: lot.seller,
    // The quantity of a trade from a bid for more than the remaining quantity is open.
    quantity_mt: is_simple && bid.quantity_mt <= Math.min(...lot.remaining_mt) ? bid.quantity_mt : undefined,
    price: bid.price ?? (is_simple ? first?.price : undefined),
    paid: { buyer: false, seller: false },
  };
  const traded = { ...accepted, trades: [...accepted.trades, trade] };
  const next = expectEvent(traded, {
    to: [bid.buyer],
    type: 'bid.accepted',
    clause: 'EVT-18',
    subject_ids: [id],
    is_owed: by === 'seller' || readings.notifies_buyer_of_own_action === true,
  });
  return widenLotStatus(addTradeEvents(next, trade), lot.id);
}

/** EVT-7: both sides get an event. */
export function addTradeEvents(model: Model, { id, buyer, seller }: Trade): Model {
  return expectEvent(model, { to: [buyer, seller], type: 'trade.created', clause: 'EVT-7', subject_ids: [id], is_owed: true });
}

/** BID-30 is an assumption: an acceptance can reduce the lot by the quantity, once or once per accepted line, or not at all. */
function remainingAfter(
  { remaining_mt }: Lot,
  quantity_mt: number,
  takes: boolean | undefined,
  lines: number,
): readonly number[] {
  if (takes === false) return remaining_mt;
  const times = Array.from({ length: lines }, (_, i) => i + 1);
  const less = times.flatMap((n) => remaining_mt.map((left) => Math.max(0, left - n * quantity_mt)));
  return [...new Set([...(takes === true ? [] : remaining_mt), ...less])];
}

/** An acceptance can unlist the lot, which rejects its other bids (BID-29). BID-30 is an assumption. */
function widenLotStatus(model: Model, lot_id: string): Model {
  const { status, remaining_mt } = getById(model.lots, lot_id);
  const keeps = model.readings.keeps_lot_listed === true;
  const can_close = remaining_mt.includes(0) || !keeps;
  // The document does not say what happens to an archived lot if a bid that it kept is accepted.
  const can_be_unlisted = status.includes('archived') || !keeps || (can_close && status.includes('listed'));
  const off_market: readonly LotStatus[] = keeps ? ['unlisted'] : ['unlisted', 'archived'];
  const open = { status: [...new Set([...status, ...off_market])], can_be_unlisted };
  const widened = can_be_unlisted ? { ...model, lots: updateById(model.lots, lot_id, open) } : model;
  return can_close ? mayReject(widened, lot_id) : widened;
}

/** The pending bids of a lot can be rejected, now or later, with an event to each bidder. */
export function mayReject(model: Model, lot_id: string): Model {
  return onPending(model, lot_id, (so_far, bid) => {
    const status = [...new Set([...statusesOf(so_far, bid), 'rejected' as const])];
    return expectRejection({ ...so_far, bids: updateById(so_far.bids, bid.id, { status, can_be_rejected: true }) }, bid, false);
  });
}

/** BID-29, EVT-27: the pending bids of a lot are rejected, with an event to each bidder. */
export function mustReject(model: Model, lot_id: string): Model {
  return onPending(model, lot_id, (so_far, bid) => {
    const is_sure = isSurelyPending(so_far, bid);
    const rejected = statusesOf(so_far, bid).map((one) => (one === 'pending' ? 'rejected' : one));
    const status: readonly BidStatus[] = hidesExpiry(so_far, bid) ? ['pending', ...rejected] : rejected;
    const bids = updateById(so_far.bids, bid.id, { status: [...new Set(status)] });
    // Who counts as the bidder of a seller's counter is open.
    return expectRejection({ ...so_far, bids }, bid, is_sure && bid.author === 'buyer');
  });
}

function onPending(model: Model, lot_id: string, action: (model: Model, bid: Bid) => Model): Model {
  const open = model.bids.filter((bid) => bid.lot_id === lot_id && statusesOf(model, bid).includes('pending'));
  return open.reduce(action, model);
}

function expectRejection(model: Model, { id, buyer }: Bid, is_owed: boolean): Model {
  return expectEvent(model, { to: [buyer], type: 'bid.rejected', clause: 'EVT-27', subject_ids: [id], is_owed });
}
