import {
  all,
  beforeAct,
  findRow,
  findRows,
  insteadOfAct,
  isJsonObject,
  isReplay,
  onBody,
  onDeliveryText,
  onEvent,
  onPayload,
  onRequestFields,
  onSignature,
  readJson,
  refuse,
  refusing,
  withEnvelope,
  type Reader,
} from '../violations/kit/index.ts';
import { isEventType } from '#spec';
import { viewPage } from '../../market/views/envelopes.ts';
import { viewSubscription } from '../../market/views/records.ts';
import { sign } from '../../server/webhooks/sign.ts';
import { DELIVERIES_VARIED } from './deliveries.ts';
import { variants } from './kit/variant.ts';

/** The id of the counter to a bid. */
async function counterTo(db: Reader, bid_id: string | null): Promise<string | undefined> {
  const row = await findRow(db, 'bids', { counter_to: bid_id ?? '' });
  return row?.id;
}

/** The checks that verify signatures. */
const EVERY_SIGNATURE: readonly string[] = [
  'SIG-1/every-delivery',
  'SIG-1/bids-and-trades',
  'SIG-1/to-sellers',
  'SIG-1/settlements',
  'SIG-1/offers',
  'SIG-1/analyses',
  'SIG-1/queues',
];

export const WEBHOOKS_VARIED = [
  ...DELIVERIES_VARIED,
  ...variants({
    'legacy-segment: The signature starts with the legacy sha256 segment.': {
      clauses: ['SIG-2'],
      seams: onSignature('all', ({ header, secret, body, t }) => `${sign(secret, body, t, ['sha256'])},${header}`),
    },
    'upper-case-hex: `v1` is in upper-case hex.': {
      clauses: ['SIG-1', 'SIG-11'],
      seams: onSignature('all', ({ header }) => header.replace(/\bv1=[0-9a-f]+/, (v1) => `v1=${v1.slice(3).toUpperCase()}`)),
    },
    'signature-in-another-order: The segments of the signature have another order and spaces between them.': {
      clauses: ['SIG-2', 'SIG-10'],
      seams: onSignature('all', ({ secret, body, t }) => sign(secret, body, t, ['v1', 'sha256', 't']).replaceAll(',', ', ')),
    },
    'unknown-segments: The signature has segments that the document does not define.': {
      clauses: ['SIG-2'],
      warns: EVERY_SIGNATURE,
      seams: onSignature('all', ({ header }) => `${header},v0=abc,kid=1`),
    },
    'two-signatures: The signature has two `v1` segments, as during a secret rotation.': {
      clauses: ['SIG-1', 'SIG-11'],
      warns: EVERY_SIGNATURE,
      seams: onSignature('all', ({ header }) => `${header},v1=${'0'.repeat(64)}`),
    },
    'payload-of-the-event: Retries and replays send the body of the first attempt.': {
      clauses: ['EVT-21'],
      warns: ['EVT-21/status-when-sent'],
      seams: () => {
        const sent = new Map<string, string>();
        return onDeliveryText('all', (text, { event }) => {
          const first = sent.get(event.id) ?? text;
          sent.set(event.id, first);
          return first;
        });
      },
    },
    'trade-statuses-when-sent: Trade and offer events carry the status at the time of sending.': {
      clauses: ['EVT-21'],
      seams: onPayload(['trade.created', 'trade.settled', 'cashbid.offer_received'], async (data, { db, event }) => {
        const table = event.type === 'cashbid.offer_received' ? 'offers' : 'trades';
        const row = await db.selectFrom(table).select('status').where('id', '=', event.subject_id).executeTakeFirst();
        return { ...data, status: row?.status };
      }),
    },
    'spaced-body: Delivery bodies are indented JSON.': {
      clauses: ['EVT-1', 'SIG-1'],
      seams: onDeliveryText('all', (text) => `${JSON.stringify(readJson(text), null, 2)}\n`),
    },
    'more-envelope-fields: Envelopes have additional fields.': {
      clauses: ['EVT-1'],
      seams: withEnvelope('all', { api_version: '1.0.0', attempt_hint: null }),
    },
    'created-at-in-seconds: `created_at` of an envelope has whole seconds and a UTC offset.': {
      clauses: ['EVT-19'],
      seams: withEnvelope('all', (envelope) => ({ created_at: envelope.created_at.replace(/\.\d+Z$/, '+00:00') })),
    },
    'countered-names-the-new-bid: `bid.countered` names the new bid.': {
      clauses: ['EVT-6', 'EVT-29'],
      seams: onEvent('bid.countered', async (draft, { db }) => {
        return { ...draft, subject_id: (await counterTo(db, draft.subject_id)) ?? draft.subject_id };
      }),
    },
    'own-responses-not-sent: When a buyer answers a counter, its own team gets no event except `trade.created`.': {
      clauses: ['EVT-18', 'EVT-28'],
      seams: () => {
        let is_buyers = false;
        return all(
          insteadOfAct(['acceptBid', 'rejectBid', 'counterBid'], async (_call, { side }, act) => {
            is_buyers = side === 'buyer';
            try {
              return await act();
            } finally {
              is_buyers = false;
            }
          }),
          onEvent(['bid.accepted', 'bid.rejected', 'bid.countered'], (draft) => (is_buyers ? [] : draft)),
        );
      },
    },
    'subscriptions-bare: GET /webhooks returns an array.': {
      clauses: ['PAGE-16'],
      seams: onBody('listWebhooks', ({ items }) => items),
    },
    'subscriptions-of-both-modes: GET /webhooks lists the subscriptions of both modes.': {
      clauses: ['INV-23', 'INV-25'],
      seams: insteadOfAct('listWebhooks', async ({ db, caller, query: { limit, offset }, linkTo }) => {
        const rows = await db
          .selectFrom('subscriptions')
          .selectAll()
          .where('team_id', '=', caller.team_id ?? '')
          .where('deleted_at', 'is', null)
          .orderBy('created_at')
          .execute();
        const items = rows.slice(offset, offset + limit).map(viewSubscription);
        return viewPage(items, { limit, offset, total: rows.length }, linkTo);
      }),
    },
    'few-subscriptions: A team can have ten subscriptions at most.': {
      clauses: ['WHK-10'],
      seams: beforeAct('createWebhook', async ({ db, caller }) => {
        const rows = await findRows(db, 'subscriptions', { team_id: caller.team_id ?? '', deleted_at: null });
        return rows.length < 10
          ? undefined
          : refuse('validation_failed', { errors: [{ field: 'events', message: 'ten are enough' }] });
      }),
    },
    'https-only: POST /webhooks rejects an http URL.': {
      clauses: ['WHK-3', 'WHK-10'],
      seams: refusing('createWebhook', ({ incoming }) => {
        const json = Buffer.isBuffer(incoming.bytes) ? readJson(incoming.bytes.toString('utf8')) : undefined;
        const url = isJsonObject(json) ? json['url'] : undefined;
        return typeof url === 'string' && url.startsWith('http:')
          ? refuse('validation_failed', { errors: [{ field: 'url', message: 'must be https' }] })
          : undefined;
      }),
    },
    'unknown-types-accepted: POST /webhooks accepts unknown event types.': {
      clauses: ['WHK-3', 'WHK-10'],
      seams: onRequestFields('createWebhook', (fields) => {
        const { events } = fields;
        if (!Array.isArray(events) || !events.every((event) => typeof event === 'string')) return fields;
        const known = events.filter(isEventType);
        return { ...fields, events: known.length > 0 || events.length === 0 ? known : ['inventory.matched'] };
      }),
    },
    'replays-signed-in-another-order: The signature of a replay has another order of segments.': {
      clauses: ['SIG-10'],
      seams: {
        outgoing: async (outgoing, about) => {
          if (!(await isReplay(about))) return outgoing;
          const [t = '', v1 = ''] = (outgoing.headers['SVC-Signature'] ?? '').split(',');
          return { ...outgoing, headers: { ...outgoing.headers, 'SVC-Signature': `${v1},${t}` } };
        },
      },
    },
  }),
];
