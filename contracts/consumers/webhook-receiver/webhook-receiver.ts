import { createHmac, timingSafeEqual } from 'node:crypto';
import { openApi, type Schemas } from '../marketplace-api.ts';

/** Every event that a subscription can deliver. */
export type Event =
  | Schemas['BidAcceptedEvent']
  | Schemas['BidRejectedEvent']
  | Schemas['BidCounteredEvent']
  | Schemas['BidReceivedEvent']
  | Schemas['TradeCreatedEvent']
  | Schemas['TradeSettledEvent']
  | Schemas['CashbidOfferReceivedEvent']
  | Schemas['AnalysisRequestedEvent']
  | Schemas['AnalysisSampleReceivedEvent']
  | Schemas['AnalysisGradedEvent']
  | Schemas['AnalysisPhotoAddedEvent']
  | Schemas['QueueCongestionStartedEvent']
  | Schemas['QueueCongestionClearedEvent'];

type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

/** An incoming request: header names in lower case, and the unparsed body. */
interface Incoming {
  headers: Readonly<Record<string, string>>;
  raw_body: string;
}

interface DeliveryResult {
  status: 200 | 400;
  /** `duplicate`: already processed. `unknown`: an unknown event type, which still gets a 2xx (EVT-14). */
  outcome: 'done' | 'duplicate' | 'unknown' | 'refused';
  /** A message for a person. */
  note?: string;
}

interface ReceiverOptions {
  /** The secret of the subscription, `whsec_…`. */
  secret: string;
  /** Reads the resource of an event, because the payload is thin. */
  read: Reader;
  /** Seconds since 1970. */
  now: () => number;
}

/** SIG-3 */
const TOLERANCE_SECONDS = 300;

/** A receiver that verifies signatures, processes each event once, and reads the resource of the event. */
export function createWebhookReceiver({ secret, read, now }: ReceiverOptions): (incoming: Incoming) => Promise<DeliveryResult> {
  const seen = new Set<string>();
  return async ({ headers, raw_body }) => {
    if (!isSigned(headers['svc-signature'] ?? '', raw_body, secret, now())) return { status: 400, outcome: 'refused' };
    // The signature proves that the sender is the marketplace.
    const event = JSON.parse(raw_body) as Event;
    if (seen.has(event.id)) return { status: 200, outcome: 'duplicate' };
    const note = await handle(event, read);
    seen.add(event.id);
    return note === undefined ? { status: 200, outcome: 'unknown' } : { status: 200, outcome: 'done', note };
  };
}

function isSigned(header: string, raw_body: string, secret: string, now_seconds: number): boolean {
  // By key, because the order is not guaranteed (SIG-2).
  const segments = new Map(
    header.split(',').map((segment) => [segment.split('=')[0] ?? '', segment.slice(segment.indexOf('=') + 1)]),
  );
  const [t, v1] = [segments.get('t') ?? '', segments.get('v1') ?? ''];
  if (!/^\d+$/.test(t) || Math.abs(now_seconds - Number(t)) > TOLERANCE_SECONDS) return false;
  const expected = Buffer.from(createHmac('sha256', secret).update(`${t}.${raw_body}`).digest('hex'));
  const given = Buffer.from(v1);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

type Handlers = { [Type in Event['type']]: (data: EventOf<Type>['data'], read: Reader) => Promise<string> | string };

const HANDLERS: Handlers = {
  'bid.accepted': async ({ bid_id }, read) => `bid ${(await read.bid(bid_id)).reference} is accepted`,
  'bid.rejected': async ({ bid_id }, read) => `bid ${(await read.bid(bid_id)).reference} is rejected`,
  'bid.countered': async ({ bid_id }, read) => `bid ${(await read.bid(bid_id)).reference} is countered`,
  'bid.received': async ({ bid_id, inventory_id }, read) =>
    `${await read.countBidsOn(inventory_id)} bids wait, ${bid_id} the newest`,
  'trade.created': async ({ trade_id }, read) => describeTrade(await read.trade(trade_id)),
  'trade.settled': async ({ trade_id }, read) => describeTrade(await read.trade(trade_id)),
  'cashbid.offer_received': async ({ cash_bid_id }, read) => `${await read.countOffersOn(cash_bid_id)} offers wait`,
  'analysis.requested': ({ reference, analysis_types, invoice_total, billed_to }) =>
    `${reference}: ${analysis_types.join(', ')} for ${invoice_total}, billed to ${billed_to}`,
  'analysis.sample_received': ({ reference }) => `${reference}: the sample is at the laboratory`,
  'analysis.graded': ({ reference, grade }) => `${reference}: graded ${grade}`,
  'analysis.photo_added': ({ reference, photo_url }) => `${reference}: ${photo_url}`,
  'queue.congestion_started': ({ name, trucks_waiting, threshold }) =>
    `${name}: ${trucks_waiting} trucks, threshold ${threshold}`,
  'queue.congestion_cleared': ({ name }) => `${name}: clear`,
};

/** @returns undefined for an unknown event type */
async function handle(event: Event, read: Reader): Promise<string | undefined> {
  if (!Object.hasOwn(HANDLERS, event.type)) return undefined;
  // The table pairs each type with its payload, which TypeScript cannot infer from the union.
  const handler = HANDLERS[event.type] as (data: Event['data'], read: Reader) => Promise<string> | string;
  return handler(event.data, read);
}

function describeTrade({ id, status, counterparty }: Schemas['Trade']): string {
  return `trade ${id} is ${status}, with ${counterparty?.name ?? 'nobody named'}`;
}

/** The endpoints that the receiver reads. */
export interface Reader {
  bid: (id: string) => Promise<Schemas['Bid']>;
  trade: (id: string) => Promise<Schemas['Trade']>;
  countBidsOn: (lot_id: string) => Promise<number>;
  countOffersOn: (cash_bid_id: string) => Promise<number>;
}

/** @param base_url ends in /v1 */
export function openReader(base_url: string, token: string): Reader {
  const api = openApi(base_url, token);
  return {
    bid: async (id) => (await api.GET('/bids/{id}', { params: { path: { id } } })).data?.data ?? missing(),
    trade: async (id) => (await api.GET('/trades/{id}', { params: { path: { id } } })).data?.data ?? missing(),
    countBidsOn: async (id) => {
      const { data } = await api.GET('/me/inventory/{id}/bids', { params: { path: { id }, query: { status: 'pending' } } });
      return data?.total ?? missing();
    },
    countOffersOn: async (id) => {
      const { data } = await api.GET('/cash-bids/{id}/offers', { params: { path: { id }, query: { status: 'pending' } } });
      return data?.total ?? missing();
    },
  };
}

function missing(): never {
  throw new Error('the marketplace does not return the resource of the event');
}

/** Subscribes. @returns the secret, which is shown only once (WHK-2) */
export async function subscribe(base_url: string, token: string, url: string): Promise<{ id: string; secret: string }> {
  const { data } = await openApi(base_url, token).POST('/webhooks', { body: { url, events: ['bid.accepted', 'trade.settled'] } });
  const { id, secret } = data?.data ?? missing();
  return { id, secret };
}
