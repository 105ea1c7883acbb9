import { isEventType } from '#spec';
import { refuse } from '../../market/rules/refusal.ts';
import type { Reader } from '../../market/records/tables.ts';
import {
  all,
  insteadOfAct,
  isJsonObject,
  isReplay,
  onBody,
  onDelivery,
  onDeliveryText,
  onEvent,
  onPayload,
  onRequestFields,
  onSignature,
  readJson,
  refusing,
} from '../violations/kit/index.ts';
import { viewPage } from '../../market/views/envelopes.ts';
import { viewSubscription } from '../../market/views/records.ts';
import { sign } from '../../server/webhooks/sign.ts';
import { DELIVERIES_VARIED } from './deliveries.ts';
import type { Variant } from './variant.ts';

/** The bid that has just been made in answer to another. */
async function counterTo(db: Reader, bid_id: string | null): Promise<string | undefined> {
  const row = await db.selectFrom('bids').select('id').where('counter_to', '=', bid_id).executeTakeFirst();
  return row?.id;
}

/** The checks that look at signatures. */
const EVERY_SIGNATURE: readonly string[] = [
  'SIG-1/every-delivery',
  'SIG-1/bids-and-trades',
  'SIG-1/to-sellers',
  'SIG-1/settlements',
  'SIG-1/offers',
  'SIG-1/analyses',
  'SIG-1/queues',
];

