/** Events and deliveries that deviate: those of requests, of the control plane, of retries and replays alike. */
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { breakClause } from '../../../testing/break-clause.ts';
import type { TestMock } from '../../../testing/open-mock.ts';
import { makeBid, makeLot, openTestMock } from '../../../testing/open-mock.ts';
import { openTestWorld } from '../../../testing/open-world.ts';
import type { Received, Receiver } from '../../../testing/receiver.ts';
import { answerWith, openReceiver } from '../../../testing/receiver.ts';
import { makeAttempt } from '../../../server/webhooks/attempt.ts';
import { Sender } from '../../../server/webhooks/sender.ts';

const BUYER_TYPES = ['bid.accepted', 'bid.rejected', 'bid.countered', 'trade.created', 'trade.settled'];

interface Scene extends AsyncDisposable {
  t: TestMock;
  receiver: Receiver;
  hook: { id: string; secret: string };
  /** A bid of the buyer's, rejected by the seller; and all that is due has been sent. */
  reject: () => Promise<string>;
  idle: () => Promise<void>;
}

async function setUp(clause: string, how: string, ...statuses: number[]): Promise<Scene> {
  const receiver = await openReceiver(answerWith(...(statuses.length === 0 ? [200] : statuses)));
  const t = await openTestMock({ lots: 20 });
  const made = await t.call('buyer', 'POST', '/webhooks', { body: { url: receiver.url, events: BUYER_TYPES } });
  const lot = await makeLot(t);
  await breakClause(t, clause, how);
  const idle = (): Promise<void> => t.mock.worlds.default.dispatcher.idle();
  return {
    t,
    receiver,
    hook: made.body.data,
    idle,
    reject: async () => {
      const bid = await makeBid(t, 'buyer', lot);
      await t.callDeviant('seller', 'POST', `/bids/${bid}/reject`);
      await idle();
      return bid;
    },
    [Symbol.asyncDispose]: async () => {
      await t[Symbol.asyncDispose]();
      await receiver.close();
    },
  };
}

function typesOf({ received }: Receiver): string[] {
  return received.map(({ envelope }) => envelope.type);
}

function isSigned({ headers, raw }: Received, secret: string): boolean {
  const [, t = '', v1 = ''] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['svc-signature'])) ?? [];
  return v1 === createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex');
}

test('dropEvent, onListeners: not recorded, or recorded and told to nobody', async () => {
  await using dropped = await setUp('EVT-18', 'rejection-untold');
  await dropped.reject();
  expect((await dropped.t.control('GET', '/events?type=bid.rejected')).body.total).toBe(0);
  expect(dropped.receiver.received).toEqual([]);

  await using untold = await setUp('EVT-5', 'buyers-not-told');
  await untold.t.call('seller', 'POST', `/bids/${await makeBid(untold.t, 'buyer', await makeLot(untold.t))}/accept`);
  await untold.idle();
  expect(typesOf(untold.receiver)).toEqual(['trade.created']);
  expect((await untold.t.control('GET', '/events?type=bid.accepted')).body.total).toBe(1);
});

test('repeatEvent, onEvent: told twice, or as something else', async () => {
  await using twice = await setUp('EVT-3', 'two-ids');
  await twice.reject();
  expect(typesOf(twice.receiver)).toEqual(['bid.rejected', 'bid.rejected']);
  expect(new Set(twice.receiver.received.map(({ envelope }) => envelope.id)).size).toBe(2);

  await using other = await setUp('EVT-18', 'countered-as-received');
  const bid = await makeBid(other.t, 'buyer', await makeLot(other.t));
  const body = { price: { amount: 650, unit: 'MT' }, quantity_mt: 10, delivery: { from: '2026-07-01', to: '2026-07-31' } };
  await other.t.call('seller', 'POST', `/bids/${bid}/counter`, { body });
  expect((await other.t.control('GET', `/events?subject_id=${bid}`)).body.items).toMatchObject([
    { type: 'bid.received' },
    { type: 'bid.received' },
  ]);
});

test('alsoTell: strangers are told, of what the control plane causes as well', async () => {
  await using scene = await setUp('EVT-4', 'told-to-strangers');
  const { t, receiver } = scene;
  const hook = { url: receiver.url, events: ['trade.settled'] };
  await t.call('rival', 'POST', '/webhooks', { body: hook });
  await t.call('rival_sandbox', 'POST', '/webhooks', { body: hook });
  const bid = await makeBid(t, 'buyer', await makeLot(t));
  const { id } = (await t.call('seller', 'POST', `/bids/${bid}/accept`)).body.data;
  for (const side of ['buyer', 'seller']) await t.control('POST', `/trades/${id}/invoices/${side}/pay`);
  await scene.idle();
  expect(typesOf(receiver).filter((type) => type === 'trade.settled')).toHaveLength(2);
});

