/** Subscriptions and deliveries that are mixed up, and Idempotency-Keys that are compared wrongly. */
import {
  afterAct,
  all,
  deleteRows,
  findRow,
  findRows,
  idIn,
  insteadOfAct,
  insteadOfRefusal,
  isRefusal,
  onFind,
  onKey,
  onRecord,
  onSignature,
  setRows,
  violations,
  withBodyFields,
  withFields,
  withoutItems,
} from '../kit/index.ts';
import { comparingBodies } from '../idempotency.ts';
import { enqueue } from '../../../market/store/queue.ts';
import { sign } from '../../../server/webhooks/sign.ts';

const SUBSCRIPTIONS = violations({
  'SIG-1/secret-by-address: Deliveries are signed with the oldest secret for their host and port.': onSignature(
    'all',
    async ({ body, t }, { db, subscription }) => {
      const { origin } = new URL(subscription.url);
      const same = db.selectFrom('subscriptions').select('secret').where('url', 'like', `${origin}%`).orderBy('created_at');
      const { secret } = (await same.orderBy('id').executeTakeFirst()) ?? subscription;
      return sign(secret, body, t);
    },
  ),
  'SIG-1/secret-by-url: Deliveries are signed with the secret of the first subscription to their URL.': onSignature(
    'all',
    async ({ body, t }, { db, subscription: { url, secret } }) => {
      const same = db.selectFrom('subscriptions').select('secret').where('url', '=', url).orderBy('created_at').orderBy('id');
      const first = await same.executeTakeFirst();
      return sign(first?.secret ?? secret, body, t);
    },
  ),
  'SIG-1/secret-of-the-newest: Deliveries are signed with the newest secret of the team.': onSignature(
    'all',
    async ({ body, t }, { db, subscription }) => {
      const own = db.selectFrom('subscriptions').select('team_id').where('id', '=', subscription.id);
      const newest = db.selectFrom('subscriptions').select('secret').where('team_id', '=', own).orderBy('created_at', 'desc');
      const { secret } = (await newest.orderBy('id', 'desc').executeTakeFirst()) ?? subscription;
      return sign(secret, body, t);
    },
  ),
  'WHK-2/one-per-url: A second subscription to a URL returns the id of the first.': afterAct(
    'createWebhook',
    async ({ db, caller }, { data }) => {
      const same = db.selectFrom('subscriptions').select('id').where('url', '=', data.url).where('deleted_at', 'is', null);
      const own = same.where('team_id', '=', caller.team_id).where('livemode', '=', caller.livemode);
      const [first] = await own.orderBy('created_at').orderBy('id').execute();
      return { data: { ...data, id: first?.id ?? data.id } };
    },
  ),
  'WHK-5/all-of-the-url: DELETE /webhooks/{id} deletes every subscription of the team to the same URL.': afterAct(
    'deleteWebhook',
    ({ db, now }, _response, { url, team_id }) =>
      setRows(db, 'subscriptions', { url, team_id, deleted_at: null }, { deleted_at: now }),
  ),
  'WHK-13/twice-is-200: A second DELETE /webhooks/{id} returns 200.': () => {
    const deleted = new Set<string>();
    return all(
      insteadOfRefusal('deleteWebhook', 'not_found', ({ incoming }) => {
        const id = idIn(incoming.path);
        return deleted.has(id) ? { data: { deleted: true, id } } : undefined;
      }),
      afterAct('deleteWebhook', (_call, { data }) => void deleted.add(data.id)),
    );
  },
  'WHK-8/newest-event: Redelivery queues the newest failed event of the subscription.': insteadOfAct(
    'redeliver',
    async ({ db, now }, { subscription, delivery }, act) => {
      const response = await act();
      if (isRefusal(response)) return response;
      const failed = db.selectFrom('deliveries').select('event_id').where('subscription_id', '=', subscription.id);
      const newest = await failed.where('status', '=', 'failed').orderBy('seq', 'desc').executeTakeFirst();
      if (newest === undefined || newest.event_id === delivery.event_id) return response;
      await deleteRows(db, 'queue', { event_id: delivery.event_id, subscription_id: subscription.id });
      await enqueue(db, newest.event_id, [subscription.id], { is_first: false, due_at: now });
      return response;
    },
  ),
  'WHK-8/to-all-of-the-team: Redelivery also sends the event to the other subscriptions of the team.': afterAct(
    'redeliver',
    async ({ db, now }, _response, { subscription: { id, team_id, livemode }, delivery }) => {
      const subscriptions = await findRows(db, 'subscriptions', { team_id, livemode, deleted_at: null });
      const others = subscriptions.filter((other) => other.id !== id && other.events.includes(`"${delivery.event}"`));
      await enqueue(
        db,
        delivery.event_id,
        others.map((other) => other.id),
        { is_first: false, due_at: now },
      );
    },
  ),
  'ERR-3/delivery-of-anybody: Redelivery accepts the id of a delivery to another subscription.': onFind(
    'redeliver',
    async (found, { db, caller, path }) => {
      if (!isRefusal(found)) return found;
      const subscription = await findRow(db, 'subscriptions', { id: path['id'] ?? '', team_id: caller.team_id });
      const delivery = await findRow(db, 'deliveries', { id: path['delivery_id'] ?? '' });
      return subscription === undefined || delivery === undefined ? found : { subscription, delivery };
    },
  ),
  'RTY-7/delivered-at-of-failures: Failed deliveries have a `delivered_at`.': onRecord((delivery) => ({
    delivered_at: delivery.created_at,
  })),
  'RTY-7/delivered-at-null: Delivered deliveries have a null `delivered_at`.': onRecord(() => ({ delivered_at: null })),
  'RTY-7/status-of-the-first: Every row shows the `response_status` of the first attempt.': withFields(
    'listDeliveries',
    async ({ event_id }, { db }) => {
      const rows = db.selectFrom('deliveries').select('response_status').where('event_id', '=', event_id).orderBy('seq');
      return { ...(await rows.executeTakeFirst()) };
    },
  ),
  'WHK-12/events-of-the-newest: GET /webhooks shows the events of the newest subscription for all.': withBodyFields(
    'listWebhooks',
    ({ items }) => ({
      items: items.map((hook) => ({ ...hook, events: items.at(-1)?.events ?? hook.events })),
    }),
  ),
  'WHK-7/of-the-event-type: GET /webhooks/{id}/deliveries leaves out `trade.created`.': withoutItems(
    'listDeliveries',
    (row) => row.event === 'trade.created',
  ),
});

