/** The seller's inbox, and the bids on one listing. */
import type { Page, ReceivedBid, ReceivedBids } from '#spec';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { grantToken } from '../../testing/grant-token.ts';
import {
  acceptBid,
  counterBid,
  itemsIn,
  linesBody,
  moveClock,
  outcomeOf,
  readListing,
  readReceived,
} from '../../testing/moves.ts';
import type { TestMock } from '../../testing/open-mock.ts';
import { makeBid, makeFarm, makeLot, openTestMock } from '../../testing/open-mock.ts';

let t: TestMock;
beforeAll(async () => {
  t = await openTestMock({ lots: 20 });
});
afterAll(() => t[Symbol.asyncDispose]());

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

test('LST-12 LST-21 LST-14 a listing with what a seller needs to know of it, and its bids in full', async () => {
  const graded = await makeLot(t, seller, { farm_id, ...WHEAT, quantity_mt: 200 });
  const ungraded = await makeLot(t, seller, { farm_id, commodity: 'cwrs-wheat', grade: null });
  await place(graded, 330);
  await t.call('buyer_sandbox', 'POST', `/inventory/${ungraded}/bids`, {
    body: linesBody({ 'CW Feed': 200, 'No. 2 CWRS': 320 }),
  });
  const { items } = await readInbox();
  const { reference } = await readListing(t, graded, seller);
  const commodity = { slug: 'cwrs-wheat', name: 'CWRS Wheat' };
  expect(items.map(({ listing }) => listing)).toEqual([
    { id: graded, reference, commodity, grade: 'No. 1 CWRS', quantity_mt: 200 },
    { id: ungraded, reference: (await readListing(t, ungraded, seller)).reference, commodity, grade: null, quantity_mt: 100 },
  ]);
  for (const { listing, bids } of items) expect(bids).toEqual(await readReceived(t, listing.id, seller));
  expect(items[0]?.bids[0]).not.toHaveProperty('grades');
  expect(items[1]?.bids[0]?.grades).toHaveLength(2);
  for (const field of ['delivery', 'fob_farm', 'expires_at', 'buyer_label', 'buyer_type', 'type']) {
    expect(items[0]?.bids[0]).toHaveProperty(field);
  }
});

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

