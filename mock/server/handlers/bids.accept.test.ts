/** Accepting bids: what is taken, what it leaves of the lot, and what becomes of everybody else's bids. */
import type { Trade } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  acceptBid,
  counterBid,
  itemsIn,
  linesBody,
  outcomeOf,
  placeLines,
  readBid,
  readListing,
  recordEvents,
} from '../../testing/moves.ts';
import type { TestMock } from '../../testing/open-mock.ts';
import { TEST_NOW, bidBody, makeBid, makeFarm, makeLot, openTestMock } from '../../testing/open-mock.ts';

const PRICES = { 'No. 1 CWRS': 310, 'No. 2 CWRS': 320, 'CW Feed': 200 };

const TRADE_ID: unknown = expect.stringMatching(/^trd_[0-9a-f]{16}$/);
const TRADE_REFERENCE: unknown = expect.stringMatching(/^TRD-\w+$/);

let t: TestMock;
let farm_id: string;
beforeAll(async () => {
  t = await openTestMock();
  farm_id = await makeFarm(t, 'seller');
});
afterAll(() => t[Symbol.asyncDispose]());

function makeUngraded(): Promise<string> {
  return makeLot(t, 'seller', { farm_id, commodity: 'cwrs-wheat', grade: null });
}

async function accept(id: string, body?: unknown, who = 'seller'): Promise<string> {
  return outcomeOf(await t.call(who, 'POST', `/bids/${id}/accept`, body === undefined ? {} : { body }));
}

/** The statuses of the lines of a bid, in order. */
async function linesOf(id: string): Promise<string[]> {
  return ((await readBid(t, id)).grades ?? []).map(({ status }) => status);
}

async function tradesOf(bid_id: string): Promise<Trade[]> {
  const trades = itemsIn<Trade>(await t.call('buyer', 'GET', '/trades?limit=50'));
  return trades.filter((trade) => trade.bid_id === bid_id);
}

test('BID-21 BID-25 BID-48 TRD-7 TRD-12 without a body a graded bid becomes a Pending trade with two unpaid invoices', async () => {
  const lot = await makeLot(t, 'seller', { farm_id });
  const id = await makeBid(t, 'buyer', lot);
  const answer = await t.call('seller', 'POST', `/bids/${id}/accept`);
  expect(answer.status).toBe(200);
  const { data: trade } = answer.body as { data: Trade }; // Judged by the document in t.call.
  expect(trade).toEqual({
    id: TRADE_ID,
    reference: TRADE_REFERENCE,
    status: 'Pending',
    side: 'seller',
    bid_id: id,
    offer_id: null,
    inventory_id: lot,
    commodity: { slug: 'canola', name: 'Canola' },
    quantity_mt: 40,
    quantity: { amount: 40, unit: 'MT' },
    price: { amount: 630, currency: 'CAD', unit: 'MT' },
    delivery: { from: '2026-07-01', to: '2026-07-31' },
    invoices: [
      { kind: 'buyer', status: 'unpaid' },
      { kind: 'seller', status: 'unpaid' },
    ],
    counterparty: null,
    created_at: TEST_NOW,
    settled_at: null,
  });
  expect(await readBid(t, id)).toMatchObject({ status: 'accepted', awaiting: null });
  expect(await tradesOf(id)).toEqual([{ ...trade, side: 'buyer' }]);
});

test("BID-18 BID-21 the buyer accepts the seller's counter, on the counter's terms", async () => {
  const lot = await makeLot(t, 'seller', { farm_id });
  const first = await makeBid(t, 'buyer', lot);
  const counter = await counterBid(t, 'seller', first, { quantity_mt: 35, price: { amount: 655, unit: 'MT' } });
  const trade = await acceptBid(t, 'buyer', counter);
  expect(trade).toMatchObject({ side: 'buyer', bid_id: counter, quantity_mt: 35, price: { amount: 655 } });
  expect((await readBid(t, first)).status).toBe('countered');
  expect((await readListing(t, lot)).quantity_mt).toBe(65);
});

test.for([
  ['an empty body', {}, '200'],
  ['lines, which it has none of', { bid_items: ['No. 1 Canada'] }, '422 validation_failed: bid_items'],
  ['a field that nobody knows', { items: [] }, '422 validation_failed: items'],
] as const)('BID-25 CONV-7 a graded bid accepted with %s: %s', async ([, body, expected]) => {
  const id = await makeBid(t, 'buyer', await makeLot(t, 'seller', { farm_id }));
  expect(await accept(id, body)).toBe(expected);
});

