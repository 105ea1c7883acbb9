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
  readItems,
  readPath,
  readUntil,
  respondForBid,
  warnUnless,
  withSubscription,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { deliverRejection, makeFailedDelivery, redeliver, redeliveryPath } from './failed-delivery.ts';

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

/** How long the row of an event can take to appear after another subscription has received the event. */
const LATE_ROW_MS = 10_000;

/** A delivery list, and the only event type of its subscription. */
interface TypedList {
  list: Reply;
  type: string;
}

interface ListsOfUrl {
  first: TypedList;
  second: TypedList;
  /** Undefined if the target rejected the third subscription. */
  third: TypedList | undefined;
}

/**
 * The delivery lists of two subscriptions to one URL after an event for the second, and of a third one that replaced it. Once for all checks.
 * @throws Unverifiable if a URL can have one subscription only
 */
async function deliverToOneUrl(t: CheckContext): Promise<ListsOfUrl> {
  return t.run.once('deliveries to one URL', async () => {
    const witness = await t.subscribe(t.buyer, ['bid.rejected']);
    const lists: ListsOfUrl[] = [];
    await withSecond(t, async (first, second, { exchange }) => {
      if (first === second) t.unverifiable('two subscriptions to the same URL have the same id (WHK-2)');
      const read = async (id: string): Promise<Reply> => t.buyer.get(encodePath`/webhooks/${id}/deliveries`, { limit: 50 });
      await deliverRejection(witness, await placeRejectableBid(t));
      const of_second = await readUntil(
        async () => read(second),
        (list) => readItems(list).length > 0,
        t.signal,
        LATE_ROW_MS,
      );
      const of_first = await read(first);
      await t.buyer.delete(encodePath`/webhooks/${second}`);
      const again = await t.buyer.post('/webhooks', { url: readPath(exchange.json, 'data', 'url'), events: ['bid.countered'] });
      const third = again.is_success ? readId(again) : undefined;
      lists.push({
        first: { list: of_first, type: 'bid.accepted' },
        second: { list: of_second, type: 'bid.rejected' },
        third: third === undefined ? undefined : { list: await read(third), type: 'bid.countered' },
      });
      if (third !== undefined) await t.buyer.delete(encodePath`/webhooks/${third}`);
    });
    return lists[0] ?? t.unverifiable('no delivery list was read');
  });
}

/** Asserts that a delivery list has only events of a type. It can be missing, if the target replaced or rejected the subscription. */
function expectOnlyType({ list, type }: TypedList): void {
  if (!list.is_success) return;
  const other = readItems(list).find(({ event }) => event !== type);
  expectThat(other === undefined, {
    message: `The delivery list of a subscription to ${type} has another event: it is that of another subscription to its URL.`,
    reply: list,
    pointer: '/items',
    expected: `only ${type}`,
    observed: other,
    likely_cause: 'Deliveries are looked up by the URL. Look them up by the subscription.',
  });
}

export const SIBLINGS_CHECKS: readonly Check[] = [
  check('WHK-8/the-one-named', 'Redelivery sends the event of the named delivery, not of a newer one', NEEDS, async (t) => {
    const team = chooseQuietTeam(t);
    const [older, newer] = [await placeRejectableBid(t, team), await placeRejectableBid(t, team)];
    const statuses = new Map([older, newer].map(({ bid }) => [bid.id, 400]));
    // Another type comes first, so that the type in the response must be that of the event.
    const inbox = await t.subscribe(team, ['trade.created', 'bid.rejected'], (_n, json) => {
      const id = String(readPath(json, 'data', 'bid_id'));
      const status = statuses.get(id) ?? 200;
      statuses.delete(id);
      return { status };
    });
    const first = await failOne(t, inbox, older);
    await failOne(t, inbox, newer);
    const queued = await team.post(redeliveryPath({ inbox, row: first.row }));
    expectStatus(queued, 200);
    queued.data.get('event').is('bid.rejected');
    queued.data.get('event_id').is(first.event_id);
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
      const { items } = await listSubscriptions(t, t.buyer, (ids) => ids.includes(first));
      warnUnless(
        items.some((one) => one.get('id').value === first),
        {
          message: 'A second subscription to a URL deletes the first.',
          expected: `${first} in GET /webhooks`,
          likely_cause: 'Subscriptions are stored by their URL. Store each under its id.',
        },
      );
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
  check('WHK-7/one-url', 'Two subscriptions to one URL list only their own deliveries', NEEDS, async (t) => {
    const { first, second, third } = await deliverToOneUrl(t);
    if (readItems(second.list).length === 0) t.unverifiable('no delivery is listed (EVT-18)');
    for (const one of [first, second, third]) if (one !== undefined) expectOnlyType(one);
  }),
  check('EVT-18/one-url', 'Each of two subscriptions to one URL receives its events', NEEDS, async (t) => {
    const { second } = await deliverToOneUrl(t);
    expectThat(readItems(second.list).length > 0, {
      message: 'The second subscription to a URL has no delivery of an event that another subscription of the team received.',
      reply: second.list,
      expected: 'a row of bid.rejected',
      likely_cause: 'Events are sent once for each URL. Send them to each subscription.',
    });
  }),
  check('WHK-13/redelivery', 'Redelivery to a deleted subscription is rejected', NEEDS, async (t) => {
    const failed = await makeFailedDelivery(t, chooseQuietTeam(t));
    const { actor, subscription } = failed.inbox;
    ensureSuccess(await actor.delete(encodePath`/webhooks/${subscription.id}`));
    // A deleted subscription is missing (ERR-3), and can be called inactive, too (WHK-9).
    expectRefusal(await redeliver(failed), [404, 422]);
  }),
  check('WHK-13/deleted-twice', 'A second DELETE of a subscription returns 404', BUYER, async (t) => {
    await withSubscription(t, t.buyer, ['bid.accepted'], async ({ id }) => {
      ensureSuccess(await t.buyer.delete(encodePath`/webhooks/${id}`));
      expectRefusal(await t.buyer.delete(encodePath`/webhooks/${id}`), 404, { code: 'not_found' });
    });
  }),
];
