/** The list of deliveries, and redelivery. */
import {
  all,
  asOwner,
  countMatches,
  deleteRows,
  EMPTY_PAGE,
  fieldsOf,
  findRows,
  idIn,
  insteadOfAct,
  insteadOfRefusal,
  isRefusal,
  isReplay,
  onResponse,
  onQuery,
  onRecord,
  onReplayVerdict,
  onStatus,
  refuse,
  refusing,
  setRows,
  violations,
  withBodyFields,
  withFields,
  withoutEffect,
  withoutField,
  withoutItems,
  withoutQuery,
  withoutScopes,
  type Seams,
} from '../kit/index.ts';
import { NO_RETRIES_OF_REPLAYS } from '../deliveries.ts';
import { enqueue } from '../../../market/store/queue.ts';
import { later } from '../../../ports/clock.ts';
import { ANOTHER_ID_IN_REPLAYS } from '../events/envelopes.ts';

const QUEUED = { data: { queued: true, event: 'bid.rejected', event_id: 'evt_0' } };

/**
 * Queues a redelivery although it is refused. Activates the subscription until the delivery is sent, because the dispatcher skips inactive
 * ones.
 */
function sentThoughInactive(delay_seconds: number): Partial<Seams> {
  return all(
    insteadOfAct('redeliver', async ({ db, now }, { subscription: { id }, delivery }, act) => {
      const response = await act();
      if (!isRefusal(response) || response.refused !== 'subscription_inactive') return response;
      await setRows(db, 'subscriptions', { id }, { is_active: 1 });
      await enqueue(db, delivery.event_id, [id], { is_first: false, due_at: later(now, delay_seconds), trace: null });
      return response;
    }),
    onRecord(async (_delivery, context) => {
      if (await isReplay(context)) await setRows(context.db, 'subscriptions', { id: context.subscription.id }, { is_active: 0 });
      return {};
    }),
  );
}

