/** The life of trades and of offers on cash bids. */
import { addTradeEvents } from './bids.ts';
import { expectEvent } from './events.ts';
import type { CashBid, Model, Offer, Party, Seller, Side, Trade } from './model.ts';
import { updateById, getById } from './model.ts';

/** TRD-6: whether both invoices are paid. */
export function isSettled({ paid }: Trade): boolean {
  return paid.buyer && paid.seller;
}

/** TRD-6, TRD-12: whether a trade can have this status. With one paid invoice, it can be any but Completed. */
export function isStatusOfTrade(trade: Trade, status: unknown): boolean {
  if (isSettled(trade)) return status === 'Completed';
  const { buyer, seller } = trade.paid;
  return buyer || seller ? typeof status === 'string' && status !== 'Completed' : status === 'Pending';
}

/** Records a paid invoice. The second one settles the trade, with an event to both sides (EVT-8). */
export function payInvoice(model: Model, id: string, invoice: Side): Model {
  const trade = getById(model.trades, id);
  const paid = { ...trade.paid, [invoice]: true };
  const changed = { ...model, trades: updateById(model.trades, id, { paid }) };
  if (!isSettled({ ...trade, paid })) return changed;
  const { buyer, seller } = trade;
  return expectEvent(changed, { to: [buyer, seller], type: 'trade.settled', clause: 'EVT-8', subject_ids: [id], is_owed: true });
}

export function observeTrade(model: Model, id: string, quantity_mt: number): Model {
  return { ...model, trades: updateById(model.trades, id, { quantity_mt }) };
}

/**
 * BID-61, one trade for several accepted lines, is an assumption: a deployment can also create one trade per line.
 * @returns the number of additional legal trades
 */
export function countExtraTrades({ bids }: Model, { bid_id }: Trade): number {
  const lines = bids.find(({ id }) => id === bid_id)?.lines ?? [];
  return Math.max(0, lines.filter(({ status }) => status === 'taken').length - 1);
}

export function addCashBid(model: Model, cash_bid: CashBid): Model {
  return { ...model, cash_bids: [...model.cash_bids, cash_bid] };
}

/** CB-9: adds a seller's offer, with an event to the owner of the cash bid. */
export function addOffer(model: Model, id: string, cash_bid_id: string): Model {
  const offer: Offer = { id, cash_bid_id, status: ['pending'], trade_id: null };
  const { owner } = getById(model.cash_bids, cash_bid_id);
  const made = { ...model, offers: [...model.offers, offer] };
  return expectEvent(made, { to: [owner], type: 'cashbid.offer_received', clause: 'EVT-9', subject_ids: [id], is_owed: true });
}

/** TRD-13: accepts an offer and adds the trade. @param seller who offered, as chosen by the operator's hook */
export function acceptOffer(model: Model, id: string, trade_id: string, seller: Seller): Model {
  const offer = getById(model.offers, id);
  const { owner } = getById(model.cash_bids, offer.cash_bid_id);
  const trade: Trade = {
    id: trade_id,
    bid_id: null,
    offer_id: id,
    lot_id: null,
    buyer: owner,
    seller,
    quantity_mt: undefined,
    price: undefined,
    paid: { buyer: false, seller: false },
  };
  const offers = updateById(model.offers, id, { status: ['accepted'], trade_id });
  return addTradeEvents({ ...model, offers, trades: [...model.trades, trade] }, trade);
}

export function rejectOffer(model: Model, id: string): Model {
  return { ...model, offers: updateById(model.offers, id, { status: ['rejected'] }) };
}

/** The side of a party in a trade; undefined for other parties. */
export function sideIn({ buyer, seller }: Pick<Trade, 'buyer' | 'seller'>, party: Party): Side | undefined {
  if (party === buyer) return 'buyer';
  return party === seller ? 'seller' : undefined;
}
