/** Violations of events and deliveries that show only with several concurrent events, from the third attempt on, or after a deletion. */
import {
  activeSubscriptions,
  afterAct,
  findRows,
  GIVEN_UP,
  onDelivery,
  onListeners,
  onVerdict,
  violations,
  type Reader,
  type Row,
} from '../kit/index.ts';
import { classifyReply } from '../../../server/webhooks/outcome.ts';
import { enqueue } from '../../../market/store/queue.ts';

/** The deleted subscriptions of some teams, the newest first. */
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

const ATTEMPTS = violations({
  'EVT-3/deep-new-id-on-the-third-attempt: Four steps (failing receiver, bid, ten seconds, an hour): the third attempt has a different envelope id.':
    onDelivery('all', (envelope, { attempt }) =>
      attempt < 3 ? envelope : { ...envelope, id: envelope.id.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
    ),
  'EVT-1/deep-livemode-missing-in-retries: Three steps (failing receiver, bid, ten seconds): retries omit `livemode`.':
    onDelivery('all', (envelope, { attempt }) => (attempt === 1 ? envelope : { ...envelope, livemode: undefined })),
  'RTY-4/deep-one-retry-at-a-time: Four steps (failing receiver, two bids, an hour): a failed delivery is not retried while another one is.':
    onVerdict(async (verdict, { db, reply, attempt, has_next, event, subscription }) => {
      if (classifyReply(reply, attempt, has_next).status !== 'retrying') return verdict;
      const other = await db
        .selectFrom('queue')
        .select('seq')
        .where('subscription_id', '=', subscription.id)
        .where('event_id', '!=', event.id)
        .where('attempt', '>', 1)
        .executeTakeFirst();
      return other === undefined ? verdict : GIVEN_UP;
    }),
});

const AUDIENCES = violations({
  'EVT-27/deep-one-of-several-rejections-sent: Three steps (two bids, unlist): unlisting a lot sends one event for several rejected bids.':
    {
      events: (drafts) => {
        const rejected = drafts.filter(({ type }) => type === 'bid.rejected');
        return rejected.length < 2
          ? drafts
          : drafts.filter((draft) => draft.type !== 'bid.rejected' || draft === rejected.at(-1));
      },
    },
  'EVT-4/deep-sent-to-others-after-a-deletion: Three steps (bid, unsubscribe, bid): events of a team without a subscription reach another team.':
    onListeners('all', async (listeners, { type, livemode, team_ids = [], seller_user_id = '' }, { db }) => {
      if (listeners.length > 0) return listeners;
      const memberships = await findRows(db, 'memberships', { user_id: seller_user_id });
      const teams = [...team_ids, ...memberships.map(({ team_id }) => team_id)];
      if ((await deletedOf(db, teams)).length === 0) return listeners;
      const active = await activeSubscriptions(db);
      const oldest = active.find((one) => one.livemode === livemode && one.events.includes(`"${type}"`));
      return oldest === undefined ? listeners : [oldest];
    }),
  'WHK-13/deep-new-subscription-gets-the-old-events: Three steps (bid, unsubscribe, subscribe): a new subscription receives the last event of a deleted one.':
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
});

export const DEEP_DELIVERIES = [...ATTEMPTS, ...AUDIENCES];
