/** SIG-6, VER-2, and EVT clauses: it rejects an event of the document, or of a future version. */
import type { Answer } from '../clean.ts';
import type { Notice } from '../receiver.ts';
import type { FaultyRow } from './row.ts';

const KNOWN = ['bid.', 'trade.', 'cashbid.', 'analysis.', 'queue.'];

function isKnown({ type }: Notice): boolean {
  return KNOWN.some((prefix) => type.startsWith(prefix));
}

/** Answers `status` to an event that it does not accept. */
export function refuseUnless(isFine: (notice: Notice) => boolean, status = 422): FaultyRow['parts'] {
  const refusal: Answer = { status, body: 'refused' };
  return () => ({ admit: (notice) => (isFine(notice) ? undefined : refusal) });
}

function has(data: Notice['data'], ...keys: readonly string[]): boolean {
  return keys.every((key) => data[key] !== undefined);
}

const ENVELOPE_KEYS = ['id', 'type', 'event', 'livemode', 'created_at', 'data'];
const BID_TYPES = ['bid.accepted', 'bid.rejected', 'bid.countered', 'bid.received'];
const BID_KEYS = ['bid_id', 'reference', 'inventory_id', 'status', 'type'];

const TYPES: readonly FaultyRow[] = [
  ...[400, 404, 422, 500, 501].map((status): FaultyRow => {
    return {
      name: `unknown-type-${status}`,
      fault: `It answers ${status} to an unknown type.`,
      kind: 'faulty',
      clause: 'SIG-6',
      parts: refuseUnless(isKnown, status),
    };
  }),
  {
    name: 'bids-and-trades-only',
    fault: 'It answers 422 to every type except those of bids and trades.',
    kind: 'faulty',
    clause: 'VER-2',
    parts: refuseUnless(({ type }) => /^(bid|trade)\./.test(type)),
  },
  {
    name: 'words-without-underscore',
    fault: 'It routes by a pattern of two words without underscores, and answers 404 to the rest.',
    kind: 'faulty',
    clause: 'SIG-6',
    parts: refuseUnless(({ type }) => /^[a-z]+\.[a-z]+$/.test(type), 404),
  },
  {
    name: 'trusts-no-sandbox',
    fault: 'It answers 403 to a sandbox event.',
    kind: 'warned',
    clause: 'EVT-20',
    parts: refuseUnless(({ livemode }) => livemode, 403),
  },
];

const SCHEMAS: readonly FaultyRow[] = [
  {
    name: 'strict-envelope',
    fault: 'Its schema of the envelope allows no additional keys.',
    kind: 'warned',
    clause: 'EVT-1',
    parts: refuseUnless((notice) => Object.keys(notice).every((key) => ENVELOPE_KEYS.includes(key))),
  },
  {
    name: 'strict-data',
    fault: 'Its schema of a bid in a payload allows no additional keys.',
    kind: 'warned',
    clause: 'EVT-14',
    parts: refuseUnless(
      ({ type, data }) => !BID_TYPES.includes(type) || Object.keys(data).every((key) => BID_KEYS.includes(key)),
    ),
  },
  {
    name: 'trade-needs-bid',
    fault: 'It answers 422 to trade.settled, which has no bid_id.',
    kind: 'faulty',
    clause: 'EVT-8',
    parts: refuseUnless(({ type, data }) => !type.startsWith('trade.') || has(data, 'bid_id')),
  },
  {
    name: 'crashes-on-null',
    fault: 'It answers 500 to a trade from an offer, which has no bid.',
    kind: 'warned',
    clause: 'EVT-7',
    parts: refuseUnless(({ data }) => data['bid_id'] !== null, 500),
  },
  {
    name: 'every-data-has-a-bid',
    fault: 'It answers 422 to a payload without a reference or inventory_id, as if all payloads had the same fields.',
    kind: 'faulty',
    clause: 'EVT-9',
    parts: refuseUnless(({ type, data }) => type.startsWith('silo.') || has(data, 'reference', 'inventory_id')),
  },
  {
    name: 'short-list-of-statuses',
    fault: 'It answers 422 to a countered bid, because the status is not in its list.',
    kind: 'faulty',
    clause: 'EVT-6',
    parts: refuseUnless(({ data }) => data['status'] !== 'countered'),
  },
  {
    name: 'accepted-bids-only',
    fault: 'It answers 422 to a bid that is not accepted, because it needs no others.',
    kind: 'faulty',
    clause: 'EVT-6',
    parts: refuseUnless(({ type, data }) => !BID_TYPES.includes(type) || data['status'] === 'accepted'),
  },
  {
    name: 'whole-dollars',
    fault: 'It answers 422 to an invoice_total that is not an integer.',
    kind: 'faulty',
    clause: 'EVT-10',
    parts: refuseUnless(({ data }) => data['invoice_total'] === undefined || Number.isInteger(data['invoice_total'])),
  },
  {
    name: 'no-analysis',
    fault: 'It crashes on every analysis event.',
    kind: 'faulty',
    clause: 'EVT-10',
    parts: refuseUnless(({ type }) => !type.startsWith('analysis.'), 500),
  },
  {
    name: 'no-queue',
    fault: 'It crashes on every queue event, which has no lot.',
    kind: 'faulty',
    clause: 'EVT-12',
    parts: refuseUnless(({ type }) => !type.startsWith('queue.'), 500),
  },
  {
    name: 'location-id-is-text',
    fault: 'It answers 422 to a location_id that is a number.',
    kind: 'faulty',
    clause: 'CONV-3',
    parts: refuseUnless(({ data }) => typeof data['location_id'] !== 'number'),
  },
  {
    name: 'one-form-of-instants',
    fault: 'It answers 422 to a created_at in another ISO 8601 format than its own.',
    kind: 'warned',
    clause: 'EVT-19',
    parts: refuseUnless(({ created_at }) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(created_at)),
  },
];

/** The document neither promises an order nor says that there is none. Retries alone change the order. */
const STORIES: readonly FaultyRow[] = [
  {
    name: 'out-of-order-409',
    fault: 'It answers 409 to an event that is older than one that it has seen, such as every late attempt.',
    kind: 'faulty',
    clause: 'EVT-19',
    parts: () => {
      let latest = '';
      return {
        admit: ({ created_at }) => {
          if (created_at < latest) return { status: 409 };
          latest = created_at;
          return undefined;
        },
      };
    },
  },
  {
    name: 'settled-needs-created',
    fault: 'It answers 404 to trade.settled before it has seen trade.created.',
    kind: 'warned',
    clause: 'EVT-8',
    parts: () => {
      const seen = new Set<unknown>();
      return {
        admit: ({ type, data }) => {
          if (type === 'trade.created') seen.add(data['trade_id']);
          return type === 'trade.settled' && !seen.has(data['trade_id']) ? { status: 404 } : undefined;
        },
      };
    },
  },
];

export const EVENT_FAULTS: readonly FaultyRow[] = [...TYPES, ...SCHEMAS, ...STORIES];
