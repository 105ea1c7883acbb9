/** Payloads of events. */
import {
  violationTable,
  dropEvent,
  findRow,
  isJsonObject,
  onEvent,
  onPayload,
  partiesOf,
  violations,
  withPayload,
  type Seams,
  type Types,
} from '../kit/index.ts';
import type { EventType } from '#spec';
import type { EventDraft } from '../../../market/rules/events.ts';
import type { EventContext } from '../../seams.ts';
import { isCounter } from '../deep/chains.ts';
import { alsoSending, withoutSeller } from './audiences.ts';

export const OF_BIDS: readonly EventType[] = ['bid.accepted', 'bid.rejected', 'bid.countered', 'bid.received'];
const QUEUES: readonly EventType[] = ['queue.congestion_started', 'queue.congestion_cleared'];

/** Leaves a field out of payloads. */
function withoutPayloadField(types: Types, field: string): Partial<Seams> {
  return onPayload(types, (data) => Object.fromEntries(Object.entries(data).filter(([name]) => name !== field)));
}

/** Changes one field of payloads. */
function changePayloadField(types: Types, field: string, change: (value: unknown) => unknown): Partial<Seams> {
  return onPayload(types, (data: unknown) =>
    isJsonObject(data) && field in data ? { ...data, [field]: change(data[field]) } : data,
  );
}

/** The event without the seller's teams, if its trade was made by accepting a counter. */
async function withoutSellerOfCounter(draft: EventDraft, { db }: EventContext): Promise<EventDraft> {
  const trade = await findRow(db, 'trades', { id: draft.subject_id ?? '' });
  return (await isCounter(db, trade?.bid_id ?? null)) ? withoutSeller(draft) : draft;
}

function toCapitals(value: unknown): string {
  return String(value).toUpperCase();
}

const OMITTED = violationTable(withoutPayloadField, (type: EventType, field: string) => `\`${type}\` omits \`${field}\`.`, {
  'EVT-6/countered-without-type': ['bid.countered', 'type'],
  'EVT-7/without-bid': ['trade.created', 'bid_id'],
  'EVT-8/without-price': ['trade.settled', 'price'],
  'EVT-8/without-commodity': ['trade.settled', 'commodity'],
  'EVT-9/without-offer': ['cashbid.offer_received', 'offer_id'],
  'EVT-9/without-cash-bid': ['cashbid.offer_received', 'cash_bid_id'],
  'EVT-9/without-status': ['cashbid.offer_received', 'status'],
  'EVT-10/without-payer': ['analysis.requested', 'billed_to'],
  'EVT-10/without-reference': ['analysis.sample_received', 'reference'],
  'EVT-10/without-photo': ['analysis.photo_added', 'photo_url'],
  'EVT-12/without-start': ['queue.congestion_cleared', 'started_at'],
  'EVT-14/status-left-out': ['bid.received', 'status'],
  'EVT-14/trade-without-commodity': ['trade.created', 'commodity'],
  'EVT-14/queue-without-name': ['queue.congestion_started', 'name'],
});

