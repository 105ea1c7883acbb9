/** What stands in `data`. */
import { isJsonObject, onEvent, onPayload, violations, type Seams, type Types } from '../kit/index.ts';
import type { EventType } from '#spec';
import { untoldSeller } from './audiences.ts';

const OF_BIDS: readonly EventType[] = ['bid.accepted', 'bid.rejected', 'bid.countered', 'bid.received'];
const QUEUES: readonly EventType[] = ['queue.congestion_started', 'queue.congestion_cleared'];

/** Leaves a field out of payloads. */
function lacking(types: Types, field: string): Partial<Seams> {
  return onPayload(types, (data) => Object.fromEntries(Object.entries(data).filter(([name]) => name !== field)));
}

/** Changes one field of payloads. */
function changing(types: Types, field: string, change: (value: unknown) => unknown): Partial<Seams> {
  return onPayload(types, (data) => {
    const fields: unknown = data;
    return isJsonObject(fields) && field in fields ? { ...fields, [field]: change(fields[field]) } : fields;
  });
}

function upper(value: unknown): string {
  return String(value).toUpperCase();
}

export const EVENT_PAYLOADS = violations({
  'EVT-6/without-reference: Payloads about bids have no reference.': lacking(OF_BIDS, 'reference'),
  'EVT-6/countered-without-type: `bid.countered` has no type.': lacking('bid.countered', 'type'),
  'EVT-6/status-in-capitals: The status of a received bid is in capitals.': changing('bid.received', 'status', upper),
  'EVT-6/listing-id: `bid.received` names the lot as listing_id.': onPayload('bid.received', (data) => {
    const { inventory_id, ...rest } = { inventory_id: undefined, ...data };
    return { ...rest, listing_id: inventory_id };
  }),
  'EVT-6/lot-unknown: `bid.accepted` has a null inventory_id.': changing('bid.accepted', 'inventory_id', () => null),
  'EVT-6/type-as-number: The type of a bid is a number.': changing(OF_BIDS, 'type', () => 1),
  'EVT-7/without-bid: `trade.created` has no bid_id.': lacking('trade.created', 'bid_id'),
  'EVT-7/slug-alone: `trade.created` has the slug of the commodity alone.': changing('trade.created', 'commodity', (commodity) =>
    isJsonObject(commodity) ? commodity['slug'] : commodity,
  ),
  'EVT-7/quantity-as-text: The quantity of trade.created is a text.': changing('trade.created', 'quantity_mt', String),
  'EVT-7/amount-alone: The price of trade.created is a number.': changing('trade.created', 'price', (price) =>
    isJsonObject(price) ? price['amount'] : price,
  ),
  'EVT-7/without-currency: The price of trade.created has no currency.': changing('trade.created', 'price', (price) =>
    isJsonObject(price) ? { amount: price['amount'], unit: price['unit'] } : price,
  ),
  'EVT-7/sellers-not-told: The seller is not told of a trade.': onEvent('trade.created', untoldSeller),
  'EVT-7/buyers-not-told: The buyer is not told of a trade.': onEvent('trade.created', (draft) => ({ ...draft, team_ids: [] })),
  'EVT-8/at-once: `trade.settled` comes with trade.created.': onEvent('trade.created', (draft) => [
    draft,
    { ...draft, type: 'trade.settled' },
  ]),
  'EVT-8/without-price: `trade.settled` has no price.': lacking('trade.settled', 'price'),
  'EVT-8/without-commodity: `trade.settled` has no commodity.': lacking('trade.settled', 'commodity'),
  'EVT-8/still-pending: `trade.settled` says that the trade is pending.': changing('trade.settled', 'status', () => 'Pending'),
  'EVT-8/sellers-not-told: The seller is not told of a settlement.': onEvent('trade.settled', untoldSeller),
  'EVT-8/never: Nobody is told of a settlement.': onEvent('trade.settled', () => []),
  'EVT-9/without-offer: `cashbid.offer_received` does not name the offer.': lacking('cashbid.offer_received', 'offer_id'),
  'EVT-9/without-cash-bid: `cashbid.offer_received` does not name the cash bid.': lacking(
    'cashbid.offer_received',
    'cash_bid_id',
  ),
  'EVT-9/without-status: `cashbid.offer_received` has no status.': lacking('cashbid.offer_received', 'status'),
  'EVT-10/types-as-text: `analysis_types` are one text.': changing('analysis.requested', 'analysis_types', String),
  'EVT-10/total-as-money: `invoice_total` is an amount with a currency.': changing(
    'analysis.requested',
    'invoice_total',
    (amount) => ({ amount, currency: 'CAD' }),
  ),
  'EVT-10/without-payer: `analysis.requested` does not say who is billed.': lacking('analysis.requested', 'billed_to'),
  'EVT-10/without-reference: `analysis.sample_received` has no reference.': lacking('analysis.sample_received', 'reference'),
  'EVT-10/without-grade: `analysis.graded` has a null grade.': changing('analysis.graded', 'grade', () => null),
  'EVT-10/without-photo: `analysis.photo_added` has no photo_url.': lacking('analysis.photo_added', 'photo_url'),
  'EVT-12/without-threshold: `queue.*` have no threshold.': lacking(QUEUES, 'threshold'),
  'EVT-12/without-start: `queue.congestion_cleared` does not say when it began.': lacking(
    'queue.congestion_cleared',
    'started_at',
  ),
  'EVT-14/status-left-out: `bid.received` has no status.': lacking('bid.received', 'status'),
  'EVT-14/trade-without-commodity: `trade.created` has no commodity.': lacking('trade.created', 'commodity'),
  'EVT-14/queue-without-name: `queue.congestion_started` does not name the location.': lacking(
    'queue.congestion_started',
    'name',
  ),
  'EVT-21/still-pending: The status in a payload is always pending.': changing(
    ['bid.accepted', 'bid.rejected'],
    'status',
    () => 'pending',
  ),
  'EVT-21/already-accepted: A bid that was just placed is accepted, says the payload.': changing(
    'bid.received',
    'status',
    () => 'accepted',
  ),
  'EVT-22/reference-as-id: `bid_id` is the reference of the bid.': onPayload(
    ['bid.accepted', 'bid.rejected', 'bid.countered'],
    (data) => {
      const fields: unknown = data;
      return isJsonObject(fields) ? { ...fields, bid_id: fields['reference'] } : fields;
    },
  ),
  'EVT-22/trade-of-another-name: `trade_id` is not the id that the trade is fetched by.': changing(
    'trade.created',
    'trade_id',
    (id) => `${String(id)}0`,
  ),
  'EVT-26/price-in-payload: A payload about a bid has its price.': onPayload(OF_BIDS, async (data, { db, event }) => ({
    ...data,
    ...(await db.selectFrom('bids').select('price_amount').where('id', '=', event.subject_id).executeTakeFirst()),
  })),
  'EVT-26/buyer-named: `bid.received` names the buyer.': onPayload('bid.received', async (data, { db, event }) => {
    const buyer = await db
      .selectFrom('bids')
      .innerJoin('teams', 'teams.id', 'bids.buyer_team_id')
      .select('teams.name as buyer_name')
      .where('bids.id', '=', event.subject_id)
      .executeTakeFirst();
    return { ...data, ...buyer };
  }),
  'EVT-26/more-of-the-commodity: `trade.created` tells the id of the commodity.': changing(
    'trade.created',
    'commodity',
    (commodity) => (isJsonObject(commodity) ? { ...commodity, id: 7 } : commodity),
  ),
});
