/** Webhooks end to end: the API makes things happen, real receivers judge what arrives, the control plane moves the clock. */
import { personas } from '#fixtures/personas';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestMock } from '../../testing/open-mock.ts';
import { bidBody, makeBid, makeFarm, makeLot, openTestMock } from '../../testing/open-mock.ts';
import type { Receiver } from '../../testing/receiver.ts';
import { answerWith, openReceiver } from '../../testing/receiver.ts';

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

describe('the envelope', () => {
  test('EVT-1 VER-3 event is type, EVT-20 livemode tells the mode, EVT-22 the ids can be fetched', async () => {
    await using receiver = await openReceiver();
    await subscribe('buyer', receiver, 'bid.countered', 'trade.created');
    const first = await makeBid(t, 'buyer', await makeLot(t));
    const countered = await t.call('seller', 'POST', `/bids/${first}/counter`, { body: bidBody() });
    await t.call('buyer', 'POST', `/bids/${countered.body.data.id as string}/accept`);
    await idle();
    expect(receiver.received).toHaveLength(2);
    for (const { envelope, headers } of receiver.received) {
      expect(envelope.event).toBe(envelope.type);
      expect(headers['svc-event']).toBe(envelope.type);
      expect(envelope.livemode).toBe(true);
      const { bid_id, trade_id } = envelope.data;
      expect((await t.call('buyer', 'GET', `/bids/${bid_id as string}`)).status).toBe(200);
      if (trade_id !== undefined) expect((await t.call('buyer', 'GET', `/trades/${trade_id as string}`)).status).toBe(200);
    }
  });

  test('EVT-21 a retry of a trade or offer event carries the state at the event, not the current one', async () => {
    await using receiver = await openReceiver(answerWith(500, 500, 200));
    await using offers = await openReceiver(answerWith(500, 200));
    await subscribe('buyer', receiver, 'trade.created');
    await subscribe('elevator', offers, 'cashbid.offer_received');
    const bid = await makeBid(t, 'buyer', await makeLot(t));
    const { id } = (await t.call('seller', 'POST', `/bids/${bid}/accept`)).body.data;
    const [cash_bid] = (await t.call('elevator', 'GET', '/cash-bids?is_active=true')).body.items;
    const offer = (await t.control('POST', `/cash-bids/${cash_bid.id}/offers`)).body;
    await idle();
    for (const side of ['buyer', 'seller']) await t.control('POST', `/trades/${id}/invoices/${side}/pay`);
    await t.call('elevator', 'POST', `/cash-bid-offers/${offer.offer_id}/accept`);
    await t.control('POST', '/clock/run');

    expect((await t.call('buyer', 'GET', `/trades/${id}`)).body.data.status).toBe('Completed');
    const statusesIn = (one: Receiver): unknown[] => one.received.map(({ envelope }) => envelope.data['status']);
    expect(statusesIn(receiver)).toEqual(['Pending', 'Pending', 'Pending']);
    expect(statusesIn(offers)).toEqual(['pending', 'pending']);
  });

  test('SBX-7 EVT-20 a sandbox subscription hears of sandbox events with livemode false, a live one of none', async () => {
    await using live = await openReceiver();
    await using sandbox = await openReceiver();
    await subscribe('partner', live, 'bid.received');
    await subscribe('partner_sandbox', sandbox, 'bid.received');
    const lot = await makeLot(t, 'partner_sandbox');
    const simulated = await t.call('partner_sandbox', 'POST', '/sandbox/simulate-event', {
      body: { event: 'bid.received', inventory_id: lot },
    });
    expect(simulated.body.data).toMatchObject({ webhook_deliveries_queued: 1, warning: null });
    await idle();
    expect(live.received).toEqual([]);
    expect(sandbox.received.map(({ envelope }) => envelope.livemode)).toEqual([false]);
  });
});

