/** The simulator: a bid of a buyer that does not exist otherwise, on one of the caller's own sandbox listings. */
import type { OPERATIONS, AnswerOf, PlaceListing } from '#spec';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { grantToken } from '../../testing/grant-token.ts';
import {
  acceptBid,
  counterBid,
  outcomeOf,
  readListing,
  readReceived,
  readReceivedBid,
  recordEvents,
} from '../../testing/moves.ts';
import type { TestMock } from '../../testing/open-mock.ts';
import { makeBid, makeFarm, makeLot, openTestMock } from '../../testing/open-mock.ts';

type Simulated = AnswerOf<typeof OPERATIONS.simulateEvent>['data'];

let t: TestMock;
beforeAll(async () => {
  t = await openTestMock({ lots: 20 });
});
afterAll(() => t[Symbol.asyncDispose]());

/** A sandbox seller without any listing, for each test. */
let seller: string;
beforeEach(async () => {
  seller = await makeSeller();
});

async function makeSeller(): Promise<string> {
  const made = await t.call('seller_sandbox', 'POST', '/sandbox/users', { body: { role: 'seller' } });
  return (made.body as { data: { access_token: string } }).data.access_token; // Judged by the document in t.call.
}

async function makeOwn(change: Partial<PlaceListing> = {}): Promise<string> {
  return makeLot(t, seller, change);
}

async function simulate(change: object = {}, who = seller): Promise<Simulated> {
  const answer = await t.call(who, 'POST', '/sandbox/simulate-event', { body: { event: 'bid.received', ...change } });
  expect(answer.status).toBe(200);
  return (answer.body as { data: Simulated }).data; // Judged by the document in t.call.
}

async function refuse(body: unknown, who: string | null = seller): Promise<string> {
  return outcomeOf(await t.call(who, 'POST', '/sandbox/simulate-event', body === undefined ? {} : { body }));
}

test('SBX-5 SBX-16 SBX-6 OP-1 it answers 200 with a real pending bid that the seller can read', async () => {
  const lot = await makeOwn();
  const simulated = await simulate();
  expect(simulated).toEqual({
    event: 'bid.received',
    simulated: true,
    bid_id: simulated.bid_id,
    bid_reference: simulated.bid_reference,
    inventory_id: lot,
    buyer: { id: 'usr_51ab000000000001', email: 'simulator@sandbox.example' },
    webhook_deliveries_queued: 0,
    warning: simulated.warning,
  });
  expect(simulated.warning).toMatch(/^No delivery was queued: /);
  const bid = await readReceivedBid(t, lot, simulated.bid_id, seller);
  expect(bid).toMatchObject({
    reference: simulated.bid_reference,
    listing_id: lot,
    status: 'pending',
    awaiting: 'seller',
    type: 'single_grade',
    price: { amount: 640, currency: 'CAD', unit: 'MT' },
    quantity_mt: 100,
    fob_farm: true,
    delivery: { from: '2026-06-10', to: '2026-07-10' },
    expires_at: '2026-06-17T12:00:00.000Z',
    buyer_label: 'Buyer',
    counterparty: null,
  });
});

test.for([
  ['SBX-4 price and quantity by default', { target_price: { amount: 612.5 } }, {}, 612.5, 100],
  ['SBX-4 no target price', { target_price: null }, {}, 250, 100],
  ['SBX-4 a price that is given', {}, { price: 301.25 }, 301.25, 100],
  ['SBX-4 a quantity that is given', {}, { quantity: 12.5 }, 640, 12.5],
  ['SBX-4 all of the lot', {}, { quantity: 100 }, 640, 100],
  ['SBX-4 more than the lot', {}, { quantity: 100.001 }, 640, 100],
  ['SBX-4 the least', {}, { price: 0.01, quantity: 0.01 }, 0.01, 0.01],
] as const)('%s', async ([, listing, body, amount, quantity_mt]) => {
  const lot = await makeOwn(listing);
  const { bid_id } = await simulate(body);
  expect(await readReceivedBid(t, lot, bid_id, seller)).toMatchObject({ price: { amount, unit: 'MT' }, quantity_mt });
});

