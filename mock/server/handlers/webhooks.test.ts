import type { CreatedSubscription, Delivery, ErrorObject, Page, Subscription } from '#spec';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enqueue } from '../../market/store/queue.ts';
import type { Answer, TestMock } from '../../testing/open-mock.ts';
import { makeBid, makeLot, openTestMock } from '../../testing/open-mock.ts';
import { answerWith, openReceiver } from '../../testing/receiver.ts';

const url = 'http://127.0.0.1:9/hooks';
const body = { url, events: ['bid.accepted'] };

let t: TestMock;
beforeAll(async () => {
  t = await openTestMock();
});
afterAll(async () => {
  await t[Symbol.asyncDispose]();
});

async function subscribe(on: TestMock, who: string, change: object = {}): Promise<CreatedSubscription> {
  const made = await on.call(who, 'POST', '/webhooks', { body: { ...body, ...change } });
  expect(made.status).toBe(201);
  const { data } = made.body as { data: CreatedSubscription }; // Judged by the document in call.
  return data;
}

async function listSubscriptions(who: string): Promise<Subscription[]> {
  const listed = await t.call(who, 'GET', '/webhooks?limit=50');
  const { items } = listed.body as Page<Subscription>; // Judged by the document in call.
  return items;
}

function errorIn(answer: Answer): ErrorObject['error'] {
  const { error } = answer.body as ErrorObject; // Judged by the document in call.
  return error;
}

describe('subscriptions', () => {
  test('WHK-2 WHK-12 the secret is shown once', async () => {
    const { secret, ...rest } = await subscribe(t, 'buyer');
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(rest).toEqual({ id: rest.id, ...body, is_active: true, livemode: true, created_at: '2026-06-10T12:00:00.000Z' });
    expect(rest.id).toMatch(/^whk_/);
    expect(await listSubscriptions('buyer')).toContainEqual(rest);
    expect(JSON.stringify(await listSubscriptions('buyer'))).not.toContain(secret);
    expect((await subscribe(t, 'buyer')).secret).not.toBe(secret);
  });

  test('WHK-1 WHK-6 a team sees its own, of the mode of the token', async () => {
    const live = await subscribe(t, 'rival');
    const sandbox = await subscribe(t, 'rival_sandbox');
    const idsOf = async (who: string): Promise<string[]> => (await listSubscriptions(who)).map(({ id }) => id);
    expect(await idsOf('rival')).toEqual([live.id]);
    expect(await idsOf('rival_sandbox')).toEqual([sandbox.id]);
    expect(await idsOf('elevator')).toEqual([]);
    expect((await t.call('rival', 'DELETE', `/webhooks/${sandbox.id}`)).status).toBe(404);
  });

  test('WHK-3 WHK-10 a body that will not do is refused, naming its fields', async () => {
    const fieldsOf = async (wrong: unknown): Promise<unknown> => {
      const answer = await t.call('buyer', 'POST', '/webhooks', { body: wrong });
      expect(answer.status).toBe(422);
      return errorIn(answer).errors?.map(({ field }) => field);
    };
    expect(await fieldsOf({})).toEqual(['url', 'events']);
    expect(await fieldsOf({ url: 1, events: 'bid.accepted' })).toEqual(['url', 'events']);
    expect(await fieldsOf({ url, events: [] })).toEqual(['events']);
    expect(await fieldsOf({ url: 'ftp://x/', events: ['bid.accepted', 'nonsense'] })).toEqual(['url', 'events[1]']);
    expect(await fieldsOf({ ...body, secret: 'mine' })).toEqual(['secret']);
  });

  test('WHK-10 a team has no more than twenty', async () => {
    for (let count = 0; count < 20; count += 1) await subscribe(t, 'elevator_sandbox');
    const one_more = await t.call('elevator_sandbox', 'POST', '/webhooks', { body });
    expect(one_more.status).toBe(422);
    expect(errorIn(one_more).message).toBe('A team has at most 20 subscriptions.');
    const [first] = await listSubscriptions('elevator_sandbox');
    await t.call('elevator_sandbox', 'DELETE', `/webhooks/${first?.id}`);
    await subscribe(t, 'elevator_sandbox');
    await subscribe(t, 'elevator');
  });

  test('WHK-5 WHK-13 a deleted subscription is gone', async () => {
    const { id } = await subscribe(t, 'buyer');
    expect((await t.call('rival', 'DELETE', `/webhooks/${id}`)).status).toBe(404);
    const deleted = await t.call('buyer', 'DELETE', `/webhooks/${id}`);
    expect(deleted.body).toEqual({ data: { deleted: true, id } });
    expect((await t.call('buyer', 'DELETE', `/webhooks/${id}`)).status).toBe(404);
    expect((await t.call('buyer', 'GET', `/webhooks/${id}/deliveries`)).status).toBe(404);
    expect((await listSubscriptions('buyer')).map((one) => one.id)).not.toContain(id);
  });

  test('RTY-8 WHK-13 what waits for a subscription is dropped with it', async () => {
    await using own = await openTestMock({ lots: 20 });
    const { dispatcher, store } = own.mock.worlds.default;
    await dispatcher.close();
    const { id } = await subscribe(own, 'buyer');
    const other = await subscribe(own, 'buyer');
    await store.write((tx) => enqueue(tx, 'evt_1', [id, other.id], { is_first: true, due_at: '2026-06-10T12:00:00.000Z' }));
    await own.call('buyer', 'DELETE', `/webhooks/${id}`);
    expect(await store.reader.selectFrom('queue').select('subscription_id').execute()).toEqual([{ subscription_id: other.id }]);
  });

  test('WHK-11 a shared mock takes no private address', async () => {
    await using shared = await openTestMock({ shared: true, lots: 20 });
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '192.168.1.1', '169.254.169.254']) {
      const answer = await shared.call('buyer', 'POST', '/webhooks', { body: { ...body, url: `http://${host}/` } });
      expect(answer.status).toBe(422);
      expect(errorIn(answer).errors).toEqual([
        { field: 'url', message: 'must not lead to a private, loopback or link-local address' },
      ]);
    }
    await subscribe(shared, 'buyer', { url: 'http://8.8.8.8/' });
  });
});

