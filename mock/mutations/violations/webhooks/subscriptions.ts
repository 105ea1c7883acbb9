/** Creating, listing, and deleting subscriptions. */
import {
  violationTable,
  all,
  alsoNotify,
  asOwner,
  EMPTY_PAGE,
  fillIn,
  findRow,
  findRows,
  idIn,
  insteadOfAct,
  insteadOfRefusal,
  onBody,
  onDelivery,
  onField,
  onRequestField,
  onStatus,
  readJson,
  refusing,
  refusingField,
  unwrapped,
  violations,
  withBodyFields,
  withError,
  withFields,
  withoutEffect,
  withoutField,
  withoutScopes,
  type Reader,
  personaAsCaller,
  type Row,
  type Seams,
} from '../kit/index.ts';
import type { EventType } from '#spec';

/** Rejects subscriptions to one event type. */
function refusingType(type: EventType): Partial<Seams> {
  return refusingField(
    'createWebhook',
    'events[0]',
    'is not an event type',
    (events) => Array.isArray(events) && events.includes(type),
  );
}

async function secretOf(db: Reader, id: string): Promise<string | undefined> {
  return (await findRow(db, 'subscriptions', { id }))?.secret;
}

const REFUSED_TYPES = violationTable(refusingType, (type: EventType) => `POST /webhooks rejects the event type \`${type}\`.`, {
  'WHK-4/not-accepted': ['inventory.matched'],
  'WHK-14/no-settlements': ['trade.settled'],
  'WHK-14/no-offers': ['cashbid.offer_received'],
  'WHK-14/no-received': ['bid.received'],
  'WHK-14/no-photos': ['analysis.photo_added'],
  'WHK-14/no-clearing': ['queue.congestion_cleared'],
});