export const WEBHOOK_DELIVERIES = violations({
  'WHK-7/oldest-first: GET /webhooks/{id}/deliveries lists the oldest delivery first.': withBodyFields(
    'listDeliveries',
    (body) => ({ items: body.items.toReversed() }),
  ),
  'WHK-7/redelivery-last: GET /webhooks/{id}/deliveries lists a redelivery after the failed delivery.': withBodyFields(
    'listDeliveries',
    ({ items }) => ({ items: [...Map.groupBy(items, ({ event_id }) => event_id).values()].flatMap((rows) => rows.toReversed()) }),
  ),
  'WHK-7/status-ignored: GET /webhooks/{id}/deliveries ignores `status`.': withoutQuery('listDeliveries', 'status'),
  'WHK-7/failed-with-retrying: GET /webhooks/{id}/deliveries?status=failed also lists retrying deliveries.': onQuery(
    'listDeliveries',
    (query) => {
      if (query.get('status') === 'failed') query.delete('status');
    },
  ),
  'WHK-7/total-of-all: `total` of GET /webhooks/{id}/deliveries ignores `status`.': withBodyFields(
    'listDeliveries',
    async (_page, { db, incoming }) => ({
      total: await countMatches(db, 'deliveries', { subscription_id: idIn(incoming.path) }),
    }),
  ),
  'WHK-7/limit-ignored: GET /webhooks/{id}/deliveries ignores `limit`.': withoutQuery('listDeliveries', 'limit'),
  'WHK-7/offset-ignored: GET /webhooks/{id}/deliveries ignores `offset`.': withoutQuery('listDeliveries', 'offset'),
  'WHK-7/failed-hidden: GET /webhooks/{id}/deliveries omits failed deliveries.': withoutItems(
    'listDeliveries',
    ({ status }) => status === 'failed',
  ),
  'WHK-7/without-total: GET /webhooks/{id}/deliveries omits `total`.': withoutField('listDeliveries', 'total'),
  "WHK-7/another-teams: GET /webhooks/{id}/deliveries shows another team's deliveries.": asOwner('listDeliveries'),
  'WHK-7/missing-is-empty: GET /webhooks/{id}/deliveries returns an empty page for an unknown id.': insteadOfRefusal(
    'listDeliveries',
    'not_found',
    () => EMPTY_PAGE,
  ),
  'WHK-7/without-scope: GET /webhooks/{id}/deliveries requires no scope.': withoutScopes('listDeliveries'),
  'WHK-7/of-all-subscriptions: GET /webhooks/{id}/deliveries lists the deliveries of every subscription.': withBodyFields(
    'listDeliveries',
    async (_page, { db }) => {
      const rows = await db.selectFrom('deliveries').selectAll().orderBy('seq', 'desc').limit(50).execute();
      return {
        items: rows.map(({ id, event, event_id, status, response_status, attempts, delivered_at, created_at }) => {
          return { id, event, event_id, status, response_status, attempts, delivered_at, created_at };
        }),
      };
    },
  ),
  'WHK-8/new-id: A replay has a different envelope id.': ANOTHER_ID_IN_REPLAYS,
  'WHK-8/nothing-sent: Redelivery returns `queued: true` and sends nothing.': withoutEffect('redeliver'),
  'WHK-8/accepted: Redelivery returns 202.': onStatus('redeliver', 200, 202),
  'WHK-8/not-queued: Redelivery returns `queued: false`.': withFields('redeliver', { queued: false }),
  'WHK-8/without-event: Redelivery omits `event`.': withoutField('redeliver', 'event'),
  'WHK-8/id-of-the-row: Redelivery returns the delivery id as `event_id`.': withFields('redeliver', (_queued, { incoming }) => ({
    event_id: incoming.path['delivery_id'],
  })),
  "WHK-8/another-teams: Redelivery accepts another team's delivery.": asOwner('redeliver'),
  'WHK-8/without-scope: Redelivery requires no scope.': withoutScopes('redeliver'),
  'WHK-8/missing-is-queued: Redelivery returns 200 for an unknown delivery.': insteadOfRefusal(
    'redeliver',
    'not_found',
    () => QUEUED,
  ),
  'WHK-8/once-only: Redelivery rejects a delivery that was already replayed.': insteadOfAct(
    'redeliver',
    async ({ db }, { delivery }, act) => {
      const rows = await findRows(db, 'deliveries', { event_id: delivery.event_id, subscription_id: delivery.subscription_id });
      return rows.length > 1 ? refuse('delivery_not_failed') : act();
    },
  ),
  'WHK-8/replay-not-retried: A failed replay is not retried.': NO_RETRIES_OF_REPLAYS,
  'WHK-8/replay-hurries: A replay is retried every ten seconds.': onReplayVerdict((verdict) =>
    verdict.delay_seconds === null ? verdict : { ...verdict, delay_seconds: 10 },
  ),
  'WHK-8/row-replaced: A replay deletes the record of the failed delivery.': onRecord(async (_delivery, context) => {
    const { db, event, subscription } = context;
    if (await isReplay(context)) await deleteRows(db, 'deliveries', { event_id: event.id, subscription_id: subscription.id });
    return {};
  }),
  'WHK-9/queued-all-the-same: Redelivery returns 200 for an inactive subscription.': insteadOfRefusal(
    'redeliver',
    'subscription_inactive',
    () => QUEUED,
  ),
  'WHK-9/sent-all-the-same: Redelivery to an inactive subscription returns 422 and sends the event.': sentThoughInactive(0),
  'WHK-9/sent-a-second-later: Redelivery to an inactive subscription returns 422 and sends the event a second later.':
    sentThoughInactive(1),
  'WHK-9/events-all-the-same: An inactive subscription still receives events.': () => {
    const inactive = new Set<string>();
    return all(
      {
        control_request: (request) => {
          const { id = '' } = request.path;
          if (!id.startsWith('whk_') || fieldsOf(request)['is_active'] !== false) return request;
          inactive.add(id);
          return { ...request, bytes: Buffer.from('{"is_active":true}') };
        },
      },
      refusing('redeliver', ({ incoming }) => (inactive.has(idIn(incoming.path)) ? 'subscription_inactive' : undefined)),
    );
  },
  'WHK-9/conflict: Redelivery returns 409 for an inactive subscription.': onResponse('redeliver', (response, { refusal }) =>
    refusal?.refused === 'subscription_inactive' ? { ...response, status: 409 } : response,
  ),
});
