/** The payloads of deliveries (EVT-1): ids and states, without parties and locations (EVT-14, EVT-26, PRIV-6). */
import type { Envelope, EventPayload, EventType } from '#spec';
import { EVENTS } from '#spec';
import type { Row } from '../records/tables.ts';
import type { Visible } from './visible.ts';
import { show } from './visible.ts';
import { commodityOf, moneyOf } from './values.ts';

/** The types whose whole payload is stored with the event. */
export type FixedType = Extract<EventType, `analysis.${string}` | `queue.${string}`>;

/**
 * EVT-10, EVT-12, EVT-14, EVT-26: only the fields that the type declares.
 * @throws ZodError if one is missing
 */
export function viewFixedPayload(type: FixedType, data: unknown): Visible<EventPayload<FixedType>> {
  return show(EVENTS[type].payload.parse(data));
}

/** EVT-1, EVT-3, EVT-19, EVT-20, VER-3: the id and time of the event, the same in every attempt. */
export function viewEnvelope(event: Row<'events'>, type: EventType, data: Visible<Record<string, unknown>>): Visible<Envelope> {
  return show({ id: event.id, type, event: type, livemode: event.livemode === 1, created_at: event.created_at, data });
}

/** EVT-6, EVT-14, EVT-21, EVT-22, EVT-26: the state at send time. */
export function viewBidPayload(bid: Row<'bids'>): Visible<EventPayload<'bid.received'>> {
  return show({ bid_id: bid.id, reference: bid.reference, inventory_id: bid.lot_id, status: bid.status, type: bid.type });
}

/** EVT-8: unlike a bid (EVT-21), the state at the time of the event, even if the trade has changed since. */
export function viewTradeSettledPayload(trade: Row<'trades'>): Visible<EventPayload<'trade.settled'>> {
  return show({
    trade_id: trade.id,
    status: 'Completed', // TRD-6
    inventory_id: trade.lot_id,
    commodity: commodityOf(trade.commodity),
    quantity_mt: trade.quantity_mt,
    price: moneyOf(trade.price_amount, trade.price_unit),
  });
}

/** EVT-7: unlike a bid (EVT-21), the state at the time of the event. */
export function viewTradeCreatedPayload(trade: Row<'trades'>): Visible<EventPayload<'trade.created'>> {
  return show({ ...viewTradeSettledPayload(trade), status: 'Pending', bid_id: trade.bid_id }); // TRD-12
}

/** EVT-9: unlike a bid (EVT-21), the state at the time of the event. */
export function viewOfferPayload(offer: Row<'offers'>): Visible<EventPayload<'cashbid.offer_received'>> {
  return show({ offer_id: offer.id, cash_bid_id: offer.cash_bid_id, status: 'pending' });
}