const CHANGED = violations({
  'EVT-6/without-reference: Bid payloads omit `reference`.': withoutPayloadField(OF_BIDS, 'reference'),
  'EVT-6/status-in-capitals: `bid.received` has `status` in capitals.': changePayloadField('bid.received', 'status', toCapitals),
  'EVT-6/listing-id: `bid.received` has `listing_id` instead of `inventory_id`.': onPayload('bid.received', (data) => {
    // The type of `data` covers all events, and not all of them have `inventory_id`.
    const { inventory_id, ...rest } = { inventory_id: undefined, ...data };
    return { ...rest, listing_id: inventory_id };
  }),
  'EVT-6/lot-unknown: `bid.accepted` has a null `inventory_id`.': changePayloadField('bid.accepted', 'inventory_id', () => null),
  'EVT-6/type-as-number: Bid payloads have a numeric `type`.': changePayloadField(OF_BIDS, 'type', () => 1),
  'EVT-7/slug-alone: `trade.created` shows the commodity as a slug.': changePayloadField(
    'trade.created',
    'commodity',
    (commodity) => (isJsonObject(commodity) ? commodity['slug'] : commodity),
  ),
  'EVT-7/quantity-as-text: `trade.created` has a string `quantity_mt`.': changePayloadField(
    'trade.created',
    'quantity_mt',
    String,
  ),
  'EVT-7/amount-alone: `trade.created` has a bare number as price.': changePayloadField('trade.created', 'price', (price) =>
    isJsonObject(price) ? price['amount'] : price,
  ),
  'EVT-7/without-currency: `trade.created` omits the currency of the price.': changePayloadField(
    'trade.created',
    'price',
    (price) => (isJsonObject(price) ? { amount: price['amount'], unit: price['unit'] } : price),
  ),
  'EVT-7/not-sent-to-sellers: `trade.created` does not reach the seller.': onEvent('trade.created', withoutSeller),
  'EVT-7/counters-not-sent-to-sellers: `trade.created` of an accepted counter does not reach the seller.': onEvent(
    'trade.created',
    withoutSellerOfCounter,
  ),
  'EVT-7/not-sent-to-buyers: `trade.created` does not reach the buyer.': onEvent('trade.created', (draft) => ({
    ...draft,
    team_ids: [],
  })),
  'EVT-8/at-once: `trade.settled` is sent with `trade.created`.': alsoSending('trade.created', 'trade.settled'),
  'EVT-8/still-pending: `trade.settled` has the status Pending.': changePayloadField('trade.settled', 'status', () => 'Pending'),
  'EVT-8/not-sent-to-sellers: `trade.settled` does not reach the seller.': onEvent('trade.settled', withoutSeller),
  'EVT-8/counters-not-sent-to-sellers: `trade.settled` of an accepted counter does not reach the seller.': onEvent(
    'trade.settled',
    withoutSellerOfCounter,
  ),
  'EVT-8/never: `trade.settled` is never sent.': dropEvent('trade.settled'),
  'EVT-10/types-as-text: `analysis.requested` has a string `analysis_types`.': changePayloadField(
    'analysis.requested',
    'analysis_types',
    String,
  ),
  'EVT-10/total-as-money: `analysis.requested` has `invoice_total` as an object.': changePayloadField(
    'analysis.requested',
    'invoice_total',
    (amount) => ({ amount, currency: 'CAD' }),
  ),
  'EVT-10/without-grade: `analysis.graded` has a null grade.': changePayloadField('analysis.graded', 'grade', () => null),
  'EVT-12/without-threshold: `queue.*` payloads omit `threshold`.': withoutPayloadField(QUEUES, 'threshold'),
  'EVT-21/still-pending: Payloads of decided bids have the status pending.': changePayloadField(
    ['bid.accepted', 'bid.rejected'],
    'status',
    () => 'pending',
  ),
  'EVT-21/already-accepted: `bid.received` has the status accepted.': changePayloadField(
    'bid.received',
    'status',
    () => 'accepted',
  ),
  'EVT-22/reference-as-id: `bid_id` contains the reference of the bid.': onPayload(
    ['bid.accepted', 'bid.rejected', 'bid.countered'],
    (data: unknown) => (isJsonObject(data) ? { ...data, bid_id: data['reference'] } : data),
  ),
  'EVT-22/trade-of-another-name: `trade_id` is not an id that GET /trades/{id} accepts.': changePayloadField(
    'trade.created',
    'trade_id',
    (id) => `${String(id)}0`,
  ),
  'EVT-26/price-in-payload: Bid payloads include the price.': withPayload(OF_BIDS, async (_data, { db, event }) => ({
    price_amount: (await findRow(db, 'bids', { id: event.subject_id }))?.price_amount,
  })),
  "EVT-26/buyer-named: `bid.received` includes the buyer's name.": withPayload('bid.received', async (_data, { db, event }) => ({
    buyer_name: (await partiesOf(db, event.subject_id ?? ''))?.buyer?.name,
  })),
  'EVT-26/more-of-the-commodity: `trade.created` adds an id to the commodity.': changePayloadField(
    'trade.created',
    'commodity',
    (commodity) => (isJsonObject(commodity) ? { ...commodity, id: 7 } : commodity),
  ),
});

export const EVENT_PAYLOADS = [...OMITTED, ...CHANGED];