describe('deliveries', () => {
  test('WHK-7 WHK-8 RTY-11 they are listed newest first, and a failed one can be replayed', async () => {
    await using own = await openTestMock();
    const { dispatcher } = own.mock.worlds.default;
    await using receiver = await openReceiver(answerWith(500, 400, 503, 200));
    const { id } = await subscribe(own, 'partner', { url: receiver.url, events: ['bid.received'] });
    const lot_id = await makeLot(own, 'partner');
    await makeBid(own, 'buyer', lot_id);
    await dispatcher.idle();
    const { clock } = own.mock.worlds.default;
    const advance = async (seconds: number): Promise<void> => {
      clock.set(clock.now_ms() + seconds * 1000);
      await own.mock.worlds.default.runDue();
      await dispatcher.idle();
    };
    await advance(10);

    const read = async (query = ''): Promise<Page<Delivery>> => {
      const answer = await own.call('partner', 'GET', `/webhooks/${id}/deliveries${query}`);
      return answer.body as Page<Delivery>; // Judged by the document in call.
    };
    const before = await read();
    expect(before.items.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['failed', 2],
      ['retrying', 1],
    ]);
    const [failed, retrying] = before.items;
    const replay = (row: string): ReturnType<TestMock['call']> =>
      own.call('partner', 'POST', `/webhooks/${id}/deliveries/${row}/redeliver`);
    expect(errorIn(await replay(retrying?.id ?? '')).code).toBe('delivery_not_failed');
    expect((await replay('whd_none')).status).toBe(404);
    const other = await subscribe(own, 'partner');
    expect((await own.call('partner', 'POST', `/webhooks/${other.id}/deliveries/${failed?.id}/redeliver`)).status).toBe(404);
    expect((await own.call('buyer', 'POST', `/webhooks/${id}/deliveries/${failed?.id}/redeliver`)).status).toBe(404);
    expect((await replay(failed?.id ?? '')).body).toEqual({
      data: { queued: true, event: 'bid.received', event_id: failed?.event_id },
    });
    await dispatcher.idle();
    await advance(10);

    const after = await read();
    // The replay has attempts of its own, and an answer of 503 is tried again.
    expect(after.items.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['delivered', 2],
      ['retrying', 1],
      ['failed', 2],
      ['retrying', 1],
    ]);
    expect(after.items.slice(2)).toEqual(before.items);
    expect(new Set(after.items.map(({ event_id }) => event_id)).size).toBe(1);
    expect(new Set(receiver.received.map(({ envelope }) => envelope.id)).size).toBe(1);
    expect(receiver.received).toHaveLength(4);
    expect((await read('?status=failed')).items.map(({ status }) => status)).toEqual(['failed']);
    expect(await read('?limit=1&offset=3')).toMatchObject({ items: [retrying], total: 4 });

    // WHK-9
    await own.mock.worlds.default.store.write((tx) => tx.updateTable('subscriptions').set({ is_active: 0 }).execute());
    expect(errorIn(await replay(failed?.id ?? '')).code).toBe('subscription_inactive');
  });

  test('WHK-8 RTY-9 a replay begins its own five attempts, and does not stand in line', async () => {
    await using own = await openTestMock({ lots: 20 });
    const { dispatcher, store, clock } = own.mock.worlds.default;
    await dispatcher.close();
    const { id } = await subscribe(own, 'buyer');
    const row = {
      subscription_id: id,
      event_id: 'evt_1',
      event: 'bid.accepted',
      response_status: 410,
      attempts: 5,
      delivered_at: null,
    };
    const shown = { created_at: clock.now(), error: null, request_body: '', signature: '', duration_ms: 1 };
    await store.write((tx) =>
      tx
        .insertInto('deliveries')
        .values({ id: 'whd_1', status: 'failed', ...row, ...shown })
        .execute(),
    );
    await own.call('buyer', 'POST', `/webhooks/${id}/deliveries/whd_1/redeliver`);
    expect(await store.reader.selectFrom('queue').selectAll().execute()).toEqual([
      { seq: 1, subscription_id: id, event_id: 'evt_1', attempt: 1, is_first: 0, due_at: clock.now() },
    ]);
  });
});
