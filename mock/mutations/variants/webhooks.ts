import {
  beforeAct,
  countMatches,
  findRow,
  findRows,
  insteadOfAct,
  isReplay,
  onDeliveryText,
  onEvent,
  onEventsOf,
  onRequestField,
  onSignature,
  readJson,
  refuseFields,
  refusingField,
  withDeliveryHeaders,
  withEnvelope,
  withPayload,
} from '../violations/kit/index.ts';
import { isEventType, type EventType } from '#spec';
import { ANSWERS } from '../violations/bids/deviations.ts';
import { viewPage } from '../../market/views/envelopes.ts';
import { viewSubscription } from '../../market/views/records.ts';
import { sign } from '../../server/webhooks/sign.ts';
import { DELIVERIES_VARIED } from './deliveries.ts';
import { variants } from './kit/variant.ts';

/** The events of responses to bids, except `trade.created`. */
const RESPONSE_EVENTS: ReadonlySet<EventType> = new Set(['bid.accepted', 'bid.rejected', 'bid.countered']);

export const WEBHOOKS_VARIED = [
  ...DELIVERIES_VARIED,
  ...variants({
    'legacy-segment (SIG-2): The signature starts with the legacy sha256 segment.': onSignature(
      'all',
      ({ header, secret, body, t }) => `${sign(secret, body, t, ['sha256'])},${header}`,
    ),
    'upper-case-hex (SIG-1, SIG-11): `v1` is in upper-case hex.': onSignature('all', ({ header }) =>
      header.replace(/\bv1=[0-9a-f]+/, (v1) => `v1=${v1.slice(3).toUpperCase()}`),
    ),
    'signature-in-another-order (SIG-2, SIG-10): The segments of the signature are in a different order, with spaces between them.':
      onSignature('all', ({ secret, body, t }) => sign(secret, body, t, ['v1', 'sha256', 't']).replaceAll(',', ', ')),
    'unknown-segments (SIG-2): The signature has segments that the document does not define.': onSignature(
      'all',
      ({ header }) => `${header},v0=abc,kid=1`,
    ),
    'two-signatures (SIG-1, SIG-11): The signature has two `v1` segments, as during a secret rotation.': onSignature(
      'all',
      ({ header }) => `${header},v1=${'0'.repeat(64)}`,
    ),
    'payload-of-the-event (EVT-21): Retries and replays send the body of the first attempt.': () => {
      const sent = new Map<string, string>();
      return onDeliveryText('all', (text, { event }) => {
        const first = sent.get(event.id) ?? text;
        sent.set(event.id, first);
        return first;
      });
    },
    'trade-statuses-when-sent (EVT-21): Trade and offer events carry the status at the time of sending.': withPayload(
      ['trade.created', 'trade.settled', 'cashbid.offer_received'],
      async (_data, { db, event }) => {
        const table = event.type === 'cashbid.offer_received' ? 'offers' : 'trades';
        return { status: (await findRow(db, table, { id: event.subject_id }))?.status };
      },
    ),
    'spaced-body (EVT-1, SIG-1): Delivery bodies are indented JSON.': onDeliveryText(
      'all',
      (text) => `${JSON.stringify(readJson(text), null, 2)}\n`,
    ),
    // Safe in JSON text, because no keyword or number contains an "i".
    'escaped-body (EVT-1, SIG-1): Delivery bodies escape a letter.': onDeliveryText('all', (text) =>
      text.replaceAll('i', String.raw`\u0069`),
    ),
    'more-envelope-fields (EVT-1): Envelopes have additional fields.': withEnvelope('all', {
      api_version: '1.0.0',
      attempt_hint: null,
    }),
    'created-at-in-seconds (EVT-19): `created_at` of an envelope has whole seconds and a UTC offset.': withEnvelope(
      'all',
      (envelope) => ({ created_at: envelope.created_at.replace(/\.\d+Z$/, '+00:00') }),
    ),
    'countered-names-the-new-bid (EVT-6, EVT-29): `bid.countered` names the new bid.': onEvent(
      'bid.countered',
      async (draft, { db }) => {
        const counter = await findRow(db, 'bids', { counter_to: draft.subject_id ?? '' });
        return { ...draft, subject_id: counter?.id ?? draft.subject_id };
      },
    ),
    'own-responses-not-sent (EVT-18, EVT-28): When a buyer answers a counter, its own team gets no event except `trade.created`.':
      onEventsOf(ANSWERS, (drafts, _context, { side }) =>
        side === 'buyer' ? drafts.filter(({ type }) => !RESPONSE_EVENTS.has(type)) : drafts,
      ),
    'subscriptions-of-both-modes (INV-23, INV-25): GET /webhooks lists the subscriptions of both modes.': insteadOfAct(
      'listWebhooks',
      async ({ db, caller, query: { limit, offset }, linkTo }) => {
        const rows = await findRows(db, 'subscriptions', { team_id: caller.team_id ?? '', deleted_at: null });
        const items = rows.toSorted((a, b) => a.created_at.localeCompare(b.created_at)).slice(offset, offset + limit);
        return viewPage(items.map(viewSubscription), { limit, offset, total: rows.length }, linkTo);
      },
    ),
    'few-subscriptions (WHK-10): A team can have ten subscriptions at most.': beforeAct('createWebhook', async ({ db, caller }) =>
      (await countMatches(db, 'subscriptions', { team_id: caller.team_id ?? '', deleted_at: null })) < 10
        ? undefined
        : refuseFields({ field: 'events', message: 'exceed the limit of ten subscriptions' }),
    ),
    'https-only (WHK-3, WHK-10): POST /webhooks rejects an http URL.': refusingField(
      'createWebhook',
      'url',
      'must be https',
      (url) => typeof url === 'string' && url.startsWith('http:'),
    ),
    'unknown-types-accepted (WHK-3, WHK-10): POST /webhooks accepts unknown event types.': onRequestField(
      'createWebhook',
      'events',
      (events) => {
        if (!Array.isArray(events) || !events.every((event) => typeof event === 'string')) return events;
        const known = events.filter(isEventType);
        return known.length > 0 || events.length === 0 ? known : ['inventory.matched'];
      },
    ),
    'replays-signed-in-another-order (SIG-10): The segments of the signature of a replay are in a different order.':
      withDeliveryHeaders('all', async ({ headers }, context) => {
        if (!(await isReplay(context))) return {};
        const [t = '', v1 = ''] = (headers['SVC-Signature'] ?? '').split(',');
        return { 'SVC-Signature': `${v1},${t}` };
      }),
  }),
];
