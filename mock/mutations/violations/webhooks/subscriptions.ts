/** WHK-1 to WHK-6, WHK-12 to WHK-14: making, listing and deleting subscriptions. */
import {
  all,
  alsoTell,
  asOwner,
  EMPTY_PAGE,
  fieldsOf,
  fillIn,
  idIn,
  insteadOfAct,
  insteadOfRefusal,
  onBody,
  onDelivery,
  onField,
  onRequestFields,
  onResource,
  onStatus,
  readJson,
  refuse,
  refusing,
  unwrapped,
  violations,
  withError,
  withFields,
  withoutEffect,
  withoutField,
  withoutScopes,
  type About,
  type Seams,
} from '../kit/index.ts';

/** The types that a request to subscribe asks for. */
function askedFor({ incoming }: About): readonly unknown[] {
  const { events } = fieldsOf(incoming);
  return Array.isArray(events) ? events : [];
}

/** Rejects subscriptions to one event type. */
function refusingType(type: string): Partial<Seams> {
  return refusing('createWebhook', (about) =>
    askedFor(about).includes(type)
      ? refuse('validation_failed', { errors: [{ field: 'events[0]', message: 'is not an event type' }] })
      : undefined,
  );
}

export const WEBHOOK_SUBSCRIPTIONS = violations({
  'WHK-1/every-teams: The list shows the subscriptions of every team.': onBody('listWebhooks', async (body, { db }) => {
    const rows = await db.selectFrom('subscriptions').select(['id', 'url', 'events']).where('deleted_at', 'is', null).execute();
    const items = rows.map(({ id, url, events }) => ({ id, url, events: readJson(events) }));
    return { ...body, items, total: items.length };
  }),
  'WHK-1/newest-only: The list shows the newest subscription alone.': onBody('listWebhooks', (body) => ({
    ...body,
    items: body.items.slice(0, 1),
    total: 1,
    next: null,
  })),
  'WHK-1/without-scope: GET /webhooks needs no scope.': withoutScopes('listWebhooks'),
  'WHK-2/without-prefix: The secret has no whsec_.': onField('createWebhook', 'secret', (secret) => String(secret).slice(6)),
  'WHK-2/without-secret: The secret is not told.': withoutField('createWebhook', 'secret'),
  'WHK-2/ok: A new subscription answers 200.': onStatus('createWebhook', 201, 200),
  'WHK-2/bare: A new subscription is not wrapped in data.': unwrapped('createWebhook'),
  'WHK-2/first-type-only: Only the first of the types is kept.': onRequestFields('createWebhook', (fields) => {
    const { events } = fields;
    return Array.isArray(events) && events.every((event) => typeof event === 'string')
      ? { ...fields, events: events.slice(0, 1) }
      : fields;
  }),
  'WHK-2/secret-in-the-list: The list of subscriptions shows the secret once more, under another name.': onResource(
    'listWebhooks',
    async (hook, { db }) => {
      const row = await db.selectFrom('subscriptions').select('secret').where('id', '=', hook.id).executeTakeFirst();
      return { ...hook, signing: { key: row?.secret } };
    },
  ),
  'WHK-2/secret-in-the-farewell: DELETE answers the secret.': onResource('deleteWebhook', async (deleted, { db }) => ({
    ...deleted,
    ...(await db.selectFrom('subscriptions').select('secret').where('id', '=', deleted.id).executeTakeFirst()),
  })),
  'WHK-2/secret-in-redelivery: A redelivery answers the secret.': onResource('redeliver', async (queued, { db, incoming }) => ({
    ...queued,
    ...(await db.selectFrom('subscriptions').select('secret').where('id', '=', idIn(incoming.path)).executeTakeFirst()),
  })),
  'WHK-2/without-scope: POST /webhooks needs no scope.': withoutScopes('createWebhook'),
  'WHK-3/url-optional: The url may be missing.': fillIn('createWebhook', { url: 'https://example.com/' }),
  'WHK-3/events-optional: The events may be missing.': fillIn('createWebhook', { events: ['bid.rejected'] }),
  'WHK-3/one-event-as-text: One event may be a string.': onRequestFields('createWebhook', (fields) =>
    typeof fields['events'] === 'string' ? { ...fields, events: [fields['events']] } : fields,
  ),
  'WHK-3/null-is-none: Null events are as good as some.': onRequestFields('createWebhook', (fields) =>
    fields['events'] === null ? { ...fields, events: ['bid.rejected'] } : fields,
  ),
  'WHK-3/numbers-skipped: Types that are no strings are passed over.': onRequestFields('createWebhook', (fields) => {
    const { events } = fields;
    return Array.isArray(events) && events.some((event) => typeof event !== 'string')
      ? { ...fields, events: ['bid.rejected'] }
      : fields;
  }),
  'WHK-3/url-made-text: A url that is no string becomes one.': onRequestFields('createWebhook', (fields) =>
    Array.isArray(fields['url']) ? { ...fields, url: String(fields['url']) } : fields,
  ),
  'WHK-3/bad-request: A bad subscription is 400.': onStatus('createWebhook', 422, 400),
  'WHK-3/names-nothing: The refusal of a subscription names no field.': withError('createWebhook', 'validation_failed', {
    errors: [],
  }),
  'WHK-4/not-accepted: POST /webhooks rejects the event type `inventory.matched`.': refusingType('inventory.matched'),
  'WHK-4/emitted: `inventory.matched` is sent to whoever asked for it when a bid is placed.': all(
    alsoTell(
      'bid.received',
      ({ events, livemode }, draft) => events.includes('"inventory.matched"') && livemode === draft.livemode,
    ),
    onDelivery('bid.received', async (envelope, { db, subscription }) => {
      const row = await db.selectFrom('subscriptions').select('events').where('id', '=', subscription.id).executeTakeFirst();
      const is_matched = row?.events.includes('"inventory.matched"') === true;
      return is_matched ? { ...envelope, type: 'inventory.matched', event: 'inventory.matched' } : envelope;
    }),
  ),
  'WHK-5/missing-is-deleted: A subscription that is not there, or is of another team, is said to be deleted.': insteadOfRefusal(
    'deleteWebhook',
    'not_found',
    ({ incoming }) => ({ data: { deleted: true, id: incoming.path['id'] } }),
  ),
  "WHK-5/another-teams: Another team's subscription can be deleted.": asOwner('deleteWebhook'),
  'WHK-5/no-content: DELETE answers 204.': onStatus('deleteWebhook', 200, 204),
  'WHK-5/bare: The Deleted object is not wrapped in data.': unwrapped('deleteWebhook'),
  'WHK-5/without-id: The Deleted object has no id.': withoutField('deleteWebhook', 'id'),
  'WHK-5/text: `deleted` is a text.': withFields('deleteWebhook', { deleted: 'true' }),
  'WHK-5/without-scope: DELETE /webhooks/{id} needs no scope.': withoutScopes('deleteWebhook'),
  'WHK-6/both-modes: Subscriptions of the other mode are told as well.': alsoTell(
    'all',
    ({ events, livemode }, draft) => events.includes(`"${draft.type}"`) && livemode !== draft.livemode,
  ),
  'WHK-6/live-tells-sandbox: Live events come to sandbox subscriptions, and say that they are live.': alsoTell(
    'all',
    ({ events, livemode }, draft) => events.includes(`"${draft.type}"`) && livemode === 0 && draft.livemode === 1,
  ),
  'WHK-6/sandbox-tells-live: Sandbox events come to live subscriptions.': alsoTell(
    'bid.received',
    ({ events, livemode }, draft) => events.includes(`"${draft.type}"`) && livemode === 1 && draft.livemode === 0,
  ),
  'WHK-12/secrets-listed: The list of subscriptions has their secrets.': onResource('listWebhooks', async (hook, { db }) => ({
    ...hook,
    ...(await db.selectFrom('subscriptions').select('secret').where('id', '=', hook.id).executeTakeFirst()),
  })),
  'WHK-12/masked-secret: The list shows the secret, masked.': withFields('listWebhooks', { secret: 'whsec_********' }),
  'WHK-12/without-url: Listed subscriptions have no url.': withoutField('listWebhooks', 'url'),
  'WHK-12/events-as-text: Listed subscriptions have their events as a text.': onField('listWebhooks', 'events', String),
  'WHK-13/deleted-goes-on: A subscription that was deleted is still there.': withoutEffect('deleteWebhook'),
  'WHK-13/deliveries-stay: The deliveries of a deleted subscription are an empty list.': insteadOfRefusal(
    'listDeliveries',
    'not_found',
    () => EMPTY_PAGE,
  ),
  'WHK-13/hidden-and-told: A deleted subscription is hidden, and goes on getting events.': () => {
    const hidden = new Set<string>();
    return all(
      insteadOfAct('deleteWebhook', (_call, { id }) => {
        hidden.add(id);
        return Promise.resolve({ data: { deleted: true, id } });
      }),
      onBody('listWebhooks', (body) => ({ ...body, items: body.items.filter(({ id }) => !hidden.has(id)) })),
      refusing('listDeliveries', ({ incoming }) => (hidden.has(idIn(incoming.path)) ? 'not_found' : undefined)),
    );
  },
  'WHK-14/no-settlements: POST /webhooks rejects the event type `trade.settled`.': refusingType('trade.settled'),
  'WHK-14/no-offers: POST /webhooks rejects the event type `cashbid.offer_received`.': refusingType('cashbid.offer_received'),
  'WHK-14/no-received: POST /webhooks rejects the event type `bid.received`.': refusingType('bid.received'),
  'WHK-14/no-photos: POST /webhooks rejects the event type `analysis.photo_added`.': refusingType('analysis.photo_added'),
  'WHK-14/no-clearing: POST /webhooks rejects the event type `queue.congestion_cleared`.':
    refusingType('queue.congestion_cleared'),
});
