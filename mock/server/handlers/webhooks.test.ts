import type { CreatedSubscription, ErrorObject, Page, Subscription } from '#spec';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enqueue } from '../../market/store/queue.ts';
import type { Answer, TestMock } from '../../testing/open-mock.ts';
import { openTestMock } from '../../testing/open-mock.ts';

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

  test('WHK-11 a shared mock rejects private addresses', async () => {
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
