import { z } from 'zod';
import type { ClauseId } from './clauses/index.ts';
import { Commodity, Id, Instant, Money } from './resources/values.ts';

/** EVT-6 */
const bidPayload = z
  .object({
    bid_id: Id,
    reference: z.string(),
    inventory_id: Id,
    status: z
      .enum(['pending', 'accepted', 'rejected', 'countered', 'cancelled', 'expired'])
      .meta({ description: 'The status when the delivery is sent (EVT-21).' }),
    type: z.string(),
  })
  .meta({ id: 'BidEventData' });
const bidExample = {
  bid_id: 'bid_8a1f04c2de97b365',
  reference: 'BID-7K2QM9XA',
  inventory_id: 'inv_3f9c2a71b04e8d55',
  type: 'single_grade',
};

/** EVT-8: trade.created without bid_id. A trade from a cash-bid offer has no lot. */
const tradeSettled = z.object({
  trade_id: Id,
  status: z.string(),
  inventory_id: Id.nullable(),
  commodity: Commodity,
  quantity_mt: z.number(),
  price: Money,
});
/** EVT-7 */
const tradeCreated = tradeSettled.extend({ bid_id: Id.nullable() });
const tradeExample = {
  trade_id: 'trd_c40b7e19a2d8f356',
  inventory_id: 'inv_3f9c2a71b04e8d55',
  commodity: { slug: 'cwrs-wheat', name: 'CWRS Wheat' },
  quantity_mt: 120,
  price: { amount: 305, currency: 'CAD', unit: 'MT' },
};

/** EVT-9 */
const offerReceived = z.object({ offer_id: Id, cash_bid_id: Id, status: z.string() });

/** EVT-10, EVT-15 */
const sample = z.object({ inventory_id: Id, reference: z.string() });
const sampleExample = { inventory_id: 'inv_3f9c2a71b04e8d55', reference: 'LOT-4D0ZK1PW' };
const analysisRequested = sample.extend({
  analysis_types: z.array(z.string()),
  invoice_total: z.number(),
  billed_to: z.string().meta({ description: '`partner` or `seller`.', 'x-assumed': 'EVT-15' }),
});

/** EVT-12, EVT-15 */
const congestion = z
  .object({
    location_id: z.int(),
    name: z.string(),
    trucks_waiting: z.int(),
    threshold: z.int(),
    started_at: Instant,
  })
  .meta({ 'x-assumed': 'EVT-15' });
const congestionExample = {
  location_id: 1001,
  name: 'North pit',
  trucks_waiting: 14,
  threshold: 12,
  started_at: '2026-09-14T13:05:00.000Z',
};

interface EventRow {
  audience: 'buyer-side' | 'seller-side' | 'both sides' | 'partner' | 'elevator' | 'reserved';
  meaning: string;
  payload: z.ZodObject;
  example: Record<string, unknown>;
  clauses: readonly ClauseId[];
}

/** The document's table of event types, in its order. EVT-13: it has no bid.retracted and no listing.* types. */
export const EVENTS = {
  'bid.accepted': {
    audience: 'buyer-side',
    meaning: "A seller accepted the team's bid.",
    payload: bidPayload,
    example: { ...bidExample, status: 'accepted' },
    clauses: ['EVT-6', 'EVT-18'],
  },
  'bid.rejected': {
    audience: 'buyer-side',
    meaning: 'The bid was rejected or the lot delisted.',
    payload: bidPayload,
    example: { ...bidExample, status: 'rejected' },
    clauses: ['EVT-6', 'EVT-18', 'EVT-27'],
  },
  'bid.countered': {
    audience: 'buyer-side',
    meaning: 'A seller countered the bid.',
    payload: bidPayload,
    example: { ...bidExample, status: 'countered' },
    clauses: ['EVT-6', 'EVT-18', 'EVT-29'],
  },
  'bid.received': {
    audience: 'seller-side',
    meaning: "A buyer placed a bid on the seller's listing.",
    payload: bidPayload,
    example: { ...bidExample, status: 'pending' },
    clauses: ['EVT-6', 'EVT-17', 'EVT-25'],
  },
  'trade.created': {
    audience: 'both sides',
    meaning: 'A bid became a trade.',
    payload: tradeCreated,
    example: { ...tradeExample, bid_id: 'bid_8a1f04c2de97b365', status: 'Pending' },
    clauses: ['EVT-7'],
  },
  'trade.settled': {
    audience: 'both sides',
    meaning: 'Both invoices on the trade are paid.',
    payload: tradeSettled,
    example: { ...tradeExample, status: 'Completed' },
    clauses: ['EVT-8'],
  },
  'cashbid.offer_received': {
    audience: 'buyer-side',
    meaning: "A seller offered against the team's cash bid.",
    payload: offerReceived,
    example: { offer_id: 'cbo_6d1e83b5f09a27c4', cash_bid_id: 'cb_27e5d09f13c8ab64', status: 'pending' },
    clauses: ['EVT-9', 'CB-9'],
  },
  'analysis.requested': {
    audience: 'partner',
    meaning: 'A sample analysis was requested on inventory that the partner owns or manages.',
    payload: analysisRequested,
    example: { ...sampleExample, analysis_types: ['protein', 'falling_number'], invoice_total: 84.5, billed_to: 'partner' },
    clauses: ['EVT-10', 'EVT-11', 'EVT-23'],
  },
  'analysis.sample_received': {
    audience: 'partner',
    meaning: 'The physical sample was received for grading by an external lab.',
    payload: sample,
    example: sampleExample,
    clauses: ['EVT-10', 'EVT-11', 'EVT-23'],
  },
  'analysis.graded': {
    audience: 'partner',
    meaning: 'Grading is complete.',
    payload: sample.extend({ grade: z.string() }),
    example: { ...sampleExample, grade: 'No. 1 CWRS' },
    clauses: ['EVT-10', 'EVT-11', 'EVT-23'],
  },
  'analysis.photo_added': {
    audience: 'partner',
    meaning: 'A graded sample photo was approved.',
    payload: sample.extend({ photo_url: z.string() }),
    example: { ...sampleExample, photo_url: 'https://marketplace.example/photos/91c0aa52' },
    clauses: ['EVT-10', 'EVT-11', 'EVT-23'],
  },
  'queue.congestion_started': {
    audience: 'elevator',
    meaning: "One of the elevator's delivery locations crossed its congestion threshold.",
    payload: congestion,
    example: congestionExample,
    clauses: ['EVT-12', 'EVT-15'],
  },
  'queue.congestion_cleared': {
    audience: 'elevator',
    meaning: 'The location stayed under its threshold long enough for the episode to clear.',
    payload: congestion,
    example: { ...congestionExample, trucks_waiting: 3 },
    clauses: ['EVT-12', 'EVT-15'],
  },
  'inventory.matched': {
    audience: 'reserved',
    meaning: 'Accepted at subscription time, never emitted.',
    payload: z.object({}),
    example: {},
    clauses: ['WHK-4'],
  },
} as const satisfies Record<string, EventRow>;

export type EventType = keyof typeof EVENTS;
export type EventPayload<Type extends EventType> = z.infer<(typeof EVENTS)[Type]['payload']>;

export function isEventType(value: string): value is EventType {
  return Object.hasOwn(EVENTS, value);
}

/** EVT-1: the body of every delivery. `event` is a deprecated alias of `type` (VER-3). */
export interface Envelope {
  id: string;
  type: EventType;
  event: EventType;
  livemode: boolean;
  created_at: string;
  data: Record<string, unknown>;
}
