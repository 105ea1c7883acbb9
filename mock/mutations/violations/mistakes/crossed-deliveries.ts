/** Mistakes where the delivery of one event or to one subscription changes another, and where retries and redeliveries differ from the first attempt. */
import {
  activeSubscriptions,
  afterAct,
  findRow,
  findRows,
  GIVEN_UP,
  idIn,
  insteadOfRefusal,
  isReplay,
  onListeners,
  onOutgoing,
  onRecord,
  onField,
  onResource,
  onSignature,
  onVerdict,
  queryOf,
  readJson,
  setRows,
  violations,
  withBodyFields,
  withDeliveryHeaders,
  withEnvelope,
  withFields,
  type AttemptContext,
  type Reader,
  type Row,
  type Seams,
} from '../kit/index.ts';
import { LIMITS } from '#spec';
import { sign } from '../../../server/webhooks/sign.ts';
import type { Reply } from '../../../server/webhooks/outcome.ts';

/** Gives up a delivery that would be retried, if another delivery has this effect on it. */
function notRetriedIf(isDropped: (context: AttemptContext & { db: Reader; reply: Reply }) => Promise<boolean>): Partial<Seams> {
  return onVerdict(async (verdict, context) =>
    verdict.status === 'retrying' && (await isDropped(context)) ? GIVEN_UP : verdict,
  );
}

/** Whether another subscription has a row of the event with this status. */
async function hasElsewhere({ db, event, subscription }: AttemptContext, status: Row<'deliveries'>['status']): Promise<boolean> {
  const rows = await findRows(db, 'deliveries', { event_id: event.id, status });
  return rows.some(({ subscription_id }) => subscription_id !== subscription.id);
}

const RETRIES = violations({
  'RTY-3/failed-elsewhere-is-final: A delivery is not retried if the same event has failed for another subscription.':
    notRetriedIf(async (context) => hasElsewhere(context, 'failed')),
  'RTY-3/lost-when-another-is-deleted: Deleting a subscription also drops the retries of its events to other subscriptions.':
    afterAct('deleteWebhook', async ({ db }, _response, { id }) => {
      const events = db.selectFrom('deliveries').select('event_id').where('subscription_id', '=', id);
      await db.deleteFrom('queue').where('event_id', 'in', events).execute();
    }),
  'RTY-3/lost-when-another-is-redelivered: Redelivery drops the pending retries of other events to the subscription.': afterAct(
    'redeliver',
    async ({ db }, _response, { subscription, delivery }) => {
      const queued = db.deleteFrom('queue').where('subscription_id', '=', subscription.id).where('attempt', '>', 1);
      await queued.where('event_id', '!=', delivery.event_id).execute();
    },
  ),
  'RTY-4/first-delay-of-a-failing-receiver: A delivery is first retried after a minute if another one to the receiver waits for a retry.':
    onVerdict(async (verdict, { db, subscription, event, attempt }) => {
      if (verdict.delay_seconds === null || attempt > 1) return verdict;
      const waiting = await findRows(db, 'queue', { subscription_id: subscription.id, is_first: 0 });
      return waiting.some(({ event_id }) => event_id !== event.id) ? { ...verdict, delay_seconds: 60 } : verdict;
    }),
  'RTY-2/retried-after-a-retry: A 4xx on the second attempt or later is retried.': onVerdict(
    (verdict, { attempt, has_next, reply }) => {
      const delay_seconds = LIMITS.delivery_delays_seconds[attempt - 1];
      const is_affected = attempt > 1 && has_next && reply.kind === 'response' && verdict.status === 'failed';
      return is_affected && delay_seconds !== undefined ? { status: 'retrying', delay_seconds } : verdict;
    },
  ),
});

const ROWS = violations({
  'RTY-6/exhausted-not-found-by-status: GET /webhooks/{id}/deliveries?status=failed omits exhausted deliveries.': onResource(
    'listDeliveries',
    (row, { incoming }) => (queryOf(incoming).get('status') === 'failed' && row.attempts === 5 ? undefined : row),
  ),
  'RTY-7/retried-not-found-by-status: GET /webhooks/{id}/deliveries?status=delivered omits what a retry delivered.': onResource(
    'listDeliveries',
    (row, { incoming }) => (queryOf(incoming).get('status') === 'delivered' && row.attempts > 1 ? undefined : row),
  ),
  'RTY-7/delivered-at-of-the-event: `delivered_at` is the time of the event.': onRecord(({ delivered_at }, { event }) => ({
    delivered_at: delivered_at === null ? null : event.created_at,
  })),
});

const ATTEMPTS = violations({
  'SIG-1/newest-secret-in-retries: Retries are signed with the newest secret of the team.': onSignature(
    'all',
    async ({ header, body, t }, { db, subscription, attempt }) => {
      if (attempt === 1) return header;
      const own = db.selectFrom('subscriptions').select('team_id').where('id', '=', subscription.id);
      const newest = db.selectFrom('subscriptions').select('secret').where('team_id', '=', own).orderBy('created_at', 'desc');
      const { secret } = (await newest.orderBy('id', 'desc').executeTakeFirst()) ?? subscription;
      return sign(secret, body, t);
    },
  ),
  'SBX-7/replays-as-live: Replays of sandbox events have `livemode: true`.': withEnvelope('all', async (_envelope, context) =>
    (await isReplay(context)) ? { livemode: true } : {},
  ),
  'EVT-2/retries-without-type: Retries have no SVC-Event.': withDeliveryHeaders('all', (_outgoing, { attempt }) =>
    attempt > 1 ? { 'SVC-Event': undefined } : {},
  ),
  'EVT-1/slash-dropped: Deliveries are sent to the URL without its last slash.': onOutgoing('all', (outgoing) => ({
    ...outgoing,
    url: outgoing.url.replace(/\/(?=\?|$)/, ''),
  })),
});

