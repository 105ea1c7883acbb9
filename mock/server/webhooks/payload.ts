import type { EventType } from '#spec';
import { isEventType } from '#spec';
import { prepareQuery, queryCompiler } from '../../market/store/engine/compiled-query.ts';
import type { Reader, Row } from '../../market/records/tables.ts';
import type { FixedType } from '../../market/views/payloads.ts';
import {
  viewBidPayload,
  viewEnvelope,
  viewFixedPayload,
  viewOfferPayload,
  viewTradeCreatedPayload,
  viewTradeSettledPayload,
} from '../../market/views/payloads.ts';
import type { Visible } from '../../market/views/visible.ts';

type Payload = Visible<Record<string, unknown>>;
type MakePayload = (db: Reader, event: Row<'events'>) => Promise<Payload>;

const selectBid = prepareQuery((id: string | null) =>
  queryCompiler.selectFrom('bids').selectAll().where('id', '=', id).compile(),
);
const selectTrade = prepareQuery((id: string | null) =>
  queryCompiler.selectFrom('trades').selectAll().where('id', '=', id).compile(),
);

/** EVT-21: the payload of each attempt is built from the current record. */
async function makeBidPayload(db: Reader, { subject_id }: Row<'events'>): Promise<Payload> {
  const [bid] = await selectBid(db, subject_id);
  if (bid === undefined) throw new Error(`the bid ${subject_id ?? ''} of an event does not exist`);
  return viewBidPayload(bid);
}

async function findTrade(db: Reader, { subject_id }: Row<'events'>): Promise<Row<'trades'>> {
  const [trade] = await selectTrade(db, subject_id);
  if (trade === undefined) throw new Error(`the trade ${subject_id ?? ''} of an event does not exist`);
  return trade;
}

async function makeOfferPayload(db: Reader, { subject_id }: Row<'events'>): Promise<Payload> {
  return viewOfferPayload(await db.selectFrom('offers').selectAll().where('id', '=', subject_id).executeTakeFirstOrThrow());
}

function makeFixedPayload(type: FixedType): MakePayload {
  return (_db, event) => Promise.resolve(viewFixedPayload(type, JSON.parse(event.data)));
}

const PAYLOADS: Readonly<Record<Exclude<EventType, 'inventory.matched'>, MakePayload>> = {
  'bid.accepted': makeBidPayload,
  'bid.rejected': makeBidPayload,
  'bid.countered': makeBidPayload,
  'bid.received': makeBidPayload,
  'trade.created': async (db, event) => viewTradeCreatedPayload(await findTrade(db, event)),
  'trade.settled': async (db, event) => viewTradeSettledPayload(await findTrade(db, event)),
  'cashbid.offer_received': makeOfferPayload,
  'analysis.requested': makeFixedPayload('analysis.requested'),
  'analysis.sample_received': makeFixedPayload('analysis.sample_received'),
  'analysis.graded': makeFixedPayload('analysis.graded'),
  'analysis.photo_added': makeFixedPayload('analysis.photo_added'),
  'queue.congestion_started': makeFixedPayload('queue.congestion_started'),
  'queue.congestion_cleared': makeFixedPayload('queue.congestion_cleared'),
};

/**
 * The raw body of a delivery (EVT-1).
 * @throws if the record of the event is missing, or its type is never emitted
 */
export async function makeBody(db: Reader, event: Row<'events'>): Promise<string> {
  const type = typeOf(event);
  return JSON.stringify(viewEnvelope(event, type, await PAYLOADS[type](db, event)));
}

/** The payload that a delivery would have now, for display. Empty if the event could not be sent. */
export async function peekPayload(db: Reader, event: Row<'events'>): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await PAYLOADS[typeOf(event)](db, event);
  } catch {
    return {};
  }
}

function typeOf({ type }: Row<'events'>): keyof typeof PAYLOADS {
  if (!isEventType(type) || type === 'inventory.matched') throw new Error(`${type} is never emitted`);
  return type;
}