const TAKEN: readonly (readonly [string, readonly unknown[], readonly string[], number])[] = [
  ['a name', ['No. 2 CWRS'], ['rejected', 'accepted', 'rejected'], 320],
  ['a name in another case', ['cw feed'], ['rejected', 'rejected', 'accepted'], 200],
  ['{grade}', [{ grade: 'No. 1 CWRS' }], ['accepted', 'rejected', 'rejected'], 310],
  ['{id}', [{ id: 0 }], ['accepted', 'rejected', 'rejected'], 310],
  ['several, mixed', [{ id: 2 }, 'No. 1 CWRS'], ['accepted', 'rejected', 'accepted'], 310],
  ['all of them', [{ grade: 'CW Feed' }, { id: 1 }, 'No. 1 CWRS'], ['accepted', 'accepted', 'accepted'], 320],
];

test.for(TAKEN)('BID-23 BID-49 BID-61 lines taken by %s', async ([, items, statuses, amount]) => {
  const bid = await placeLines(t, await makeUngraded(), PRICES);
  // A number stands for the id of the line in that place.
  const bid_items = items.map((item) => {
    const place = typeof item === 'object' && item !== null && 'id' in item ? Number(item.id) : undefined;
    return place === undefined ? item : { id: bid.grades?.[place]?.id };
  });
  const trade = await acceptBid(t, 'seller', bid.id, { bid_items });
  expect(trade).toMatchObject({ bid_id: bid.id, quantity_mt: 40, price: { amount, currency: 'CAD', unit: 'MT' } });
  expect(await linesOf(bid.id)).toEqual(statuses);
  expect((await readBid(t, bid.id)).status).toBe('accepted');
  expect(await tradesOf(bid.id)).toHaveLength(1);
});

test.for([
  [
    'BID-24 a grade of the commodity that the bid has no line for',
    { bid_items: ['No. 3 CWRS'] },
    'validation_failed: bid_items[0]',
  ],
  ['BID-24 a line of no bid', { bid_items: [{ id: 'line_0000000000000000' }] }, 'validation_failed: bid_items[0]'],
  ['BID-24 a line twice', { bid_items: ['CW Feed', { grade: 'cw feed' }] }, 'validation_failed: bid_items[1]'],
  ['BID-24 an empty array', { bid_items: [] }, 'validation_failed: bid_items'],
  ['BID-24 a number', { bid_items: [1] }, 'validation_failed: bid_items[0]'],
  ['BID-24 both forms in one', { bid_items: [{ id: 'x', grade: 'CW Feed' }] }, 'validation_failed: bid_items[0]'],
  ['BID-24 no array', { bid_items: 'CW Feed' }, 'validation_failed: bid_items'],
  ['BID-22 BID-62 nothing', undefined, 'bid_items_required: bid_items, bid_items, bid_items'],
  ['BID-22 BID-62 an empty body', {}, 'bid_items_required: bid_items, bid_items, bid_items'],
] as const)('%s: 422, and nothing has happened', async ([, body, expected]) => {
  const lot = await makeUngraded();
  const bid = await placeLines(t, lot, PRICES);
  const recorded = await recordEvents(t, async () => {
    expect(await accept(bid.id, body)).toBe(`422 ${expected}`);
  });
  expect(recorded).toEqual([]);
  expect(await readBid(t, bid.id)).toEqual(bid);
  expect((await readListing(t, lot)).quantity_mt).toBe(100);
});

test('BID-22 BID-62 what is missing is listed in the message and in the errors', async () => {
  const bid = await placeLines(t, await makeUngraded(), PRICES);
  const answer = await t.call('seller', 'POST', `/bids/${bid.id}/accept`);
  expect(answer.body).toMatchObject({
    error: { errors: Object.keys(PRICES).map((message) => ({ field: 'bid_items', message })) },
  });
  const { error } = answer.body as { error: { message: string } }; // Judged by the document in t.call.
  for (const grade of Object.keys(PRICES)) expect(error.message).toContain(grade);
});

