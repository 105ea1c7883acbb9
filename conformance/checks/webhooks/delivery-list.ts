/** WHK-7: the delivery list. */
import { check, type Check } from '../../check/check.ts';
import type { Inbox, Reply, JsonObject } from '#client';
import {
  Blocked,
  NEXT_SECOND_MS,
  readDeliveryRows,
  respondWith,
  awaitDeliveryRow,
  ensureSuccess,
  expectDeliveryListed,
  expectRefusal,
  expectStatus,
  expectThat,
  readEventId,
  readUntil,
  chooseQuietTeam,
  placeRejectableBid,
  withSubscription,
  encodePath,
  containsId,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { deliver } from '../deliveries/rows.ts';
import { deliverRejection, makeFailedDelivery, redeliver } from './failed-delivery.ts';

const NEEDS = ['buyer', 'writes', 'webhooks'] as const;

const TRIES_MAX = 20;
const PAUSE_MS = 100;
const LIST_LIMIT = 50;
const IMPOSSIBLE = 'whk_gristmill0impossible';

/** What `?status=delivered&limit=1&offset=1` lists, and what the list without a limit had before it. */
interface SecondRow {
  page: Reply;
  seen: string | undefined;
  whole: readonly string[];
  /** The list was the same after the page. */
  is_steady: boolean;
}

export const DELIVERY_LIST_CHECKS: readonly Check[] = [
  check(
    'WHK-7/newest-first',
    'The delivery list is a paging object, newest first',
    NEEDS,
    async (t) => {
      const { inbox, ids } = await deliverThree(t, NEXT_SECOND_MS);
      const [first = '', , third = ''] = ids;
      for (const [query, created] of [
        [{}, ids],
        [{ status: 'delivered' }, [first, third]],
      ] as const) {
        const reply = await list(inbox, query);
        expectStatus(reply, 200);
        for (const key of ['total', 'limit', 'offset']) reply.body.get(key).integer();
        const seen = eventsOf(reply).filter((id) => created.includes(id));
        expectThat(seen.join() === created.toReversed().join(), {
          message: 'GET /webhooks/{id}/deliveries does not list the deliveries of several events newest first.',
          reply,
          expected: created.toReversed().join(', '),
          observed: seen.join(', '),
        });
      }
    },
    { lane: 'patient' },
  ),
  check(
    'WHK-7/redelivery-first',
    'The delivery list has a redelivery before the failed delivery',
    NEEDS,
    async (t) => {
      const failed = await makeFailedDelivery(t, chooseQuietTeam(t));
      await t.wait(NEXT_SECOND_MS);
      ensureSuccess(await redeliver(failed));
      const row = await awaitDeliveryRow(t, { ...failed, status: 'delivered' });
      const { rows, reply } = await readDeliveryRows(failed.inbox, failed.event_id);
      if (row['created_at'] !== undefined && row['created_at'] === failed.row['created_at'])
        t.unverifiable('both rows have the same created_at');
      await expectTotalOfItems(t, failed.inbox, {}, await list(failed.inbox));
      const placeOf = ({ id }: JsonObject): number => rows.findIndex((each) => each['id'] === id);
      if (placeOf(failed.row) < 0) throw new Blocked('the failed row is gone', reply.exchange);
      expectThat(placeOf(row) < placeOf(failed.row), {
        message: 'GET /webhooks/{id}/deliveries lists a redelivery after the earlier failed delivery.',
        reply,
        expected: 'newest first',
        observed: rows.map(({ id, status, created_at }) => ({ id, status, created_at })),
      });
    },
    { lane: 'patient' },
  ),
  check('WHK-7/status', 'The delivery list honors status, in its items and in total', NEEDS, async (t) => {
    const { inbox, ids } = await deliverThree(t);
    const [first = '', second = '', third = ''] = ids;
    const wanted = { delivered: [first, third], failed: [second], retrying: [] };
    for (const [status, events] of Object.entries(wanted)) {
      const reply = await list(inbox, { status });
      expectStatus(reply, 200);
      for (const row of reply.items) row.get('status').is(status);
      const seen = eventsOf(reply);
      const missing = events.filter((id) => !seen.includes(id));
      expectThat(missing.length === 0, {
        message: `GET /webhooks/{id}/deliveries?status=${status} does not list a ${status} delivery.`,
        reply,
        expected: events.join(', '),
        observed: seen,
      });
      await expectTotalOfItems(t, inbox, { status }, reply);
    }
    // The failed delivery is not the newest, so it is behind the first row.
    for (const row of (await list(inbox, { status: 'delivered', offset: 1 })).items) row.get('status').is('delivered');
    const read = async (): Promise<SecondRow> => {
      const before = rowIds(await list(inbox, { status: 'delivered' }));
      const page = await list(inbox, { status: 'delivered', limit: 1, offset: 1 });
      expectStatus(page, 200);
      const after = rowIds(await list(inbox, { status: 'delivered' }));
      return { page, seen: rowIds(page)[0], whole: before, is_steady: before.join() === after.join() };
    };
    const isRight = ({ seen, whole }: SecondRow): boolean => seen === whole[1];
    const last = await readUntil(read, isRight, t.signal);
    // Another delivery can have moved the rows by one.
    const isClear = (row: SecondRow): boolean => isRight(row) || row.is_steady;
    const { page, seen, whole, is_steady } = isClear(last) ? last : await readUntil(read, isClear, t.signal);
    if (seen !== whole[1] && !is_steady) t.unverifiable('the list changes between the requests');
    expectThat(seen === whole[1], {
      message: 'GET /webhooks/{id}/deliveries?status=delivered&offset=1 does not begin at the second row.',
      reply: page,
      expected: whole[1] ?? '',
      observed: seen,
      likely_cause: 'offset is ignored if status is given.',
    });
  }),
  check('WHK-7/retrying', 'A delivery that waits for a retry is listed only with status=retrying', NEEDS, async (t) => {
    const { inbox, arrival } = await deliver(t, { status: 503 }, 'retrying');
    const id = readEventId(arrival);
    for (const [status, is_meant] of [
      ['retrying', true],
      ['failed', false],
      ['delivered', false],
    ] as const) {
      const reply = await list(inbox, { status });
      expectStatus(reply, 200);
      expectThat(eventsOf(reply).includes(id) === is_meant, {
        message: `GET /webhooks/{id}/deliveries?status=${status} ${is_meant ? 'does not list' : 'lists'} a retrying delivery.`,
        reply,
        expected: `the row of ${id} with status=retrying only`,
        observed: eventsOf(reply),
      });
    }
  }),
  check('WHK-7/pages', 'The delivery list honors limit and offset', NEEDS, async (t) => {
    const { inbox } = await deliverThree(t);
    const pages: readonly [limit: number, offset: number][] = [
      [1, 0],
      [2, 0],
      [1, 1],
      [2, 1],
      // The end of what `list` returns at most.
      [LIST_LIMIT - 2, 2],
    ];
    for (const [limit, offset] of pages) {
      const sliceOf = (whole: readonly string[]): readonly string[] => whole.slice(offset, offset + limit);
      // A page can be read from a copy that is a moment older than the whole list.
      const { reply, whole } = await readUntil(
        async () => listBetween(t, inbox, { limit, offset }),
        (last) => last.reply.is_success && rowIds(last.reply).join() === sliceOf(last.whole).join(),
        t.signal,
      );
      expectStatus(reply, 200);
      const expected = sliceOf(whole);
      const seen = rowIds(reply);
      expectThat(seen.join() === expected.join(), {
        message: `GET /webhooks/{id}/deliveries?limit=${limit}&offset=${offset} does not return that part of the list.`,
        reply,
        expected: expected.join(', '),
        observed: seen.join(', '),
      });
      reply.body.get('limit').is(limit);
      reply.body.get('offset').is(offset);
    }
  }),
  check('WHK-7/own-deliveries', 'The delivery list has only deliveries of its subscription', NEEDS, async (t) => {
    const one = await t.subscribe(t.buyer, ['bid.rejected']);
    const other = await t.subscribe(t.buyer, ['trade.created']);
    const { event_id } = await deliverRejection(one, await placeRejectableBid(t));
    await awaitDeliveryRow(t, { inbox: one, event_id, status: 'delivered' });
    const reply = await list(other);
    expectStatus(reply, 200);
    expectThat(!eventsOf(reply).includes(event_id), {
      message: "GET /webhooks/{id}/deliveries lists another subscription's delivery.",
      reply,
      expected: `no row of ${event_id}`,
    });
  }),
  check('WHK-7/unknown', 'The deliveries of a subscription that does not exist return 404', ['buyer'], async (t) => {
    expectRefusal(await t.buyer.get(encodePath`/webhooks/${IMPOSSIBLE}/deliveries`), 404, { code: 'not_found' });
  }),
  check(
    'WHK-7/another-teams',
    "The deliveries of another team's subscription return 404",
    ['buyer', 'rival', 'writes'],
    async (t) => {
      await withSubscription(t, t.buyer, ['bid.rejected'], async ({ id }) => {
        ensureSuccess(await t.buyer.get(encodePath`/webhooks/${id}/deliveries`));
        expectRefusal(await t.rival.get(encodePath`/webhooks/${id}/deliveries`), 404, { code: 'not_found' });
      });
    },
  ),
];

/** PAGE-4: `total` counts the matches, all of which are on the first page. A delivery can come between counting and reading, so the list is read again. */
async function expectTotalOfItems(t: CheckContext, inbox: Inbox, query: { status?: string }, first: Reply): Promise<void> {
  const filter = query.status === undefined ? '' : `?status=${query.status}`;
  const totalOf = (reply: Reply): number => reply.body.get('total').integer();
  const isRight = (reply: Reply): boolean => reply.is_success && totalOf(reply) === reply.items.length;
  const reply = isRight(first) ? first : await readUntil(async () => list(inbox, query), isRight, t.signal);
  expectStatus(reply, 200);
  const count = reply.items.length;
  expectThat(totalOf(reply) === count || count >= LIST_LIMIT, {
    message: `GET /webhooks/{id}/deliveries${filter} has total ${totalOf(reply)}, but ${count} items.`,
    reply,
    pointer: '/total',
    expected: String(count),
    likely_cause: 'The count ignores status, or counts events instead of attempts.',
  });
}

/** Three deliveries in sequence: delivered, failed, delivered. */
async function deliverThree(t: CheckContext, pause_ms = 0): Promise<{ inbox: Inbox; ids: readonly string[] }> {
  // Chooses the reply by the event, because other events of the team may arrive in between.
  const responses = new Map<string, number>();
  const behave = respondWith(200);
  const team = chooseQuietTeam(t, 'rival');
  const inbox = await t.subscribe(team, ['bid.rejected'], (n, json) => {
    const bid_id = [...responses.keys()].find((id) => containsId({ text: JSON.stringify(json), json }, id));
    return bid_id === undefined ? behave(n, json) : { status: responses.get(bid_id) ?? 200 };
  });
  const ids: string[] = [];
  let lot;
  for (const status of [200, 400, 200]) {
    const made = await placeRejectableBid(t, team, lot);
    ({ lot } = made);
    responses.set(made.bid.id, status);
    if (pause_ms > 0) await t.wait(pause_ms);
    const { event_id } = await deliverRejection(inbox, made);
    await expectDeliveryListed(t, { inbox, event_id, status: status === 200 ? 'delivered' : 'failed' });
    ids.push(event_id);
  }
  return { inbox, ids };
}

async function list(inbox: Inbox, query: Readonly<Record<string, string | number>> = {}): Promise<Reply> {
  return inbox.actor.get(encodePath`/webhooks/${inbox.subscription.id}/deliveries`, { limit: LIST_LIMIT, ...query });
}

/** A page and the whole list, read without another delivery in between. */
async function listBetween(
  t: CheckContext,
  inbox: Inbox,
  query: Readonly<Record<string, number>>,
): Promise<{ reply: Reply; whole: readonly string[] }> {
  let whole = rowIds(await list(inbox));
  for (let tries = 1; ; tries += 1) {
    const reply = await list(inbox, query);
    const after = rowIds(await list(inbox));
    if (after.join() === whole.join()) return { reply, whole };
    if (tries >= TRIES_MAX) t.unverifiable('deliveries of other events keep arriving in between');
    await t.wait(PAUSE_MS);
    whole = rowIds(await list(inbox));
  }
}

function eventsOf(reply: Reply): readonly string[] {
  return reply.items.map((row) => row.get('event_id').string());
}

function rowIds(reply: Reply): readonly string[] {
  return reply.items.map((row) => row.get('id').string());
}
