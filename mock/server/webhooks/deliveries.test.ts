/** Webhooks end to end: the API makes things happen, real receivers judge what arrives, the control plane moves the clock. */
import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestMock } from '../../testing/open-mock.ts';
import { makeBid, makeLot, openTestMock } from '../../testing/open-mock.ts';
import type { Receiver } from '../../testing/receiver.ts';
import { openReceiver } from '../../testing/receiver.ts';

let t: TestMock;
beforeAll(async () => {
  t = await openTestMock();
});
// Whoever subscribed in one test hears nothing of the next.
beforeEach(() => t.control('POST', '/reset'));
afterAll(() => t[Symbol.asyncDispose]());

interface Hook {
  id: string;
  secret: string;
}

async function subscribe(who: string, receiver: Pick<Receiver, 'url'>, ...events: string[]): Promise<Hook> {
  const made = await t.call(who, 'POST', '/webhooks', { body: { url: receiver.url, events } });
  expect(made.status).toBe(201);
  return made.body.data as Hook;
}

async function idle(): Promise<void> {
  await t.mock.worlds.default.dispatcher.idle();
}

/** Verifies a delivery as the stripe package does, which has the same `t=,v1=` scheme. Answers the event, or throws. */
function constructEvent(receiver: Receiver, hook: Hook, index = 0): { id: string; type: string } {
  const delivery = receiver.received[index];
  const stripe = new Stripe('sk_test_unused');
  return stripe.webhooks.constructEvent(delivery?.raw ?? '', String(delivery?.headers['svc-signature']), hook.secret);
}

describe('a receiver made with the stripe package', () => {
  test('SIG-1 SIG-8 EVT-7 accepts the deliveries of a trade, and refuses them under another secret', async () => {
    await using receiver = await openReceiver();
    const hook = await subscribe('buyer', receiver, 'bid.accepted', 'trade.created');
    const bid = await makeBid(t, 'buyer', await makeLot(t));
    await t.call('seller', 'POST', `/bids/${bid}/accept`);
    await idle();
    const types = receiver.received.map((_, index) => constructEvent(receiver, hook, index).type);
    expect(types.toSorted()).toEqual(['bid.accepted', 'trade.created']);
    expect(() => constructEvent(receiver, { ...hook, secret: `${hook.secret}x` })).toThrow(/signature/i);
  });
});

describe('the envelope', () => {});

describe('the schedule', () => {});
