/** SIG-6, VER-2, and EVT clauses: it rejects an event of the document, or of a future version. */
import type { DeliveryResponse, Parts } from '../clean.ts';
import type { Envelope } from '../receiver.ts';
import { LATE } from './clock.ts';
import { GENUINE, caughtBy, explained, faults, type FaultyRow } from './row.ts';

const ANALYSIS = [
  'RTY-1/analysis-requested',
  'RTY-1/analysis-sample-received',
  'RTY-1/analysis-graded',
  'RTY-1/analysis-photo-added',
];
const QUEUE = ['RTY-1/queue-congestion-started', 'RTY-1/queue-congestion-cleared'];
const KNOWN = ['bid.', 'trade.', 'cashbid.', 'analysis.', 'queue.'];

function isKnown({ type }: Envelope): boolean {
  return KNOWN.some((prefix) => type.startsWith(prefix));
}

/** Returns `status` for an event that it does not accept. */
export function refuseUnless(isFine: (envelope: Envelope) => boolean, status = 422): Partial<Parts> {
  const refusal: DeliveryResponse = { status, body: 'refused' };
  return { validate: (envelope) => (isFine(envelope) ? undefined : refusal) };
}

function has(data: Envelope['data'], ...keys: readonly string[]): boolean {
  return keys.every((key) => data[key] !== undefined);
}

const ENVELOPE_KEYS = ['id', 'type', 'event', 'livemode', 'created_at', 'data'];
const BID_TYPES = ['bid.accepted', 'bid.rejected', 'bid.countered', 'bid.received'];
const BID_KEYS = ['bid_id', 'reference', 'inventory_id', 'status', 'type'];

const TYPES: readonly FaultyRow[] = [
  ...[400, 404, 422, 500, 501].map((status): FaultyRow => ({
    name: `unknown-type-${status}`,
    fault: `It returns ${status} for an unknown type.`,
    kind: 'faulty',
    clause: 'SIG-6',
    ...explained('SIG-6/unknown-type', /return 2xx, and do nothing/, refuseUnless(isKnown, status)),
  })),
  ...faults('faulty', {
    'VER-2/bids-and-trades-only: It returns 422 for every type except those of bids and trades.': caughtBy(
      ['SIG-6/unknown-type', 'RTY-1/cashbid-offer-received', ...ANALYSIS, ...QUEUE],
      refuseUnless(({ type }) => /^(bid|trade)\./.test(type)),
    ),
    'SIG-6/words-without-underscore: It routes by a pattern of two words without underscores, and returns 404 for the rest.':
      caughtBy(
        ['SIG-6/unknown-type', 'VER-2/new-type', 'RTY-1/cashbid-offer-received', ...QUEUE],
        refuseUnless(({ type }) => /^[a-z]+\.[a-z]+$/.test(type), 404),
      ),
  }),
];