test('onDelivery, onPayload: changed, and signed as it then is; on retries and replays too', async () => {
  await using scene = await setUp('EVT-3', 'id-of-the-attempt', 500, 400, 200);
  await scene.reject();
  await scene.t.control('POST', '/clock/run');
  const { items } = (await scene.t.callDeviant('buyer', 'GET', `/webhooks/${scene.hook.id}/deliveries`)).body;
  await scene.t.callDeviant('buyer', 'POST', `/webhooks/${scene.hook.id}/deliveries/${items[0].id}/redeliver`);
  await scene.idle();
  const [{ id: event_id }] = (await scene.t.control('GET', '/events?type=bid.rejected')).body.items;
  expect(scene.receiver.received.map(({ envelope }) => envelope.id)).toEqual([`${event_id}1`, `${event_id}2`, `${event_id}1`]);
  expect(scene.receiver.received.every((one) => isSigned(one, scene.hook.secret))).toBe(true);

  await using told = await setUp('EVT-26', 'price-in-payload');
  await told.reject();
  expect(told.receiver.received[0]?.envelope.data).toMatchObject({ status: 'rejected', price_amount: 630 });
});

test('withDeliveryHeaders, onSignature', async () => {
  await using bare = await setUp('EVT-2', 'no-type-header');
  await bare.reject();
  expect(bare.receiver.received[0]?.headers).not.toHaveProperty('svc-event');
  await using wrong = await setUp('SIG-1', 'body-alone-signed');
  await wrong.reject();
  const [{ raw, headers }] = wrong.receiver.received as [Received]; // awaited above
  const expected = createHmac('sha256', wrong.hook.secret).update(raw).digest('hex');
  expect(headers['svc-signature']).toMatch(new RegExp(`^t=\\d+,v1=${expected}$`));
});

test('what remembers something: the second attempt is the first once more', async () => {
  await using scene = await setUp('SIG-8', 'signed-once', 500, 200);
  // A payload tells the state at send time, which the first attempt has told otherwise.
  await scene.reject();
  await scene.t.control('POST', '/clock/run');
  const [first, second] = scene.receiver.received;
  expect(second?.raw).toBe(first?.raw);
  expect(second?.headers['svc-signature']).toBe(first?.headers['svc-signature']);
});

test('judging, withDelays, onVerdict: what an attempt comes to', async () => {
  const run = async (how: [clause: string, how: string], ...statuses: number[]): Promise<unknown> => {
    await using scene = await setUp(...how, ...statuses);
    await scene.reject();
    await scene.t.control('POST', '/clock/run');
    const { items } = (await scene.t.control('GET', '/deliveries')).body;
    const begun = items.map(({ created_at }: { created_at: string }) => Date.parse(created_at) / 1000);
    return items.map(({ status }: { status: string }, index: number) => [status, begun[index] - begun[0]]);
  };
  expect(await run(['RTY-1', 'delivered-is-retried'], 200)).toEqual([
    ['retrying', 0],
    ['retrying', 10],
    ['retrying', 70],
    ['retrying', 370],
    ['failed', 2_170],
  ]);
  expect(await run(['RTY-2', 'refusals-retried'], 400, 200)).toEqual([
    ['retrying', 0],
    ['delivered', 10],
  ]);
  expect(await run(['RTY-3', 'never-retried'], 500)).toEqual([['failed', 0]]);
  expect(await run(['RTY-4', 'every-ten-seconds'], 500, 500, 200)).toEqual([
    ['retrying', 0],
    ['retrying', 10],
    ['delivered', 20],
  ]);
  expect(await run(['RTY-4', 'sixth-attempt'], 500)).toHaveLength(6);
  // What is final stays so.
  expect(await run(['RTY-4', 'every-ten-seconds'], 410)).toEqual([['failed', 0]]);
});

test('onRecord: what is written down', async () => {
  await using scene = await setUp('RTY-13', 'silence-is-500');
  await scene.receiver.close();
  await scene.reject();
  const { items } = (await scene.t.call('buyer', 'GET', `/webhooks/${scene.hook.id}/deliveries`)).body;
  expect(items).toMatchObject([{ status: 'retrying', response_status: 500 }]);
});

test('withTimeout: an attempt may take longer than it should', async () => {
  await using receiver = await openReceiver((response) => {
    setTimeout(() => response.end(), 150);
  });
  const attempt = async (violations: string[]): Promise<string | undefined> => {
    await using stage = await openTestWorld({ violations });
    const { world } = stage;
    await stage.subscribe({ url: receiver.url });
    await stage.addBid('bid_1');
    // The world's own dispatcher would be faster.
    return await world.dispatcher.whileHalted(async () => {
      await stage.tell('bid_1');
      const [queued] = await stage.queue();
      const sender = new Sender({ timeout_ms: 30, is_shared: false });
      const made = await makeAttempt(world, sender, queued?.seq ?? 0, new AbortController());
      await sender.close();
      await world.store.write((tx) => tx.deleteFrom('queue').execute());
      return made?.delivery.status;
    });
  };
  expect(await attempt([])).toBe('retrying');
  expect(await attempt([['RTY-5', 'patient'].join('/')])).toBe('delivered');
});
