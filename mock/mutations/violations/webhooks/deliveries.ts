/** WHK-7 to WHK-9: the list of deliveries, and sending one again. */
import {
  asOwner,
  EMPTY_PAGE,
  GIVEN_UP,
  insteadOfAct,
  insteadOfRefusal,
  isReplay,
  onAnswer,
  onBody,
  onDelivery,
  onRecord,
  onResource,
  onStatus,
  onVerdict,
  refuse,
  violations,
  withFields,
  withoutEffect,
  withoutField,
  withoutQuery,
  withoutScopes,
} from '../kit/index.ts';

export const WEBHOOK_DELIVERIES = violations({
  'WHK-7/oldest-first: Deliveries are listed oldest first.': onBody('listDeliveries', (body) => ({
    ...body,
    items: body.items.toReversed(),
  })),
  'WHK-7/status-ignored: `status` filters no deliveries.': withoutQuery('listDeliveries', 'status'),
  'WHK-7/limit-ignored: `limit` is ignored in the list of deliveries.': withoutQuery('listDeliveries', 'limit'),
  'WHK-7/offset-ignored: `offset` is ignored in the list of deliveries.': withoutQuery('listDeliveries', 'offset'),
  'WHK-7/failed-hidden: Failed deliveries are not listed.': onResource('listDeliveries', (row) =>
    row.status === 'failed' ? undefined : row,
  ),
  'WHK-7/without-total: The list of deliveries has no total.': withoutField('listDeliveries', 'total'),
  "WHK-7/another-teams: Another team's deliveries can be read.": asOwner('listDeliveries'),
  'WHK-7/missing-is-empty: A subscription that is not there has no deliveries.': insteadOfRefusal(
    'listDeliveries',
    'not_found',
    () => EMPTY_PAGE,
  ),
  'WHK-7/without-scope: GET /webhooks/{id}/deliveries needs no scope.': withoutScopes('listDeliveries'),
  'WHK-7/of-all-subscriptions: The list holds the deliveries of all subscriptions.': onBody(
    'listDeliveries',
    async (body, { db }) => {
      const rows = await db.selectFrom('deliveries').selectAll().orderBy('seq', 'desc').limit(50).execute();
      const items = rows.map(({ id, event, event_id, status, response_status, attempts, delivered_at, created_at }) => {
        return { id, event, event_id, status, response_status, attempts, delivered_at, created_at };
      });
      return { ...body, items };
    },
  ),
  'WHK-8/new-id: A replay has an envelope id of its own.': onDelivery('all', async (envelope, about) =>
    (await isReplay(about)) ? { ...envelope, id: `${envelope.id}r` } : envelope,
  ),
  'WHK-8/nothing-sent: A redelivery is said to be queued, and is not.': withoutEffect('redeliver'),
  'WHK-8/accepted: A redelivery answers 202.': onStatus('redeliver', 200, 202),
  'WHK-8/not-queued: A redelivery says that it is not queued.': withFields('redeliver', { queued: false }),
  'WHK-8/without-event: A redelivery does not say which event.': withoutField('redeliver', 'event'),
  'WHK-8/id-of-the-row: A redelivery answers the id of the delivery as that of the event.': onResource(
    'redeliver',
    (queued, { incoming }) => ({ ...queued, event_id: incoming.path['delivery_id'] }),
  ),
  "WHK-8/another-teams: Another team's delivery can be sent again.": asOwner('redeliver'),
  'WHK-8/without-scope: Redelivery needs no scope.': withoutScopes('redeliver'),
  'WHK-8/missing-is-queued: A delivery that is not there is said to be queued.': insteadOfRefusal(
    'redeliver',
    'not_found',
    () => ({ data: { queued: true, event: 'bid.rejected', event_id: 'evt_0' } }),
  ),
  'WHK-8/once-only: What was sent again and failed cannot be sent again once more.': insteadOfAct(
    'redeliver',
    async ({ db }, { delivery }, act) => {
      const rows = await db
        .selectFrom('deliveries')
        .select('id')
        .where('event_id', '=', delivery.event_id)
        .where('subscription_id', '=', delivery.subscription_id)
        .execute();
      return rows.length > 1 ? refuse('delivery_not_failed') : act();
    },
  ),
  'WHK-8/replay-not-retried: A replay that fails is not tried again.': onVerdict(async (verdict, about) =>
    verdict.status === 'retrying' && (await isReplay(about)) ? GIVEN_UP : verdict,
  ),
  'WHK-8/replay-hurries: A replay is tried again every ten seconds.': onVerdict(async (verdict, about) =>
    verdict.delay_seconds !== null && (await isReplay(about)) ? { ...verdict, delay_seconds: 10 } : verdict,
  ),
  'WHK-8/row-replaced: The row of a replay takes the place of the failed one.': onRecord(async (delivery, about) => {
    if (await isReplay(about)) {
      await about.db
        .deleteFrom('deliveries')
        .where('event_id', '=', about.event.id)
        .where('subscription_id', '=', about.subscription.id)
        .execute();
    }
    return delivery;
  }),
  'WHK-9/queued-all-the-same: A redelivery to an inactive subscription is said to be queued.': insteadOfRefusal(
    'redeliver',
    'subscription_inactive',
    () => ({
      data: { queued: true, event: 'bid.rejected', event_id: 'evt_0' },
    }),
  ),
  'WHK-9/conflict: A redelivery to an inactive subscription is a conflict.': onAnswer('redeliver', (answer, { refusal }) =>
    refusal?.refused === 'subscription_inactive' ? { ...answer, status: 409 } : answer,
  ),
});
