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

function isSigned({ headers, raw }: Received, secret: string): boolean {
  const [, t = '', v1 = ''] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['svc-signature'])) ?? [];
  return v1 === createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex');
}

test('onDelivery and onPayload change deliveries before they are signed, on retries and replays too', async () => {
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

test('withDeliveryHeaders changes headers, and onSignature the signature', async () => {
  await using bare = await setUp('EVT-2', 'no-type-header');
  await bare.reject();
  expect(bare.receiver.received[0]?.headers).not.toHaveProperty('svc-event');
  await using wrong = await setUp('SIG-1', 'body-alone-signed');
  await wrong.reject();
  const [{ raw, headers }] = wrong.receiver.received as [Received]; // awaited above
  const expected = createHmac('sha256', wrong.hook.secret).update(raw).digest('hex');
  expect(headers['svc-signature']).toMatch(new RegExp(`^t=\\d+,v1=${expected}$`));
});

test('a deviation with state can repeat the first attempt on the second', async () => {
  await using scene = await setUp('SIG-8', 'signed-once', 500, 200);
  // A payload tells the state at send time, which the first attempt has told otherwise.
  await scene.reject();
  await scene.t.control('POST', '/clock/run');
  const [first, second] = scene.receiver.received;
  expect(second?.raw).toBe(first?.raw);
  expect(second?.headers['svc-signature']).toBe(first?.headers['svc-signature']);
});

test('withTimeout changes how long an attempt can take', async () => {
  await using receiver = await openReceiver((response) => {
    setTimeout(() => response.end(), 150);
  });
  const attempt = async (violations: string[]): Promise<string | undefined> => {
    await using setup = await openTestWorld({ violations });
    const { world } = setup;
    await setup.subscribe({ url: receiver.url });
    await setup.addBid('bid_1');
    // The world's own dispatcher would be faster.
    return await world.dispatcher.whileHalted(async () => {
      await setup.emitReceived('bid_1');
      const [queued] = await setup.queue();
      const sender = new Sender({ timeout_ms: 30, is_shared: false });
      const made = await makeAttempt(world, sender, queued?.seq ?? 0, new AbortController());
      await sender.close();
      await world.store.write((tx) => tx.deleteFrom('queue').execute());
      return typeof made === 'object' ? made.delivery.status : made;
    });
  };
  expect(await attempt([])).toBe('retrying');
  expect(await attempt([['RTY-5', 'patient'].join('/')])).toBe('delivered');
});
