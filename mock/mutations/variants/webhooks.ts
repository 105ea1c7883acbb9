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
    'signature-in-another-order (SIG-2, SIG-10): The segments of the signature have another order and spaces between them.':
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
    'trade-statuses-when-sent (EVT-21): Trade and offer events carry the status at the time of sending.': onPayload(
      ['trade.created', 'trade.settled', 'cashbid.offer_received'],
      async (data, { db, event }) => {
        const table = event.type === 'cashbid.offer_received' ? 'offers' : 'trades';
        const row = await db.selectFrom(table).select('status').where('id', '=', event.subject_id).executeTakeFirst();
        return { ...data, status: row?.status };
      },
    ),
    'spaced-body (EVT-1, SIG-1): Delivery bodies are indented JSON.': onDeliveryText(
      'all',
      (text) => `${JSON.stringify(readJson(text), null, 2)}\n`,
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
        return { ...draft, subject_id: (await counterTo(db, draft.subject_id)) ?? draft.subject_id };
      },
    ),
    'own-responses-not-sent (EVT-18, EVT-28): When a buyer answers a counter, its own team gets no event except `trade.created`.':
      () => {
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
    'subscriptions-bare (PAGE-16): GET /webhooks returns an array.': onBody('listWebhooks', ({ items }) => items),
    'subscriptions-of-both-modes (INV-23, INV-25): GET /webhooks lists the subscriptions of both modes.': insteadOfAct(
      'listWebhooks',
      async ({ db, caller, query: { limit, offset }, linkTo }) => {
        const rows = await db
          .selectFrom('subscriptions')
          .selectAll()
          .where('team_id', '=', caller.team_id ?? '')
          .where('deleted_at', 'is', null)
          .orderBy('created_at')
          .execute();
        const items = rows.slice(offset, offset + limit).map(viewSubscription);
        return viewPage(items, { limit, offset, total: rows.length }, linkTo);
      },
    ),
    'few-subscriptions (WHK-10): A team can have ten subscriptions at most.': beforeAct(
      'createWebhook',
      async ({ db, caller }) => {
        const rows = await findRows(db, 'subscriptions', { team_id: caller.team_id ?? '', deleted_at: null });
        return rows.length < 10
          ? undefined
          : refuse('validation_failed', { errors: [{ field: 'events', message: 'ten are enough' }] });
      },
    ),
    'https-only (WHK-3, WHK-10): POST /webhooks rejects an http URL.': refusing('createWebhook', ({ incoming }) => {
      const json = Buffer.isBuffer(incoming.bytes) ? readJson(incoming.bytes.toString('utf8')) : undefined;
      const url = isJsonObject(json) ? json['url'] : undefined;
      return typeof url === 'string' && url.startsWith('http:')
        ? refuse('validation_failed', { errors: [{ field: 'url', message: 'must be https' }] })
        : undefined;
    }),
    'unknown-types-accepted (WHK-3, WHK-10): POST /webhooks accepts unknown event types.': onRequestFields(
      'createWebhook',
      (fields) => {
        const { events } = fields;
        if (!Array.isArray(events) || !events.every((event) => typeof event === 'string')) return fields;
        const known = events.filter(isEventType);
        return { ...fields, events: known.length > 0 || events.length === 0 ? known : ['inventory.matched'] };
      },
    ),
    'replays-signed-in-another-order (SIG-10): The signature of a replay has another order of segments.': {
      outgoing: async (outgoing, about) => {
        if (!(await isReplay(about))) return outgoing;
        const [t = '', v1 = ''] = (outgoing.headers['SVC-Signature'] ?? '').split(',');
        return { ...outgoing, headers: { ...outgoing.headers, 'SVC-Signature': `${v1},${t}` } };
      },
    },
  }),
];