const REDELIVERY = violations({
  'WHK-8/id-of-the-newest: Redelivery returns the `event_id` of the newest delivery of the subscription.': withFields(
    'redeliver',
    async (_queued, { db, incoming }) => {
      const rows = db.selectFrom('deliveries').select('event_id').where('subscription_id', '=', idIn(incoming.path));
      return { ...(await rows.orderBy('seq', 'desc').executeTakeFirst()) };
    },
  ),
  'WHK-8/first-type: Redelivery returns the first type of the subscription as `event`.': withFields(
    'redeliver',
    async (queued, { db, incoming }) => {
      const events = readJson((await findRow(db, 'subscriptions', { id: idIn(incoming.path) }))?.events ?? '');
      return { event: Array.isArray(events) ? String(events[0]) : queued.event };
    },
  ),
  'WHK-13/redelivered-after-deletion: Redelivery returns 200 for a deleted subscription.': insteadOfRefusal(
    'redeliver',
    'not_found',
    async ({ db, incoming }) => {
      const delivery = await findRow(db, 'deliveries', { id: incoming.path['delivery_id'] ?? '' });
      const deleted = await findRow(db, 'subscriptions', { id: idIn(incoming.path) });
      if (delivery === undefined || typeof deleted?.deleted_at !== 'string') return undefined;
      return { data: { queued: true, event: delivery.event, event_id: delivery.event_id } };
    },
  ),
});

/** Lists the deliveries of other subscriptions, too. */
function withDeliveriesOf(isListed: (other: Row<'subscriptions'>, own: Row<'subscriptions'>) => boolean): Partial<Seams> {
  return withBodyFields('listDeliveries', async (page, { db, incoming }) => {
    const own = await findRow(db, 'subscriptions', { id: idIn(incoming.path) });
    if (own === undefined) return {};
    const same = await findRows(db, 'subscriptions', { team_id: own.team_id, url: own.url });
    const others = same.filter((other) => other.id !== own.id && isListed(other, own)).map(({ id }) => id);
    const rows = await db
      .selectFrom('deliveries')
      .selectAll()
      .where('subscription_id', 'in', ['', ...others])
      .execute();
    const items = rows.map(({ id, event, event_id, status, response_status, attempts, delivered_at, created_at }) => {
      return { id, event, event_id, status, response_status, attempts, delivered_at, created_at };
    });
    return { items: [...page.items, ...items], total: page.total + items.length };
  });
}

const ONE_URL = violations({
  'WHK-7/of-the-url: GET /webhooks/{id}/deliveries also lists the deliveries of other subscriptions to the URL.':
    withDeliveriesOf(({ deleted_at }) => deleted_at === null),
  'WHK-7/of-the-deleted: GET /webhooks/{id}/deliveries also lists the deliveries of deleted subscriptions to the URL.':
    withDeliveriesOf(({ deleted_at }) => deleted_at !== null),
  'WHK-2/replaces-the-first: A second subscription to a URL deletes the first.': afterAct(
    'createWebhook',
    async ({ db, now, caller }, { data }) => {
      const same = await findRows(db, 'subscriptions', { url: data.url, team_id: caller.team_id ?? '', deleted_at: null });
      for (const { id } of same) if (id !== data.id) await setRows(db, 'subscriptions', { id }, { deleted_at: now });
    },
  ),
  'EVT-18/first-of-a-url: Only the oldest subscription to a URL receives events.': onListeners(
    'all',
    async (listeners, _draft, { db }) => {
      const active = await activeSubscriptions(db);
      return listeners.filter(({ id }) => {
        const own = active.find((one) => one.id === id);
        return active.find(({ url }) => url === own?.url)?.id === id;
      });
    },
  ),
  'WHK-12/slash-dropped: GET /webhooks shows `url` without its last slash.': onField('listWebhooks', 'url', (url) =>
    String(url).replace(/\/(?=\?|$)/, ''),
  ),
});

/** Adds the subscriptions that match to the number of queued deliveries. */
function alsoQueued(isCounted: (subscription: Row<'subscriptions'>) => boolean): Partial<Seams> {
  return withFields('simulateEvent', async ({ webhook_deliveries_queued }, { db, caller }) => {
    const own = await findRows(db, 'subscriptions', { client_id: caller?.client_id ?? '', livemode: 0 });
    return { webhook_deliveries_queued: webhook_deliveries_queued + own.filter(isCounted).length };
  });
}

const COUNTS = violations({
  'SBX-9/other-types-counted: `webhook_deliveries_queued` also counts subscriptions to other types.': alsoQueued(
    ({ events, deleted_at }) => deleted_at === null && !events.includes('"bid.received"'),
  ),
  'SBX-9/deleted-counted: `webhook_deliveries_queued` also counts deleted subscriptions.': alsoQueued(
    ({ events, deleted_at }) => deleted_at !== null && events.includes('"bid.received"'),
  ),
});

export const CROSSED_DELIVERIES = [...RETRIES, ...ROWS, ...ATTEMPTS, ...REDELIVERY, ...ONE_URL, ...COUNTS];
