/** WHK-8, WHK-9: redelivery of a failed delivery. */
import { check, type Check } from '../../check/check.ts';
import type { Arrival } from '#client';
import {
  isAboutBid,
  listSubscriptions,
  awaitDeliveryRow,
  ensureSuccess,
  expectRefusal,
  expectDeliveryRow,
  expectStatus,
  expectThat,
  readEnvelope,
  poll,
  readEventId,
  chooseQuietTeam,
  readDeliveryRows,
  placeRejectableBid,
  warnUnless,
} from '#client';
import { deliverRejection, makeFailedDelivery, redeliver, redeliveryPath, type FailedDelivery } from './failed-delivery.ts';

const NEEDS = ['buyer', 'writes', 'webhooks'] as const;

/** How long to wait for what a target may have queued, in ms: many send what is due once a second. */
const QUEUE_MS = 2_000;

/** How long to wait for an event that an active subscription has already received, in ms. */
const INACTIVE_MS = 400;

const IMPOSSIBLE = 'whd_gristmill0impossible';

export const REDELIVERY_CHECKS: readonly Check[] = [
  check(
    'WHK-8/answer',
    'Redelivering a failed delivery returns 200 with { data: { queued, event, event_id } }',
    NEEDS,
    async (t) => {
      const failed = await makeFailedDelivery(t, chooseQuietTeam(t));
      const reply = await redeliver(failed);
      expectStatus(reply, 200);
      reply.data.get('queued').is(true);
      reply.data.get('event').is('bid.rejected');
      reply.data.get('event_id').is(failed.event_id);
    },
  ),
  check('WHK-8/same-event', 'A redelivery sends the same event with the same id to the same URL', NEEDS, async (t) => {
    const failed = await makeFailedDelivery(t, chooseQuietTeam(t));
    expectStatus(await redeliver(failed), 200);
    const again = await nextAttempt(failed, 2);
    readEnvelope(again).get('id').is(failed.event_id);
    readEnvelope(again).get('type').is('bid.rejected');
  }),
  check('WHK-12/after-a-redelivery', 'GET /webhooks shows no secret after a redelivery', NEEDS, async (t) => {
    const failed = await makeFailedDelivery(t, chooseQuietTeam(t));
    expectStatus(await redeliver(failed), 200);
    await nextAttempt(failed, 2);
    const { items } = await listSubscriptions(t, failed.inbox.actor);
    for (const item of items) {
      const secret = item.find('secret');
      secret?.expect(secret.value === null, 'A subscription in the list has a secret after a redelivery.', 'no secret');
    }
  }),
  check('WHK-8/new-row', 'A redelivery adds a new row and keeps the failed one', NEEDS, async (t) => {
    const failed = await makeFailedDelivery(t, chooseQuietTeam(t));
    const { inbox, event_id } = failed;
    const before = await readDeliveryRows(inbox, event_id);
    expectStatus(await redeliver(failed), 200);
    await nextAttempt(failed, 2);
    const row = await expectDeliveryRow(t, { inbox, event_id, status: 'delivered', after: 'its redelivery got 200' });
    const known = new Set(before.rows.map(({ id }) => id));
    const after = await readDeliveryRows(inbox, event_id);
    expectThat(!known.has(row['id']) && after.rows.length === before.rows.length + 1, {
      message: 'A redelivery did not add exactly one row.',
      reply: after.reply,
      expected: `${before.rows.length + 1} rows of the event, one of them new and delivered`,
      observed: after.rows.map(({ id, status, attempts }) => ({ id, status, attempts })),
    });
    const is_kept = after.rows.some(({ id, status }) => id === failed.row['id'] && status === 'failed');
    expectThat(is_kept, {
      message: 'After a redelivery, the failed row is missing.',
      reply: after.reply,
      expected: `${String(failed.row['id'])}, still failed`,
    });
  }),
  check('WHK-8/fails-again', 'A failed redelivery can be redelivered again', NEEDS, async (t) => {
    const failed = await makeFailedDelivery(t, chooseQuietTeam(t), [{ status: 400 }, { status: 422 }, { status: 200 }]);
    expectStatus(await redeliver(failed), 200);
    await nextAttempt(failed, 2);
    const rows = await poll(
      async () => {
        const read = await readDeliveryRows(failed.inbox, failed.event_id);
        return read.rows.filter(({ status }) => status === 'failed').length >= 2 ? read : undefined;
      },
      { within_ms: 4_000, signal: t.signal },
    );
    const newest = rows?.rows.find(({ id, status }) => status === 'failed' && id !== failed.row['id']);
    expectThat(newest !== undefined, {
      message: 'A redelivery that got 422 is not listed as failed.',
      expected: 'two failed rows of the event',
    });
    expectStatus(await redeliver({ ...failed, row: newest }), 200);
    await nextAttempt(failed, 3);
  }),
  check('WHK-8/scope', 'Redelivery requires webhooks.write and no other scope', [...NEEDS, 'hook:mint_token'], async (t) => {
    const failed = await makeFailedDelivery(t, chooseQuietTeam(t));
    const team = t.has('elevator') ? 'elevator' : 'buyer';
    const lacking = await t.mint(team, ['webhooks.read', 'bids.write', 'inventory.read']);
    const having = await t.mint(team, ['webhooks.write']);
    expectRefusal(await redeliver(failed, lacking), 403, { code: 'insufficient_scope' });
    expectStatus(await redeliver(failed, having), 200);
  }),
  check('WHK-8/unknown-delivery', 'Redelivering a delivery that does not exist returns 404', NEEDS, async (t) => {
    const failed = await makeFailedDelivery(t, chooseQuietTeam(t));
    expectRefusal(await redeliver({ ...failed, row: { id: IMPOSSIBLE } }), 404, { code: 'not_found' });
    expectStatus(await redeliver(failed), 200);
  }),
  check(
    'WHK-8/another-teams',
    "Redelivering another team's delivery returns 404 and sends nothing",
    [...NEEDS, 'rival'],
    async (t) => {
      const failed = await makeFailedDelivery(t, chooseQuietTeam(t));
      expectRefusal(await redeliver(failed, t.rival), 404, { code: 'not_found' });
      await failed.inbox.expectNone({ where: isAboutBid(failed.bid_id), nth: 2, after: "another team's request" });
      expectStatus(await redeliver(failed), 200);
    },
  ),
  check(
    'WHK-9/inactive',
    'Redelivery to an inactive subscription returns 422 and sends nothing',
    [...NEEDS, 'hook:deactivate_webhook'],
    async (t) => {
      const failed = await makeFailedDelivery(t, chooseQuietTeam(t), [{ status: 400 }, { status: 400 }, { status: 200 }]);
      ensureSuccess(await redeliver(failed));
      await failed.inbox.requireNext({ where: isAboutBid(failed.bid_id), nth: 2, after: 'its redelivery was queued' });
      await t.hook('deactivate_webhook', { webhook_id: failed.inbox.subscription.id });
      expectRefusal(await redeliver(failed), 422);
      await failed.inbox.expectNone({
        where: isAboutBid(failed.bid_id),
        nth: 3,
        within_ms: QUEUE_MS,
        after: 'the subscription was deactivated',
      });
    },
    { lane: 'patient' },
  ),
  check(
    'WHK-9/no-new-event',
    'An inactive subscription receives no new events',
    [...NEEDS, 'hook:deactivate_webhook'],
    async (t) => {
      const paused = await t.subscribe(t.buyer, ['bid.rejected']);
      const active = await t.subscribe(t.buyer, ['bid.rejected']);
      const first = await placeRejectableBid(t);
      await deliverRejection(paused, first);
      const second = await placeRejectableBid(t, t.buyer, first.lot);
      await t.hook('deactivate_webhook', { webhook_id: paused.subscription.id });
      await deliverRejection(active, second);
      const arrival = await paused.find({ where: isAboutBid(second.bid.id), within_ms: INACTIVE_MS });
      // The document states this only for redeliveries.
      warnUnless(arrival === undefined, {
        message: 'An inactive subscription received a new event.',
        expected: 'no delivery',
        observed: arrival?.text.slice(0, 500),
        likely_cause: 'Only the redelivery endpoint checks whether a subscription is active.',
      });
    },
  ),
  check('WHK-15/not-failed', 'Reports the response to a redelivery of a delivery that has not failed', NEEDS, async (t) => {
    const team = chooseQuietTeam(t);
    const inbox = await t.subscribe(team, ['bid.rejected']);
    const { bid, reject } = await placeRejectableBid(t, team);
    await reject();
    const arrival = await inbox.requireNext({ where: isAboutBid(bid.id), after: 'a bid was rejected' });
    const row = await awaitDeliveryRow(t, { inbox, event_id: readEventId(arrival), status: 'delivered' });
    const reply = await inbox.actor.post(redeliveryPath({ inbox, row }));
    const code = reply.is_success ? '' : ` ${String(reply.body.find('error')?.find('code')?.value)}`;
    t.observe(`redelivery of a delivered row: ${reply.status}${code}`);
  }),
];

/** WHK-8: the redelivery arrives. */
async function nextAttempt({ inbox, bid_id }: FailedDelivery, nth: number): Promise<Arrival> {
  return inbox.expect({ where: isAboutBid(bid_id), nth, after: 'its redelivery was queued' });
}
