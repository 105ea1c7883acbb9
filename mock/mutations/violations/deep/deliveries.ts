/** Events and deliveries that go wrong only later on: when several come at once, at a third attempt, after a deletion. */
import { classifyReply } from '../../../server/webhooks/outcome.ts';
import { enqueue } from '../../../market/store/queue.ts';
import type { Reader, Row } from '../../../market/records/tables.ts';
import { afterAct, onDelivery, onListeners, onVerdict, violation } from '../kit/index.ts';
import type { Violation } from '../violation.ts';

/** Subscriptions of some teams that are deleted, the newest first. */
async function deletedOf(db: Reader, team_ids: readonly string[]): Promise<readonly Row<'subscriptions'>[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('team_id', 'in', [...team_ids, ''])
    .where('deleted_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

const ATTEMPTS: readonly Violation[] = [
  violation(
    'EVT-3/deep-new-id-on-the-third-attempt',
    'Four steps (a receiver that fails, bid, ten seconds, an hour): the third attempt has another envelope id. Checks of ids compare two attempts, or look at the replay.',
    onDelivery('all', (envelope, { attempt }) =>
      attempt < 3 ? envelope : { ...envelope, id: envelope.id.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
    ),
  ),
  violation(
    'EVT-1/deep-livemode-missing-in-retries',
    'Three steps (a receiver that fails, bid, ten seconds): a retry does not say its livemode. Checks of the envelope read first attempts.',
    onDelivery('all', (envelope, { attempt }) => (attempt === 1 ? envelope : { ...envelope, livemode: undefined })),
  ),
  violation(
    'RTY-4/deep-one-retry-at-a-time',
    'Four steps (a receiver that fails, two bids, an hour): a delivery that fails is given up where another one is being retried. Checks of the schedule have one event under way.',
    onVerdict(async (verdict, { db, reply, attempt, has_next, event, subscription }) => {
      if (classifyReply(reply, attempt, has_next).status !== 'retrying') return verdict;
      const other = await db
        .selectFrom('queue')
        .select('seq')
        .where('subscription_id', '=', subscription.id)
        .where('event_id', '!=', event.id)
        .where('attempt', '>', 1)
        .executeTakeFirst();
      return other === undefined ? verdict : { status: 'failed', delay_seconds: null };
    }),
  ),
];

const AUDIENCES: readonly Violation[] = [
  violation(
    'EVT-27/deep-one-of-several-rejections-told',
    'Three steps (two bids, take off the market): of the bids that a delisting rejects one alone is told. Checks of the event have one bid on the lot.',
    {
      events: (drafts) => {
        const rejected = drafts.filter(({ type }) => type === 'bid.rejected');
        return rejected.length < 2
          ? drafts
          : drafts.filter((draft) => draft.type !== 'bid.rejected' || draft === rejected.at(-1));
      },
    },
  ),
  violation(
    'EVT-4/deep-told-to-others-after-a-deletion',
    'Three steps (bid, unsubscribe, bid): the events of a team that has deleted its subscription go to the oldest of another team. Checks of audiences delete nothing.',
    onListeners('all', async (listeners, { type, livemode, team_ids = [], seller_user_id = '' }, { db }) => {
      if (listeners.length > 0) return listeners;
      const memberships = db.selectFrom('memberships').select('team_id').where('user_id', '=', seller_user_id);
      const teams = [...team_ids, ...(await memberships.execute()).map(({ team_id }) => team_id)];
      if ((await deletedOf(db, teams)).length === 0) return listeners;
      const active = await db
        .selectFrom('subscriptions')
        .selectAll()
        .where('livemode', '=', livemode)
        .where('deleted_at', 'is', null)
        .where('is_active', '=', 1)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      const [oldest] = active.filter(({ events }) => events.includes(`"${type}"`));
      return oldest === undefined ? listeners : [oldest];
    }),
  ),
  violation(
    'WHK-13/deep-new-subscription-gets-the-old-events',
    'Three steps (bid, unsubscribe, subscribe): a new subscription is sent what a deleted one of its team was sent last. Checks of deletion subscribe no second time.',
    afterAct('createWebhook', async ({ db, now, caller }, { data }) => {
      const [deleted] = await deletedOf(db, caller.team_id === null ? [] : [caller.team_id]);
      if (deleted === undefined) return;
      const last = await db
        .selectFrom('deliveries')
        .select('event_id')
        .where('subscription_id', '=', deleted.id)
        .orderBy('seq', 'desc')
        .executeTakeFirst();
      if (last !== undefined) await enqueue(db, last.event_id, [data.id], { is_first: true, due_at: now });
    }),
  ),
];

export const DEEP_DELIVERIES: readonly Violation[] = [...ATTEMPTS, ...AUDIENCES];