test('SBX-4 LST-14 LST-15 an ungraded listing gets a bid with lines, each at the price', async () => {
  const lot = await makeOwn({ commodity: 'cwrs-wheat', grade: null, list: false });
  const { bid_id } = await simulate({ price: 277 });
  const bid = await readReceivedBid(t, lot, bid_id, seller);
  expect(bid).toMatchObject({ type: 'multi_grade', price: null });
  expect(bid.grades?.map(({ grade, price }) => [grade, price.amount])).toEqual([
    ['No. 1 CWRS', 277],
    ['No. 2 CWRS', 277],
  ]);
  expect(await acceptBid(t, seller, bid_id, { bid_items: ['No. 2 CWRS'] })).toMatchObject({ price: { amount: 277 } });
});

test('SBX-3 LST-15 the listing is the one that is named, or the most recently created; a draft will do, an archived one will not', async () => {
  const first = await makeOwn();
  const draft = await makeOwn({ list: false });
  const last = await makeOwn({ list: false });
  const archived = await makeOwn();
  await t.call(seller, 'DELETE', `/me/inventory/${archived}`);
  expect((await simulate()).inventory_id).toBe(last);
  expect((await simulate({ inventory_id: first })).inventory_id).toBe(first);
  expect((await simulate({ inventory_id: draft })).inventory_id).toBe(draft);
  expect(await readListing(t, draft, seller)).toMatchObject({ status: 'unlisted' });
  expect(await refuse({ event: 'bid.received', inventory_id: archived })).toBe('422 validation_failed: inventory_id');
  // Publishing, changing and bidding on an older one make it no newer.
  await t.call(seller, 'PATCH', `/me/inventory/${draft}`, { body: { listed: true } });
  expect((await simulate()).inventory_id).toBe(last);
});

test("SBX-15 SBX-12 SBX-3 another's listing, a live one and none at all are refused alike", async () => {
  await makeOwn();
  const others = [await makeLot(t, 'partner_sandbox'), await makeLot(t, await makeSeller()), await makeLot(t, 'seller')];
  const missing = await t.call(seller, 'POST', '/sandbox/simulate-event', {
    body: { event: 'bid.received', inventory_id: 'inv_0' },
  });
  expect(outcomeOf(missing)).toBe('404 not_found');
  for (const inventory_id of others) {
    const answer = await t.call(seller, 'POST', '/sandbox/simulate-event', { body: { event: 'bid.received', inventory_id } });
    expect(answer.text).toBe(missing.text);
  }
});

test('SBX-12 SBX-3 who has no listing has nothing to simulate a bid on', async () => {
  expect(await refuse({ event: 'bid.received' })).toBe('422 validation_failed: inventory_id');
  expect(await refuse({ event: 'bid.received' }, 'reader_sandbox')).toBe('422 validation_failed: inventory_id');
  expect(await refuse({ event: 'bid.received' }, 'rival_sandbox')).toBe('422 validation_failed: inventory_id');
});

test.for([
  ['SBX-2 SBX-13 no event', {}, 'event'],
  ['SBX-2 SBX-13 no body', undefined, 'event'],
  ['SBX-2 SBX-13 an event that makes no sense', { event: 'bid.invented' }, 'event'],
  ['SBX-2 SBX-13 another event of the document', { event: 'bid.accepted' }, 'event'],
  ['SBX-2 SBX-13 a number', { event: 1 }, 'event'],
  ['SBX-4 a price of nothing', { event: 'bid.received', price: 0 }, 'price'],
  ['SBX-4 a price in words', { event: 'bid.received', price: '250' }, 'price'],
  ['SBX-4 a quantity of nothing', { event: 'bid.received', quantity: 0 }, 'quantity'],
  ['SBX-3 an id that is no text', { event: 'bid.received', inventory_id: 1 }, 'inventory_id'],
] as const)('%s: 422, and no bid is made', async ([, body, field]) => {
  const lot = await makeOwn();
  expect(await refuse(body)).toBe(`422 validation_failed: ${field}`);
  expect(await readReceived(t, lot, seller)).toEqual([]);
});