test('LST-23 PAGE-15 what ties in price and age stands in the order of its ids, so that pages are stable', async () => {
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

test('LST-12 LST-13 pending and countered bids alone, and none that has expired', async () => {
  const lot = await makeLot(t, seller, { farm_id, ...WHEAT, quantity_mt: 1000 });
  const pending = await place(lot, 301);
  const accepted = await place(lot, 302);
  const rejected = await place(lot, 303);
  const countered = await place(lot, 304);
  const short = await makeBid(t, 'buyer_sandbox', lot, {
    price: { amount: 305, unit: 'MT' },
    expires_at: '2099-01-01T00:00:00Z',
  });
  const replaced = await makeBid(t, 'buyer_sandbox', lot, {
    price: { amount: 306, unit: 'MT' },
    expires_at: '2099-01-01T00:00:00Z',
  });
  await acceptBid(t, seller, accepted);
  await t.call(seller, 'POST', `/bids/${rejected}/reject`);
  const counter = await counterBid(t, seller, countered, { price: { amount: 307, unit: 'MT' } });
  const answer = await counterBid(t, seller, replaced, { price: { amount: 308, unit: 'MT' } });
  expect(await readOrder()).toEqual([[answer, counter, replaced, short, countered, pending]]);
  const { items } = await readInbox();
  const states = Object.fromEntries((items[0]?.bids ?? []).map(({ id, status, awaiting }) => [id, `${status} ${awaiting}`]));
  expect(states).toEqual({
    [answer]: 'pending buyer',
    [counter]: 'pending buyer',
    [replaced]: 'countered null',
    [short]: 'pending seller',
    [countered]: 'countered null',
    [pending]: 'pending seller',
  });

  // In the store, since the clock is everybody's: a bid whose expiry has come is out of the inbox, countered or not.
  const { store, clock } = t.mock.worlds.default;
  const expire = (id: string): Promise<unknown> =>
    store.write((tx) => tx.updateTable('bids').set({ expires_at: clock.now() }).where('id', '=', id).execute());
  await expire(countered);
  await expire(replaced);
  await store.write((tx) =>
    tx.updateTable('bids').set({ expires_at: clock.now(), status: 'expired' }).where('id', '=', short).execute(),
  );
  expect(await readOrder()).toEqual([[answer, counter, pending]]);
});

test('LST-11 the bids on one listing: all of them, newest first, or those of one status', async () => {
  const lot = await makeLot(t, seller, { farm_id, ...WHEAT });
  const other = await makeLot(t, seller, { farm_id, ...WHEAT });
  await place(other, 300);
  const first = await place(lot, 300);
  moveClock(t, 1);
  const second = await place(lot, 299);
  await t.call(seller, 'POST', `/bids/${first}/reject`);
  const read = async (query: string): Promise<string[]> =>
    itemsIn<ReceivedBid>(await t.call(seller, 'GET', `/me/inventory/${lot}/bids${query}`)).map(({ id }) => id);
  expect(await read('')).toEqual([second, first]);
  expect(await read('?status=pending')).toEqual([second]);
  expect(await read('?status=rejected')).toEqual([first]);
  for (const status of ['accepted', 'countered', 'expired']) expect(await read(`?status=${status}`)).toEqual([]);
  expect(await read('?limit=1&offset=1')).toEqual([first]);
  expect((await t.call(seller, 'GET', `/me/inventory/${lot}/bids?limit=1`)).body).toMatchObject({
    total: 2,
    limit: 1,
    offset: 0,
  });
  for (const status of ['cancelled', 'Pending', '']) {
    expect(outcomeOf(await t.call(seller, 'GET', `/me/inventory/${lot}/bids?status=${status}`))).toBe(
      '400 invalid_filter: status',
    );
  }
});

test('LST-12 the inbox needs both scopes, and the bids of a listing one', async () => {
  const lot = await makeLot(t, seller, { farm_id, ...WHEAT });
  for (const [scopes, inbox, bids] of [
    ['listings.read bids.read', '200', '200'],
    ['listings.read', '403 insufficient_scope', '200'],
    ['bids.read', '403 insufficient_scope', '403 insufficient_scope'],
  ] as const) {
    const token = await grantToken(t, seller, { scopes });
    expect(outcomeOf(await t.call(token, 'GET', '/me/bids-received'))).toBe(inbox);
    expect(outcomeOf(await t.call(token, 'GET', `/me/inventory/${lot}/bids`))).toBe(bids);
  }
});

test("LST-12 INV-23 nobody else's bids are in the inbox, nor those of the other mode", async () => {
  await place(await makeLot(t, seller, { farm_id, ...WHEAT }), 300);
  const live = await makeLot(t, 'partner');
  await makeBid(t, 'buyer', live);
  const sandbox = await makeLot(t, 'partner_sandbox');
  await makeBid(t, 'buyer_sandbox', sandbox);
  const lotsOf = async (who: string): Promise<string[]> =>
    itemsIn<ReceivedBids>(await t.call(who, 'GET', '/me/bids-received?limit=50')).map(({ listing }) => listing.id);
  expect(await lotsOf('partner')).toContain(live);
  expect(await lotsOf('partner')).not.toContain(sandbox);
  expect(await lotsOf('partner_sandbox')).toContain(sandbox);
  expect(await lotsOf('partner_sandbox')).not.toContain(live);
  expect(await lotsOf(seller)).toHaveLength(1);
});

test('BID-56 LST-13 units change the quantities of the bids, and not their order', async () => {
  const lot = await makeLot(t, seller, { farm_id, ...WHEAT });
  const [low, high] = [await place(lot, 300), await place(lot, 301)];
  const { items } = await readInbox('?units=LB');
  expect(items[0]?.bids.map(({ id, quantity }) => ({ id, quantity }))).toEqual(
    [high, low].map((id) => ({ id, quantity: { amount: 88_184.9049, unit: 'LB' } })),
  );
});

test('PRIV-7 a verified elevator is named by its company, everybody else is a Buyer', async () => {
  const lot = await makeLot(t, seller, { farm_id, ...WHEAT });
  const { reader: db, write } = t.mock.worlds.default.store;
  const elevator = await db
    .selectFrom('tokens')
    .innerJoin('teams', 'teams.id', 'tokens.team_id')
    .select(['teams.id', 'teams.name'])
    .where('token', '=', 'dev_elevator')
    .executeTakeFirstOrThrow();
  const labelOf = async (who: string): Promise<unknown[]> => {
    const id = await place(lot, 300, 'MT', who);
    const bid = (await readReceived(t, lot, seller)).find((received) => received.id === id);
    return [bid?.buyer_label, bid?.buyer_type, bid?.counterparty];
  };
  expect(await labelOf('buyer_sandbox')).toEqual(['Buyer', 'buyer', null]);
  expect(await labelOf('elevator_sandbox')).toEqual([elevator.name, 'elevator', null]);
  await write((tx) => tx.updateTable('teams').set({ is_verified_elevator: 0 }).where('id', '=', elevator.id).execute());
  expect(await labelOf('elevator_sandbox')).toEqual(['Buyer', 'elevator', null]);
  await write((tx) => tx.updateTable('teams').set({ is_verified_elevator: 1 }).where('id', '=', elevator.id).execute());
});