const KEYS = violations({
  'IDEM-2/case-folded: Keys that differ in case only count as the same key.': onKey((use) => ({ key: use.key.toLowerCase() })),
  'IDEM-2/cut-to-sixteen: Keys that begin with the same 16 characters count as the same key.': onKey((use) => ({
    key: use.key.slice(0, 16),
  })),
  'IDEM-2/empty-on-repeat: A repeat returns 201 with an empty object.': () => {
    const used = new Set<string>();
    return {
      response: (response, { operation_id, incoming }) => {
        const key = incoming.idempotency_key;
        if (operation_id !== 'placeBid' || key === undefined || response.status !== 201) return response;
        const is_repeat = used.has(key);
        used.add(key);
        return is_repeat ? { ...response, text: '{}' } : response;
      },
    };
  },
  'IDEM-2/newest-of-the-chain: A repeat after a counter returns the counter.': {
    response: async (response, { operation_id, incoming, db }) => {
      if (operation_id !== 'placeBid' || incoming.idempotency_key === undefined || response.status !== 201) return response;
      // placeBid returned this bid.
      const { data } = JSON.parse(response.text) as { data: { id: string } };
      const counter = await findRow(db, 'bids', { counter_to: data.id });
      return counter === undefined ? response : { ...response, text: JSON.stringify({ data: { ...data, ...counter } }) };
    },
  },
  'IDEM-3/first-line-compared: Multi-grade bids are compared by their first line only.': comparingBodies(({ bids, ...fields }) =>
    Array.isArray(bids) ? { ...fields, bids: bids.slice(0, 1) } : undefined,
  ),
  'IDEM-3/expiry-not-compared: Bodies are compared without `expires_at`.': comparingBodies((fields) => ({
    ...fields,
    expires_at: undefined,
  })),
  'IDEM-3/unit-not-compared: Bodies are compared without the unit of the price.': comparingBodies((fields) =>
    JSON.stringify(fields).replaceAll(/"unit":"\w+"/g, ''),
  ),
});

export const MISTAKEN_WEBHOOKS = [...SUBSCRIPTIONS, ...KEYS];