test('BID-24 a line of another bid is no line of this one, and stays untouched', async () => {
  const lot = await makeUngraded();
  const one = await placeLines(t, lot, PRICES);
  const other = await placeLines(t, lot, { 'No. 3 CWRS': 250 });
  const bid_items = [{ id: other.grades?.[0]?.id }];
  expect(await accept(one.id, { bid_items })).toBe('422 validation_failed: bid_items[0]');
  await acceptBid(t, 'seller', one.id, { bid_items: ['CW Feed'] });
  expect(await linesOf(other.id)).toEqual(['pending']);
});

test('BID-23 BID-57 the buyer takes lines of a multi-grade counter', async () => {
  const bid = await placeLines(t, await makeUngraded(), PRICES);
  const body = linesBody({ 'No. 1 CWRS': 330, 'No. 3 CWRS': 260 });
  const countered = await t.call('seller', 'POST', `/bids/${bid.id}/counter`, { body });
  const { data: counter } = countered.body as { data: { id: string } }; // Judged by the document in t.call.
  expect(await linesOf(bid.id)).toEqual(['countered', 'countered', 'countered']);
  expect(await accept(counter.id, undefined, 'buyer')).toBe('422 bid_items_required: bid_items, bid_items');
  expect(await acceptBid(t, 'buyer', counter.id, { bid_items: ['No. 3 CWRS'] })).toMatchObject({ price: { amount: 260 } });
  expect(await linesOf(counter.id)).toEqual(['rejected', 'accepted']);
});

test('BID-26 the lines of a rejected bid are rejected', async () => {
  const bid = await placeLines(t, await makeUngraded(), PRICES);
  expect(outcomeOf(await t.call('seller', 'POST', `/bids/${bid.id}/reject`))).toBe('200');
  expect(await readBid(t, bid.id)).toMatchObject({ status: 'rejected', awaiting: null });
  expect(await linesOf(bid.id)).toEqual(['rejected', 'rejected', 'rejected']);
});

test('BID-30 acceptance takes the quantity off the lot, and the last of it takes the lot off the market with its bids', async () => {
  const lot = await makeLot(t, 'seller', { farm_id, quantity_mt: 0.3 });
  const [tenth, rest, other, countered] = [
    await makeBid(t, 'buyer', lot, { quantity_mt: 0.1 }),
    await makeBid(t, 'buyer', lot, { quantity_mt: 0.2 }),
    await makeBid(t, 'rival', lot, { quantity_mt: 0.3 }),
    await makeBid(t, 'rival', lot, { quantity_mt: 0.1 }),
  ];
  const counter = await counterBid(t, 'seller', countered, { quantity_mt: 0.1 });
  await acceptBid(t, 'seller', tenth);
  expect(await readListing(t, lot)).toMatchObject({ status: 'listed', quantity_mt: 0.2 });
  expect((await readBid(t, other, 'rival')).status).toBe('pending');
  // What asks for more than is left waits for the seller to have more.
  expect(await accept(other)).toBe('422 validation_failed: quantity_mt');

  await acceptBid(t, 'seller', rest);
  expect(await readListing(t, lot)).toMatchObject({ status: 'unlisted', quantity_mt: 0 });
  expect(outcomeOf(await t.call('buyer', 'GET', `/inventory/${lot}`))).toBe('404 not_found');
  const statuses = await Promise.all([other, counter, countered].map(async (id) => (await readBid(t, id, 'rival')).status));
  expect(statuses).toEqual(['rejected', 'rejected', 'countered']);
  expect(await accept(other)).toBe('422 bid_not_pending');
});

test('BID-30 LST-6 a bid that asks for more than is left is accepted once there is more', async () => {
  const lot = await makeLot(t, 'seller', { farm_id });
  const id = await makeBid(t, 'buyer', lot, { quantity_mt: 80 });
  await t.call('seller', 'PATCH', `/me/inventory/${lot}`, { body: { quantity_mt: 79.99 } });
  expect(await accept(id)).toBe('422 validation_failed: quantity_mt');
  await t.call('seller', 'PATCH', `/me/inventory/${lot}`, { body: { quantity_mt: 80 } });
  expect(await accept(id)).toBe('200');
});

test('CONV-7 a PlaceBid is no body for an acceptance', async () => {
  const id = await makeBid(t, 'buyer', await makeLot(t, 'seller', { farm_id }));
  expect(await accept(id, bidBody())).toBe('422 validation_failed: price, quantity_mt, delivery');
});