const SUBSCRIPTIONS = violations({
  'WHK-1/every-teams: GET /webhooks lists the subscriptions of every team.': onBody('listWebhooks', async (body, { db }) => {
    const rows = await findRows(db, 'subscriptions', { deleted_at: null });
    const items = rows.map(({ id, url, events }) => ({ id, url, events: readJson(events) }));
    return { ...body, items, total: items.length };
  }),
  'WHK-1/newest-only: GET /webhooks lists one subscription only.': withBodyFields('listWebhooks', ({ items }) => ({
    items: items.slice(0, 1),
    total: 1,
    next: null,
  })),
  'WHK-1/without-scope: GET /webhooks requires no scope.': withoutScopes('listWebhooks'),
  'WHK-2/without-prefix: The secret has no `whsec_` prefix.': onField('createWebhook', 'secret', (secret) =>
    String(secret).slice(6),
  ),
  'WHK-2/other-prefix-in-the-sandbox: The secret of a sandbox subscription begins with `sec_`.': withFields(
    'createWebhook',
    ({ secret }, { caller }) => (caller?.livemode === 0 ? { secret: secret.replace('whsec_', 'sec_') } : {}),
  ),
  'WHK-2/without-secret: POST /webhooks omits `secret`.': withoutField('createWebhook', 'secret'),
  'WHK-2/ok: POST /webhooks returns 200.': onStatus('createWebhook', 201, 200),
  'WHK-2/bare: POST /webhooks omits the `data` envelope.': unwrapped('createWebhook'),
  'WHK-2/first-type-only: POST /webhooks stores the first event type only.': onRequestField('createWebhook', 'events', (events) =>
    Array.isArray(events) && events.every((event) => typeof event === 'string') ? events.slice(0, 1) : events,
  ),
  'WHK-2/secret-in-the-list: GET /webhooks returns the secret under a different name.': withFields(
    'listWebhooks',
    async ({ id }, { db }) => ({
      signing: { key: await secretOf(db, id) },
    }),
  ),
  'WHK-2/secret-in-the-sandbox-list: GET /webhooks returns the secret to sandbox tokens.': withFields(
    'listWebhooks',
    async ({ id }, { db, caller }) => (caller?.livemode === 0 ? { secret: await secretOf(db, id) } : {}),
  ),
  'WHK-2/secret-in-sandbox-deliveries: Delivery records show sandbox tokens the secret.': withFields(
    'listDeliveries',
    async (_row, { db, caller, incoming }) => (caller?.livemode === 0 ? { secret: await secretOf(db, idIn(incoming.path)) } : {}),
  ),
  'WHK-2/secret-of-the-first: Delivery records show the secret of the oldest subscription.': withFields(
    'listDeliveries',
    async (_row, { db }) => {
      const oldest = db.selectFrom('subscriptions').select('secret').orderBy('created_at').orderBy('id');
      return { signature_key: (await oldest.executeTakeFirst())?.secret };
    },
  ),
  'WHK-2/secret-in-the-farewell: DELETE /webhooks/{id} returns the secret.': withFields(
    'deleteWebhook',
    async ({ id }, { db }) => ({
      secret: await secretOf(db, id),
    }),
  ),
  'WHK-2/secret-in-redelivery: Redelivery returns the secret.': withFields('redeliver', async (_queued, { db, incoming }) => ({
    secret: await secretOf(db, idIn(incoming.path)),
  })),
  'WHK-2/without-scope: POST /webhooks requires no scope.': withoutScopes('createWebhook'),
  'WHK-3/url-optional: POST /webhooks accepts a subscription without `url`.': fillIn('createWebhook', {
    url: 'https://example.com/',
  }),
  'WHK-3/events-optional: POST /webhooks accepts a subscription without `events`.': fillIn('createWebhook', {
    events: ['bid.rejected'],
  }),
  'WHK-3/one-event-as-text: POST /webhooks accepts `events` as a string.': onRequestField('createWebhook', 'events', (events) =>
    typeof events === 'string' ? [events] : events,
  ),
  'WHK-3/null-is-none: POST /webhooks accepts null `events`.': onRequestField(
    'createWebhook',
    'events',
    (events) => events ?? ['bid.rejected'],
  ),
  'WHK-3/numbers-skipped: POST /webhooks ignores event types that are not strings.': onRequestField(
    'createWebhook',
    'events',
    (events) => (Array.isArray(events) && events.some((event) => typeof event !== 'string') ? ['bid.rejected'] : events),
  ),
  'WHK-3/url-made-text: POST /webhooks converts an array `url` to a string.': onRequestField('createWebhook', 'url', (url) =>
    Array.isArray(url) ? String(url) : url,
  ),
  'WHK-3/bad-request: POST /webhooks returns 400 for an invalid subscription.': onStatus('createWebhook', 422, 400),
  'WHK-3/names-nothing: Validation errors of POST /webhooks name no field.': withError('createWebhook', 'validation_failed', {
    errors: [],
  }),
  'WHK-4/emitted: `inventory.matched` is sent when a bid is placed.': emittingMatches(() => true),
  'WHK-4/emitted-to-sellers: `inventory.matched` is sent to the team of a listing when a bid is placed on it.': emittingMatches(
    ({ team_id }) => team_id === personaAsCaller('partner').team_id,
  ),
  'WHK-5/missing-is-deleted: DELETE /webhooks/{id} returns 200 for an unknown id.': insteadOfRefusal(
    'deleteWebhook',
    'not_found',
    ({ incoming }) => ({ data: { deleted: true, id: incoming.path['id'] } }),
  ),
  "WHK-5/another-teams: DELETE /webhooks/{id} deletes another team's subscription.": asOwner('deleteWebhook'),
  'WHK-5/no-content: DELETE /webhooks/{id} returns 204.': onStatus('deleteWebhook', 200, 204),
  'WHK-5/bare: DELETE /webhooks/{id} omits the `data` envelope.': unwrapped('deleteWebhook'),
  'WHK-5/without-id: DELETE /webhooks/{id} omits `id`.': withoutField('deleteWebhook', 'id'),
  'WHK-5/text: DELETE /webhooks/{id} returns a string `deleted`.': withFields('deleteWebhook', { deleted: 'true' }),
  'WHK-5/without-scope: DELETE /webhooks/{id} requires no scope.': withoutScopes('deleteWebhook'),
  'WHK-6/both-modes: Events also reach subscriptions of the other mode.': alsoNotify(
    'all',
    ({ events, livemode }, draft) => events.includes(`"${draft.type}"`) && livemode !== draft.livemode,
  ),
  'WHK-6/live-reaches-sandbox: Live events also reach sandbox subscriptions.': alsoNotify(
    'all',
    ({ events, livemode }, draft) => events.includes(`"${draft.type}"`) && livemode === 0 && draft.livemode === 1,
  ),
  'WHK-6/live-trades-reach-sandbox: Live `trade.created` events also reach sandbox subscriptions of the team.': alsoNotify(
    'trade.created',
    ({ events, livemode, team_id }, draft) =>
      events.includes(`"${draft.type}"`) && livemode === 0 && draft.livemode === 1 && draft.team_ids?.includes(team_id) === true,
  ),
  'WHK-6/live-offers-reach-sandbox: Live `cashbid.offer_received` events also reach sandbox subscriptions of the team.':
    alsoNotify(
      'cashbid.offer_received',
      ({ events, livemode, team_id }, draft) =>
        events.includes(`"${draft.type}"`) &&
        livemode === 0 &&
        draft.livemode === 1 &&
        draft.team_ids?.includes(team_id) === true,
    ),
  'WHK-6/sandbox-reaches-live: Sandbox events also reach live subscriptions.': alsoNotify(
    'bid.received',
    ({ events, livemode }, draft) => events.includes(`"${draft.type}"`) && livemode === 1 && draft.livemode === 0,
  ),
  'WHK-12/secrets-listed: GET /webhooks returns the secrets.': withFields('listWebhooks', async ({ id }, { db }) => ({
    secret: await secretOf(db, id),
  })),
  'WHK-12/masked-secret: GET /webhooks returns a masked secret.': withFields('listWebhooks', { secret: 'whsec_********' }),
  'WHK-12/without-url: GET /webhooks omits `url`.': withoutField('listWebhooks', 'url'),
  'WHK-12/query-dropped: GET /webhooks shows `url` without its query.': onField('listWebhooks', 'url', (url) =>
    String(url).replace(/\?.*/, ''),
  ),
  'WHK-12/events-as-text: GET /webhooks returns `events` as a string.': onField('listWebhooks', 'events', String),
  'WHK-13/deleted-goes-on: DELETE /webhooks/{id} deletes nothing.': withoutEffect('deleteWebhook'),
  'WHK-13/deliveries-stay: Deliveries of a deleted subscription are an empty page instead of 404.': insteadOfRefusal(
    'listDeliveries',
    'not_found',
    () => EMPTY_PAGE,
  ),
  'WHK-13/hidden-but-active: A deleted subscription is hidden but still receives events.': () => {
    const hidden = new Set<string>();
    return all(
      insteadOfAct('deleteWebhook', (_call, { id }) => {
        hidden.add(id);
        return Promise.resolve({ data: { deleted: true, id } });
      }),
      withBodyFields('listWebhooks', (body) => ({ items: body.items.filter(({ id }) => !hidden.has(id)) })),
      refusing('listDeliveries', ({ incoming }) => (hidden.has(idIn(incoming.path)) ? 'not_found' : undefined)),
    );
  },
});

/** Sends inventory.matched instead of bid.received to some subscriptions. */
function emittingMatches(isNotified: (subscription: Row<'subscriptions'>) => boolean): Partial<Seams> {
  return all(
    alsoNotify(
      'bid.received',
      (subscription, { livemode }) =>
        subscription.events.includes('"inventory.matched"') && subscription.livemode === livemode && isNotified(subscription),
    ),
    onDelivery('bid.received', async (envelope, { db, subscription }) => {
      const row = await findRow(db, 'subscriptions', { id: subscription.id });
      const is_matched = row?.events.includes('"inventory.matched"') === true;
      return is_matched ? { ...envelope, type: 'inventory.matched', event: 'inventory.matched' } : envelope;
    }),
  );
}

export const WEBHOOK_SUBSCRIPTIONS = [...SUBSCRIPTIONS, ...REFUSED_TYPES];
