/** The seller's inbox, and the bids on one listing. */
import type { Page, ReceivedBids } from '#spec';
import { beforeEach, expect, test } from 'vitest';
import { linesBody, moveClock } from '../../testing/moves.ts';
import { outcomeOf } from '../../testing/answers.ts';
import { makeBid, makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';

const t = useMock({ lots: 20 });

/** A seller without any bids, for each test. */
let seller: string;
let farm_id: string;
beforeEach(async () => {
  const made = await t.call('seller_sandbox', 'POST', '/sandbox/users', { body: { role: 'seller' } });
  const { data } = made.body as { data: { access_token: string } }; // Judged by the document in t.call.
  seller = data.access_token;
  farm_id = await makeFarm(t, seller);
});

const WHEAT = { commodity: 'cwrs-wheat', grade: 'No. 1 CWRS' };

function place(lot: string, amount: number, unit: 'MT' | 'BU' | 'LB' = 'MT', who = 'buyer_sandbox'): Promise<string> {
  return makeBid(t, who, lot, { price: { amount, unit } });
}

async function readInbox(query = ''): Promise<Page<ReceivedBids>> {
  const answer = await t.call(seller, 'GET', `/me/bids-received${query}`);
  expect(answer.status).toBe(200);
  return answer.body as Page<ReceivedBids>; // Judged by the document in t.call.
}

/** The ids of the bids, listing by listing. */
async function readOrder(query = ''): Promise<string[][]> {
  return (await readInbox(query)).items.map(({ bids }) => bids.map(({ id }) => id));
}

test('LST-12 LST-23 BID-60 the bids of a listing by price per tonne, whatever their units; of equal ones the older first', async () => {
  const lot = await makeLot(t, seller, { farm_id, ...WHEAT });
  // A bushel of wheat is 0.0272 t: 9 CAD are 330.69 a tonne; 0.15 CAD a pound are 330.69 as well.
  const low = await place(lot, 300);
  const bushels = await place(lot, 9, 'BU');
  moveClock(t, 1);
  const pounds = await place(lot, 0.15, 'LB');
  const high = await place(lot, 331);
  const between = await place(lot, 8.5, 'BU');
  expect(await readOrder()).toEqual([[high, bushels, pounds, between, low]]);
});

test('LST-23 PAGE-15 ties in price and age are ordered by id', async () => {
  const lots = await Promise.all([1, 2, 3, 4].map(() => makeLot(t, seller, { farm_id, ...WHEAT })));
  for (const lot of lots) for (let made = 0; made < 3; made += 1) await place(lot, 300);
  const { items } = await readInbox();
  expect(items.map(({ listing }) => listing.id)).toEqual(lots.toSorted());
  for (const { bids } of items) expect(bids.map(({ id }) => id)).toEqual(bids.map(({ id }) => id).toSorted());
});

test('LST-13 LST-23 the listings by their best bid, a multi-grade bid by its highest line', async () => {
  const graded = await makeLot(t, seller, { farm_id, ...WHEAT });
  const ungraded = await makeLot(t, seller, { farm_id, commodity: 'cwrs-wheat', grade: null });
  const third = await makeLot(t, seller, { farm_id, ...WHEAT });
  const lines = async (prices: Record<string, number>): Promise<string> => {
    const placed = await t.call('buyer_sandbox', 'POST', `/inventory/${ungraded}/bids`, { body: linesBody(prices) });
    return (placed.body as { data: { id: string } }).data.id; // Judged by the document in t.call.
  };
  const a = await place(graded, 310);
  const b = await place(graded, 305);
  const c = await lines({ 'CW Feed': 200, 'No. 1 CWRS': 340, 'No. 2 CWRS': 290 });
  const d = await lines({ 'No. 1 CWRS': 300, 'No. 2 CWRS': 299 });
  const e = await place(third, 320);
  expect(await readOrder()).toEqual([[c, d], [e], [a, b]]);
});

test('LST-23 PAGE-10 PAGE-14 pages count listings, in the same order', async () => {
  const ids: string[] = [];
  for (const amount of [301, 302, 303]) {
    const lot = await makeLot(t, seller, { farm_id, ...WHEAT });
    await place(lot, 250);
    ids.unshift(await place(lot, amount));
  }
  const first = await readInbox('?limit=2');
  expect(first).toMatchObject({ total: 3, limit: 2, offset: 0 });
  expect(first.items.map(({ bids }) => bids.map(({ id }) => id)[0])).toEqual(ids.slice(0, 2));
  const second = await readInbox('?limit=2&offset=2');
  expect(second).toMatchObject({ total: 3, limit: 2, offset: 2 });
  expect(second.items.map(({ bids }) => bids[0]?.id)).toEqual(ids.slice(2));
  expect(second.items[0]?.bids).toHaveLength(2);
  expect(await readInbox('?offset=3')).toMatchObject({ items: [], total: 3 });
  expect(outcomeOf(await t.call(seller, 'GET', '/me/bids-received?limit=51'))).toBe('400 invalid_filter: limit');
});
