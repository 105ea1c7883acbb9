/** Pages: pure, for every total, limit and offset; and over HTTP, for every list there is. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestMock } from '../../testing/open-mock.ts';
import { makeBid, makeFarm, makeLot, openTestMock } from '../../testing/open-mock.ts';
import { pageIn } from '../../testing/read-answer.ts';
import { viewPage } from './envelopes.ts';
import { show } from './seen.ts';

let t: TestMock;
let lot_id: string;
let cash_bid_id: string;
beforeAll(async () => {
  t = await openTestMock();
  lot_id = await makeLot(t, 'seller', { farm_id: await makeFarm(t, 'seller') });
  for (let count = 0; count < 8; count += 1) await makeBid(t, count % 2 === 0 ? 'buyer' : 'rival', lot_id);
  const { db } = t.mock.worlds.default.store;
  const team_id = 'tm_de00000000000003';
  const offered = await db
    .selectFrom('offers')
    .innerJoin('cash_bids', 'cash_bids.id', 'offers.cash_bid_id')
    .select('cash_bid_id')
    .where('cash_bids.livemode', '=', 1)
    .executeTakeFirstOrThrow();
  cash_bid_id = offered.cash_bid_id;
  await db.updateTable('cash_bids').set({ team_id }).where('id', '=', cash_bid_id).execute();
  const offer = await db.selectFrom('offers').selectAll().where('cash_bid_id', '=', cash_bid_id).executeTakeFirstOrThrow();
  for (let count = 0; count < 8; count += 1)
    await db
      .insertInto('offers')
      .values({ ...offer, id: `cbo_${count}`, trade_id: null })
      .execute();
  for (let count = 0; count < 8; count += 1) await subscribe(`whk_${count}`);
  for (let count = 0; count < 8; count += 1) await deliver(count);
});
afterAll(() => t[Symbol.asyncDispose]());

async function subscribe(id: string): Promise<void> {
  await t.mock.worlds.default.store.db
    .insertInto('subscriptions')
    .values({
      id,
      team_id: 'tm_de00000000000001',
      client_id: 'gristmill-desk',
      livemode: 1,
      url: 'http://127.0.0.1:9/',
      events: '["bid.accepted"]',
      secret: `whsec_${id}`,
      is_active: 1,
      created_at: '2026-06-10T12:00:00.000Z',
      deleted_at: null,
    })
    .execute();
}

async function deliver(number: number): Promise<void> {
  await t.mock.worlds.default.store.db
    .insertInto('deliveries')
    .values({
      seq: number + 1,
      id: `whd_${number}`,
      subscription_id: 'whk_0',
      event_id: `evt_${number}`,
      event: 'bid.accepted',
      status: 'failed',
      response_status: 500,
      attempts: 5,
      delivered_at: null,
      created_at: '2026-06-10T12:00:00.000Z',
      error: null,
      request_body: '{}',
      signature: '',
      duration_ms: 1,
    })
    .execute();
}

/** Where a list is read, by whom; every path with a query already. */
const LISTS: readonly (readonly [name: string, who: string, path: () => string])[] = [
  ['GET /inventory', 'buyer', () => '/inventory?units=MT'],
  ['GET /bids', 'buyer', () => '/bids?units=MT'],
  ['GET /trades', 'buyer', () => '/trades?units=MT'],
  ['GET /cash-bids', 'elevator', () => '/cash-bids?units=MT'],
  ['GET /cash-bids/{id}/offers', 'elevator', () => `/cash-bids/${cash_bid_id}/offers?x=1`],
  ['GET /me/inventory', 'seller', () => '/me/inventory?units=MT'],
  ['GET /me/inventory/{id}/bids', 'seller', () => `/me/inventory/${lot_id}/bids?units=MT`],
  ['GET /me/bids-received', 'seller', () => '/me/bids-received?units=MT'],
  ['GET /delivery-locations', 'elevator', () => '/delivery-locations?x=1'],
  ['GET /webhooks', 'buyer', () => '/webhooks?x=1'],
  ['GET /webhooks/{id}/deliveries', 'buyer', () => '/webhooks/whk_0/deliveries?x=1'],
  ['GET /me/farms', 'seller', () => '/me/farms?x=1'],
  ['GET /teams', 'partner', () => '/teams?x=1'],
  ['GET /grades', 'reader', () => '/grades?x=1'],
  ['GET /market/commodities', 'reader', () => '/market/commodities?units=MT'],
  ['GET /market/prices', 'reader', () => '/market/prices?units=MT'],
  ['GET /market/prices/{commodity}/history', 'reader', () => '/market/prices/canola/history?from=2026-03-01&units=MT'],
];

/** Follows a link of the mock, as a client does. */
function follow(who: string, link: string): ReturnType<TestMock['call']> {
  expect(link.startsWith(`${t.mock.base_url}/`)).toBe(true);
  return t.call(who, 'GET', link.slice(t.mock.base_url.length));
}

test.for(LISTS)(
  'PAGE-1 PAGE-2 PAGE-3 PAGE-9 PAGE-10 PAGE-11 PAGE-14 PAGE-16 %s is a paging object, of 20 from the first without parameters',
  async ([, who, path]) => {
    const answer = await t.call(who, 'GET', path());
    expect(answer.status).toBe(200);
    const page = pageIn(answer);
    expect(Object.keys(page).slice(0, 7)).toEqual(['items', 'limit', 'offset', 'total', 'next', 'previous', 'href']);
    expect(page).toMatchObject({ limit: 20, offset: 0, previous: null });
    expect(page.total).toBeGreaterThan(0);
    expect(page.items).toHaveLength(Math.min(20, page.total));
  },
);

test.for(LISTS)('PAGE-8 PAGE-12 %s past its end has no items, its true total, and a way back', async ([, who, path]) => {
  const { total } = pageIn(await t.call(who, 'GET', path()));
  for (const offset of [total, total + 1, total + 100, 9_007_199_254_740_991]) {
    const page = pageIn(await t.call(who, 'GET', `${path()}&limit=5&offset=${offset}`));
    expect(page).toMatchObject({ items: [], total, offset, limit: 5, next: null });
    const back = pageIn(await follow(who, page.previous ?? ''));
    expect(back.items.length).toBeGreaterThan(0);
    expect(back.next).toBeNull();
  }
});

test('PAGE-1 every total, limit and offset: next and previous are there when they should be, and lead there', () => {
  for (let total = 0; total <= 9; total += 1) {
    for (let limit = 1; limit <= 4; limit += 1) {
      for (let offset = 0; offset <= 12; offset += 1) {
        const items = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, () => show({}));
        const page = viewPage(items, { limit, offset, total }, (l, o) => `${l} from ${o}`);
        expect(page).toMatchObject({ items, limit, offset, total, href: `${limit} from ${offset}` });
        expect(page.next).toBe(offset + limit < total ? `${limit} from ${offset + limit}` : null);
        expect(page.previous === null).toBe(offset === 0);
        const before = Number((page.previous ?? '0 from 0').split(' from ')[1]);
        expect(before).toBeGreaterThanOrEqual(0);
        expect(before < offset || offset === 0).toBe(true);
        // Nothing is skipped on the way back, and past the end the way back leads to what there is.
        expect(before + limit).toBeGreaterThanOrEqual(Math.min(offset, total));
        expect(before === 0 || before < total).toBe(true);
      }
    }
  }
});
