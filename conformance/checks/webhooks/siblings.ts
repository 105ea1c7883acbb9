/** An action on one subscription or delivery does not affect the team's others. */
import { check, type Check } from '../../check/check.ts';
import type { Inbox, RejectableBid, Reply, JsonObject } from '#client';
import {
  awaitDeliveryRow,
  chooseQuietTeam,
  ensureSuccess,
  expectDeliveryRow,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  isAboutBid,
  listSubscriptions,
  mentions,
  placeRejectableBid,
  postSubscription,
  readEnvelope,
  readEventId,
  readId,
  readPath,
  respondForBid,
  warnUnless,
  withSubscription,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { deliverRejection, redeliveryPath } from './failed-delivery.ts';

const BUYER = ['buyer', 'writes'] as const;
const NEEDS = [...BUYER, 'webhooks'] as const;

/** Rejects a bid for whose delivery the inbox returns a 4xx. @throws Blocked if it is not listed as failed */
async function failOne(t: CheckContext, inbox: Inbox, placed: RejectableBid): Promise<{ row: JsonObject; event_id: string }> {
  const { event_id } = await deliverRejection(inbox, placed);
  return { event_id, row: await awaitDeliveryRow(t, { inbox, event_id, status: 'failed' }) };
}

/** Two subscriptions to one URL. @throws Unverifiable if the target rejects the second one */
async function withSecond(t: CheckContext, use: (first: string, second: string, reply: Reply) => Promise<void>): Promise<void> {
  await withSubscription(t, t.buyer, ['trade.created'], async (subscribed) => {
    // The receiver ignores what arrives below its address: it could not know which of the two subscriptions signed it.
    const url = `${subscribed.url}/shared`;
    const first = await postSubscription(t, t.buyer, { url, events: ['bid.accepted'] }, 1);
    ensureSuccess(first);
    const reply = await t.buyer.post('/webhooks', { url, events: ['bid.rejected'] });
    const second = (reply.is_success ? readId(reply) : undefined) ?? t.unverifiable('a URL can have one subscription only');
    await use(first.data.get('id').text(), second, reply);
  });
}

export const SIBLINGS_CHECKS: readonly Check[] = [
  check('WHK-8/the-one-named', 'Redelivery sends the event of the named delivery, not of a newer one', NEEDS, async (t) => {
    const team = chooseQuietTeam(t);
    const [older, newer] = [await placeRejectableBid(t, team), await placeRejectableBid(t, team)];
    const statuses = new Map([older, newer].map(({ bid }) => [bid.id, 400]));
    const inbox = await t.subscribe(team, ['bid.rejected'], (_n, json) => {
      const id = String(readPath(json, 'data', 'bid_id'));
      const status = statuses.get(id) ?? 200;
      statuses.delete(id);
      return { status };
    });
    const first = await failOne(t, inbox, older);
    await failOne(t, inbox, newer);
    expectStatus(await team.post(redeliveryPath({ inbox, row: first.row })), 200);
    const again = await inbox.expect({ where: isAboutBid(older.bid.id), nth: 2, after: 'its redelivery was queued' });
    readEnvelope(again).get('id').is(first.event_id);
    await inbox.expectNone({
      where: isAboutBid(newer.bid.id),
      nth: 2,
      within_ms: 150,
      after: 'the redelivery of another event',
    });
  }),
  check('WHK-8/to-the-same-endpoint', 'Redelivery reaches no other subscription of the team', NEEDS, async (t) => {
    const team = chooseQuietTeam(t);
    const placed = await placeRejectableBid(t, team);
    const inbox = await t.subscribe(team, ['bid.rejected'], respondForBid(placed.bid.id, { status: 400 }, { status: 200 }));
    const other = await t.subscribe(team, ['bid.rejected']);
    const failed = await failOne(t, inbox, placed);
    await other.requireNext({ where: isAboutBid(placed.bid.id), after: 'a bid was rejected' });
    expectStatus(await team.post(redeliveryPath({ inbox, row: failed.row })), 200);
    await inbox.requireNext({ where: isAboutBid(placed.bid.id), nth: 2, after: 'its redelivery was queued' });
    await other.expectNone({
      where: isAboutBid(placed.bid.id),
      nth: 2,
      within_ms: 250,
      after: 'a redelivery to another endpoint',
    });
  }),
  check(
    'ERR-3/delivery-of-another-subscription',
    'Redelivery of a delivery to another subscription returns 404',
    NEEDS,
    async (t) => {
      const team = chooseQuietTeam(t);
      const placed = await placeRejectableBid(t, team);
      const inbox = await t.subscribe(team, ['bid.rejected'], respondForBid(placed.bid.id, { status: 400 }, { status: 200 }));
      const other = await t.subscribe(team, ['bid.rejected']);
      const failed = await failOne(t, inbox, placed);
      expectRefusal(await team.post(redeliveryPath({ inbox: other, row: failed.row })), 404, { code: 'not_found' });
      expectStatus(await team.post(redeliveryPath({ inbox, row: failed.row })), 200);
    },
  ),
  check('WHK-7/every-type', 'The delivery list has the deliveries of every event type', NEEDS, async (t) => {
    const types = ['bid.accepted', 'bid.rejected', 'trade.created'] as const;
    const inbox = await t.subscribe(t.buyer, types);
    const { bid, reject } = await placeRejectableBid(t);
    await reject();
    const trade = await t.arrange.trade();
    const where = mentions(bid.id, trade.bid.id, trade.id);
    for (const type of types) {
      const arrival = await inbox.requireNext({ type, where, after: 'a bid was rejected and another one accepted' });
      await expectDeliveryRow(t, {
        inbox,
        event_id: readEventId(arrival),
        status: 'delivered',
        after: `${type} got 200`,
      });
    }
  }),
  check('WHK-12/own-values', 'GET /webhooks shows each subscription with its own url and events', BUYER, async (t) => {
    await withSubscription(t, t.buyer, ['bid.accepted'], async (first) => {
      await withSubscription(t, t.buyer, ['bid.rejected', 'trade.created'], async (second) => {
        const areBoth = (ids: readonly unknown[]): boolean => ids.includes(first.id) && ids.includes(second.id);
        const { items } = await listSubscriptions(t, t.buyer, areBoth);
        for (const [{ id, url }, events] of [
          [first, ['bid.accepted']],
          [second, ['bid.rejected', 'trade.created']],
        ] as const) {
          const item = items.find((one) => one.get('id').value === id);
          expectThat(item !== undefined, { message: 'A new subscription is not in GET /webhooks.', expected: id });
          item.get('url').is(url);
          const shown = item.get('events');
          const types = shown.array().map(({ value }) => String(value));
          if (types.toSorted().join() !== events.join())
            shown.breach('A subscription is listed with other events.', events.join(', '));
        }
      });
    });
  }),
  check('WHK-2/own-id', 'A second subscription to the same URL has a different id', BUYER, async (t) => {
    await withSecond(t, async (first, second, reply) => {
      warnUnless(first !== second, {
        message: 'A second subscription to a URL has the id of the first.',
        reply,
        expected: 'a new id',
      });
      await t.buyer.delete(encodePath`/webhooks/${second}`);
    });
  }),
  check('WHK-5/one-of-two', 'Deleting one of two subscriptions to a URL leaves the other', BUYER, async (t) => {
    await withSecond(t, async (first, second) => {
      expectSuccess(await t.buyer.delete(encodePath`/webhooks/${second}`));
      if (first === second) t.unverifiable('two subscriptions to the same URL have the same id (WHK-2)');
      const { items } = await listSubscriptions(t, t.buyer, (ids) => ids.includes(first));
      const is_left = items.some((one) => one.get('id').value === first);
      expectThat(is_left, { message: 'Deleting a subscription deletes another one to the same URL.', expected: first });
    });
  }),
  check('WHK-13/deleted-twice', 'A second DELETE of a subscription returns 404', BUYER, async (t) => {
    await withSubscription(t, t.buyer, ['bid.accepted'], async ({ id }) => {
      ensureSuccess(await t.buyer.delete(encodePath`/webhooks/${id}`));
      expectRefusal(await t.buyer.delete(encodePath`/webhooks/${id}`), 404, { code: 'not_found' });
    });
  }),
];