describe('the schedule', () => {
  test('RTY-4 RTY-6 RTY-7 RTY-8 RTY-13 a dead receiver has five rows after 36 minutes of the world, four retrying and one failed', async () => {
    const dead = await openReceiver();
    await dead.close();
    const hook = await subscribe('buyer', dead, 'bid.rejected');
    const bid = await makeBid(t, 'buyer', await makeLot(t));
    await t.call('seller', 'POST', `/bids/${bid}/reject`);
    const moved = await t.control('POST', '/clock/advance', { seconds: 36 * 60 + 11 });
    expect(moved.body.deliveries + 1).toBe(5); // the first was made at once

    const listed = await t.call('buyer', 'GET', `/webhooks/${hook.id}/deliveries`);
    const rows = listed.body.items as Record<string, unknown>[];
    expect(rows.map((row) => [row['attempts'], row['status'], row['response_status'], row['delivered_at']])).toEqual([
      [5, 'failed', 0, null],
      [4, 'retrying', 0, null],
      [3, 'retrying', 0, null],
      [2, 'retrying', 0, null],
      [1, 'retrying', 0, null],
    ]);
    expect(new Set(rows.map((row) => row['event_id'])).size).toBe(1);
    const [second, first] = rows.slice(-2).map((row) => Date.parse(String(row['created_at'])));
    expect((second ?? 0) - (first ?? 0)).toBe(10_000);
  });

  test('SIG-8 RTY-2 RTY-7 WHK-8 each attempt and each replay is signed afresh, and leaves a row with what was answered', async () => {
    await using receiver = await openReceiver(answerWith(503, 410, 200));
    const hook = await subscribe('buyer', receiver, 'bid.rejected');
    const bid = await makeBid(t, 'buyer', await makeLot(t));
    await t.call('seller', 'POST', `/bids/${bid}/reject`);
    await t.control('POST', '/clock/advance', { seconds: 3600 });
    const failed = await t.call('buyer', 'GET', `/webhooks/${hook.id}/deliveries?status=failed`);
    const path = `/webhooks/${hook.id}/deliveries/${failed.body.items[0].id as string}/redeliver`;
    expect((await t.call('buyer', 'POST', path)).body.data).toMatchObject({ queued: true, event: 'bid.rejected' });
    await idle();

    const all = await t.call('buyer', 'GET', `/webhooks/${hook.id}/deliveries`);
    const rows = all.body.items as Record<string, unknown>[];
    expect(rows.map((row) => [row['status'], row['response_status'], row['attempts']])).toEqual([
      ['delivered', 200, 1],
      ['failed', 410, 2],
      ['retrying', 503, 1],
    ]);
    const events = receiver.received.map((_, index) => constructEvent(receiver, hook, index).id);
    expect(events).toHaveLength(3);
    expect(new Set(events).size).toBe(1);
  });
});

test('EVT-23 EVT-11 analysis events come of what the partner asked for on inventory it owns, and go to it alone', async () => {
  await using partner = await openReceiver();
  await using other = await openReceiver();
  const types = ['analysis.requested', 'analysis.sample_received', 'analysis.graded', 'analysis.photo_added'];
  await subscribe('partner', partner, ...types);
  await subscribe('elevator', other, ...types);
  const inventory_id = await makeLot(t, 'partner', { farm_id: await makeFarm(t, 'partner') });
  const truth = await t.control('GET', `/truth/${inventory_id}`);
  expect(truth.status).toBe(200);
  const team_id = personas.partner.team_id;
  const steps = [
    { type: 'requested', analysis_types: ['protein'], invoice_total: 84.5, billed_to: 'partner' },
    { type: 'sample_received' },
    { type: 'graded', grade: 'No. 1 Canada' },
    { type: 'photo_added', photo_url: 'https://marketplace.example/photos/1' },
  ];
  for (const step of steps) {
    const recorded = await t.control('POST', '/analyses', { ...step, inventory_id, team_id });
    expect(recorded.status).toBe(201);
  }
  await idle();
  expect(partner.received.map(({ envelope }) => envelope.type)).toEqual(types);
  expect(partner.received.every(({ envelope }) => envelope.data['inventory_id'] === inventory_id)).toBe(true);
  expect(other.received).toEqual([]);
});