export const WEBHOOKS_VARIED: readonly Variant[] = [
  ...DELIVERIES_VARIED,
  {
    name: 'legacy-segment',
    title: 'The signature carries the legacy sha256 segment, in front.',
    clauses: ['SIG-2'],
    warns: [],
    seams: onSignature('all', ({ header, secret, body, t }) => `${sign(secret, body, t, ['sha256'])},${header}`),
  },
  {
    name: 'upper-case-hex',
    title: '`v1` is in upper-case hex.',
    clauses: ['SIG-1', 'SIG-11'],
    warns: [],
    seams: onSignature('all', ({ header }) => header.replace(/\bv1=[0-9a-f]+/, (v1) => `v1=${v1.slice(3).toUpperCase()}`)),
  },
  {
    name: 'signature-in-another-order',
    title: 'The segments of the signature stand in another order, with spaces between them.',
    clauses: ['SIG-2', 'SIG-10'],
    warns: [],
    seams: onSignature('all', ({ secret, body, t }) => sign(secret, body, t, ['v1', 'sha256', 't']).replaceAll(',', ', ')),
  },
  {
    name: 'unknown-segments',
    title: 'The signature carries segments that the document does not know.',
    clauses: ['SIG-2'],
    warns: EVERY_SIGNATURE,
    seams: onSignature('all', ({ header }) => `${header},v0=abc,kid=1`),
  },
  {
    name: 'two-signatures',
    title: 'The signature carries two v1, as while a secret is exchanged.',
    clauses: ['SIG-1', 'SIG-11'],
    warns: EVERY_SIGNATURE,
    seams: onSignature('all', ({ header }) => `${header},v1=${'0'.repeat(64)}`),
  },
  {
    name: 'payload-of-the-event',
    title: 'Every attempt and replay sends the bytes of the first.',
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
  {
    name: 'trade-statuses-when-sent',
    title: 'Every attempt to deliver a trade or offer event carries the status at send time.',
    clauses: ['EVT-21'],
    warns: [],
    seams: onPayload(['trade.created', 'trade.settled', 'cashbid.offer_received'], async (data, { db, event }) => {
      const table = event.type === 'cashbid.offer_received' ? 'offers' : 'trades';
      const row = await db.selectFrom(table).select('status').where('id', '=', event.subject_id).executeTakeFirst();
      return { ...data, status: row?.status };
    }),
  },
  {
    name: 'spaced-body',
    title: 'The body of a delivery is JSON as people indent it.',
    clauses: ['EVT-1', 'SIG-1'],
    warns: [],
    seams: onDeliveryText('all', (text) => `${JSON.stringify(readJson(text), null, 2)}\n`),
  },
  {
    name: 'more-of-the-envelope',
    title: 'The envelope has members that the document does not know.',
    clauses: ['EVT-1'],
    warns: [],
    seams: onDelivery('all', (envelope) => ({ ...envelope, api_version: '1.0.0', attempt_hint: null })),
  },
  {
    name: 'created-at-in-seconds',
    title: '`created_at` of an envelope has whole seconds, and an offset.',
    clauses: ['EVT-19'],
    warns: [],
    seams: onDelivery('all', (envelope) => ({ ...envelope, created_at: envelope.created_at.replace(/\.\d+Z$/, '+00:00') })),
  },
  {
    name: 'countered-names-the-new-bid',
    title: '`bid.countered` names the bid that the counter has made.',
    clauses: ['EVT-6', 'EVT-29'],
    warns: [],
    seams: onEvent('bid.countered', async (draft, { db }) => {
      return { ...draft, subject_id: (await counterTo(db, draft.subject_id)) ?? draft.subject_id };
    }),
  },
  {
    name: 'buyers-own-answers-untold',
    title: 'When a buyer answers a counter, its own team is told of nothing but the trade.',
    clauses: ['EVT-18', 'EVT-28'],
    warns: [],
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
  {
    name: 'subscriptions-bare',
    title: 'The list of subscriptions is an array.',
    clauses: ['PAGE-16'],
    warns: [],
    seams: onBody('listWebhooks', ({ items }) => items),
  },
  {
    name: 'subscriptions-of-both-modes',
    title: 'The list of subscriptions shows those of both modes.',
    clauses: ['INV-23', 'INV-25'],
    warns: [],
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
  {
    name: 'few-subscriptions',
    title: 'A team has at most ten subscriptions.',
    clauses: ['WHK-10'],
    warns: [],
    seams: refusing('createWebhook', async ({ db, caller }) => {
      const rows = await db
        .selectFrom('subscriptions')
        .select('id')
        .where('team_id', '=', caller?.team_id ?? '')
        .where('deleted_at', 'is', null)
        .execute();
      return rows.length < 10
        ? undefined
        : refuse('validation_failed', { errors: [{ field: 'events', message: 'ten are enough' }] });
    }),
  },
  {
    name: 'https-only',
    title: 'A subscription over plain http is refused.',
    clauses: ['WHK-3', 'WHK-10'],
    warns: [],
    seams: refusing('createWebhook', ({ incoming }) => {
      const json = Buffer.isBuffer(incoming.bytes) ? readJson(incoming.bytes.toString('utf8')) : undefined;
      const url = isJsonObject(json) ? json['url'] : undefined;
      return typeof url === 'string' && url.startsWith('http:')
        ? refuse('validation_failed', { errors: [{ field: 'url', message: 'must be https' }] })
        : undefined;
    }),
  },
  {
    name: 'unknown-types-taken',
    title: 'Types that there are not can be subscribed to.',
    clauses: ['WHK-3', 'WHK-10'],
    warns: [],
    seams: onRequestFields('createWebhook', (fields) => {
      const { events } = fields;
      if (!Array.isArray(events) || !events.every((event) => typeof event === 'string')) return fields;
      const known = events.filter(isEventType);
      return { ...fields, events: known.length > 0 || events.length === 0 ? known : ['inventory.matched'] };
    }),
  },
  {
    name: 'replays-signed-in-another-order',
    title: 'A replay carries its signature in another order than a first attempt.',
    clauses: ['SIG-10'],
    warns: [],
    seams: {
      outgoing: async (outgoing, about) => {
        if (!(await isReplay(about))) return outgoing;
        const [t = '', v1 = ''] = (outgoing.headers['SVC-Signature'] ?? '').split(',');
        return { ...outgoing, headers: { ...outgoing.headers, 'SVC-Signature': `${v1},${t}` } };
      },
    },
  },
];