const SCHEMAS: readonly FaultyRow[] = [
  ...faults('faulty', {
    'EVT-7/quantities-with-decimals-only: It reads quantity_mt as a float, and returns 422 for a whole number.': explained(
      'RTY-1/trade-created',
      /only with decimals/,
      refuseUnless(({ type, data }) => !type.startsWith('trade.') || !Number.isInteger(data['quantity_mt'])),
    ),
    'EVT-18/needs-the-bid-first: It returns 404 for an accepted bid of which it has received no bid.received.': explained(
      GENUINE,
      /only after bid\.received/,
      () => {
        const bids = new Set<unknown>();
        return refuseUnless(({ type, data }) => {
          if (type === 'bid.received') bids.add(data['bid_id']);
          return type !== 'bid.accepted' || bids.has(data['bid_id']);
        }, 404);
      },
    ),
    'EVT-8/trade-needs-bid: It returns 422 for trade.settled, which has no bid_id.': explained(
      'RTY-1/trade-settled',
      /requires the bid_id/,
      refuseUnless(({ type, data }) => !type.startsWith('trade.') || has(data, 'bid_id')),
    ),
    'EVT-9/every-data-has-a-bid: It returns 422 for a payload without a reference or inventory_id, as if all payloads had the same fields.':
      caughtBy(
        [
          'RTY-1/trade-created',
          'RTY-1/trade-settled',
          'RTY-1/cashbid-offer-received',
          ...QUEUE,
          'SIG-5/empty-data',
          'SIG-6/unknown-family',
        ],
        refuseUnless(({ type, data }) => type.startsWith('silo.') || has(data, 'reference', 'inventory_id')),
      ),
    'EVT-6/short-list-of-statuses: It returns 422 for a countered bid, because the status is not in its list.': caughtBy(
      'RTY-1/bid-countered',
      refuseUnless(({ data }) => data['status'] !== 'countered'),
    ),
    'EVT-6/accepted-bids-only: It returns 422 for a bid that is not accepted, because it needs no others.': caughtBy(
      ['RTY-1/bid-rejected', 'RTY-1/bid-countered', 'RTY-1/bid-received'],
      refuseUnless(({ type, data }) => !BID_TYPES.includes(type) || data['status'] === 'accepted'),
    ),
    'EVT-10/whole-dollars: It returns 422 for an invoice_total that is not an integer.': caughtBy(
      'RTY-1/analysis-requested',
      refuseUnless(({ data }) => data['invoice_total'] === undefined || Number.isInteger(data['invoice_total'])),
    ),
    'EVT-10/no-analysis: It crashes on every analysis event.': caughtBy(
      ANALYSIS,
      refuseUnless(({ type }) => !type.startsWith('analysis.'), 500),
    ),
    'EVT-12/no-queue: It crashes on every queue event, which has no lot.': caughtBy(
      QUEUE,
      refuseUnless(({ type }) => !type.startsWith('queue.'), 500),
    ),
    'EVT-10/fetches-the-photo: It fetches photo_url before it responds, and returns 500 if that fails.': explained(
      'RTY-1/analysis-photo-added',
      /fetches photo_url/,
      refuseUnless(({ type }) => type !== 'analysis.photo_added', 500),
    ),
    'RTY-5/trades-take-11-seconds: It works 11 s on a trade before it responds.': explained(
      'RTY-1/trade-created',
      /when its work is done/,
      ({ effects, wait }) => ({
        work: async ({ id, type }, request) => {
          if (type.startsWith('trade.')) await wait(11_000, request);
          effects.record(id);
        },
      }),
    ),
    'EVT-3/ids-of-24-digits: It returns 400 for an id that is not evt_ and 24 hex digits.': explained(
      GENUINE,
      /opaque/,
      refuseUnless(({ id }) => /^evt_[0-9a-f]{24}$/.test(id), 400),
    ),
    'EVT-3/uuids: It stores ids in a column for UUIDs, and returns 500 for others.': explained(
      GENUINE,
      /UUID/,
      refuseUnless(({ id }) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id), 500),
    ),
    'EVT-19/no-fractions: It returns 500 for a created_at with a fraction of a second.': explained(
      GENUINE,
      /only one form of created_at/,
      refuseUnless(({ created_at }) => !created_at.includes('.'), 500),
    ),
    'EVT-1/fails-on-every-event: It returns 500 for every event that is signed rightly.': explained(
      GENUINE,
      /signature is probably right/,
      refuseUnless(() => false, 500),
    ),
    'CONV-3/location-id-is-text: It returns 422 for a location_id that is a number.': caughtBy(
      QUEUE,
      refuseUnless(({ data }) => typeof data['location_id'] !== 'number'),
    ),
  }),
  ...faults('warned', {
    'EVT-1/strict-envelope: Its schema of the envelope allows no additional keys.': caughtBy(
      'SIG-5/unknown-members',
      refuseUnless((envelope) => Object.keys(envelope).every((key) => ENVELOPE_KEYS.includes(key))),
    ),
    'EVT-14/strict-data: Its schema of a bid in a payload allows no additional keys.': caughtBy(
      'SIG-5/unknown-members',
      refuseUnless(({ type, data }) => !BID_TYPES.includes(type) || Object.keys(data).every((key) => BID_KEYS.includes(key))),
    ),
    'EVT-7/crashes-on-null: It returns 500 for a trade from an offer, which has no bid.': caughtBy(
      'EVT-7/trade-of-an-offer',
      refuseUnless(({ data }) => data['bid_id'] !== null, 500),
    ),
    'EVT-19/one-form-of-instants: It returns 422 for a created_at in another ISO 8601 format than its own.': caughtBy(
      'EVT-19/other-instant',
      refuseUnless(({ created_at }) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(created_at)),
    ),
  }),
];

/** The document neither promises an order nor says that there is none. Retries alone change the order. */
const STORIES: readonly FaultyRow[] = [
  ...faults('faulty', {
    'EVT-19/out-of-order-409: It returns 409 for an event that is older than one that it has seen, such as every late attempt.':
      explained([...LATE, 'RTY-1/out-of-order'], /older than the last one/, () => {
        let latest = '';
        return {
          validate: ({ created_at }) => {
            if (created_at < latest) return { status: 409 };
            latest = created_at;
            return undefined;
          },
        };
      }),
  }),
  ...faults('warned', {
    'EVT-8/settled-needs-created: It returns 404 for trade.settled before it has seen trade.created.': caughtBy(
      'RTY-1/trade-settled',
      () => {
        const seen = new Set<unknown>();
        return {
          validate: ({ type, data }) => {
            if (type === 'trade.created') seen.add(data['trade_id']);
            return type === 'trade.settled' && !seen.has(data['trade_id']) ? { status: 404 } : undefined;
          },
        };
      },
    ),
  }),
];

export const EVENT_FAULTS: readonly FaultyRow[] = [...TYPES, ...SCHEMAS, ...STORIES];