test('SBX-1 SBX-16 AUTH-20 only a sandbox token with inventory.read simulates', async () => {
  await makeLot(t, 'seller');
  expect(await refuse({ event: 'bid.received' }, 'seller')).toBe('403 insufficient_scope');
  expect(await refuse({}, 'seller')).toBe('403 insufficient_scope');
  expect(await refuse({ event: 'bid.received' }, null)).toBe('401 unauthenticated');
  const narrow = await grantToken(t, 'seller_sandbox', { scopes: 'listings.read' });
  expect(await refuse({ event: 'bid.received' }, narrow)).toBe('403 insufficient_scope');
});

test('SBX-8 triggering again expires the bid before, on that listing alone, without an event of its own', async () => {
  const lot = await makeOwn();
  const other = await makeOwn();
  const elsewhere = await simulate({ inventory_id: other });
  const real = await makeBid(t, 'buyer_sandbox', lot);
  const first = await simulate({ inventory_id: lot, price: 300 });
  let second: Simulated | undefined;
  const recorded = await recordEvents(t, async () => {
    second = await simulate({ inventory_id: lot, price: 310 });
  });
  expect(second?.bid_id).not.toBe(first.bid_id);
  expect(second?.buyer).toEqual(first.buyer);
  const bids = await readReceived(t, lot, seller);
  expect(Object.fromEntries(bids.map(({ id, status }) => [id, status]))).toEqual({
    [real]: 'pending',
    [first.bid_id]: 'expired',
    [second?.bid_id ?? '']: 'pending',
  });
  expect((await readReceivedBid(t, other, elsewhere.bid_id, seller)).status).toBe('pending');
  expect(recorded).toMatchObject([{ type: 'bid.received', subject_id: second?.bid_id, livemode: 0 }]);
  expect(outcomeOf(await t.call(seller, 'POST', `/bids/${first.bid_id}/accept`))).toBe('422 bid_not_pending');
});

test('SBX-8 what has been decided stays decided', async () => {
  const lot = await makeOwn();
  const { bid_id: accepted } = await simulate({ quantity: 10 });
  await acceptBid(t, seller, accepted);
  const { bid_id: rejected } = await simulate({ quantity: 10 });
  await t.call(seller, 'POST', `/bids/${rejected}/reject`);
  const { bid_id: countered } = await simulate({ quantity: 10 });
  const counter = await counterBid(t, seller, countered, { quantity_mt: 10 });
  const { bid_id: last } = await simulate();
  const bids = await readReceived(t, lot, seller);
  expect(Object.fromEntries(bids.map(({ id, status }) => [id, status]))).toEqual({
    [accepted]: 'accepted',
    [rejected]: 'rejected',
    [countered]: 'countered',
    // The seller's answer to the simulator is of the same bargain: a new simulated bid ends it.
    [counter]: 'expired',
    [last]: 'pending',
  });
});

test('SBX-6 BID-30 a simulated bid is accepted, rejected and countered as any other', async () => {
  const lot = await makeOwn();
  const { bid_id } = await simulate();
  const counter = await counterBid(t, seller, bid_id, { quantity_mt: 50 });
  expect(await readReceivedBid(t, lot, counter, seller)).toMatchObject({
    status: 'pending',
    awaiting: 'buyer',
    counter_to: bid_id,
  });
  const again = await simulate();
  expect(outcomeOf(await t.call(seller, 'POST', `/bids/${again.bid_id}/reject`))).toBe('200');
  const { bid_id: sold } = await simulate();
  expect(await acceptBid(t, seller, sold)).toMatchObject({ status: 'Pending', side: 'seller', quantity_mt: 100 });
  expect(await readListing(t, lot, seller)).toMatchObject({ status: 'unlisted', quantity_mt: 0 });
  expect(await refuse({ event: 'bid.received' })).toBe('422 validation_failed: inventory_id');
  expect(outcomeOf(await t.call('rival_sandbox', 'POST', `/bids/${counter}/accept`))).toBe('404 not_found');
});

test('SBX-6 the simulator is one and the same, and belongs to the sandbox', async () => {
  await makeOwn();
  const first = await simulate();
  seller = await makeSeller();
  await makeLot(t, seller, { farm_id: await makeFarm(t, seller) });
  expect((await simulate()).buyer).toEqual(first.buyer);
  const { reader: db } = t.mock.worlds.default.store;
  const bids = await db.selectFrom('bids').select('livemode').where('is_simulated', '=', 1).execute();
  expect(new Set(bids.map(({ livemode }) => livemode))).toEqual(new Set([0]));
});
