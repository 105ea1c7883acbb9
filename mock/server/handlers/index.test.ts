/** Every operation once, as it succeeds; and what holds of every answer whatever operation it is of. */
import type { Bid } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS, nameOf } from '../../testing/endpoints.ts';
import type { Answer, TestMock } from '../../testing/open-mock.ts';
import { bidBody, makeBid, makeFarm, makeLot, openTestMock } from '../../testing/open-mock.ts';
import { pageIn } from '../../testing/read-answer.ts';

let t: TestMock;
/** An id of each kind, by the id that stands for it in ENDPOINTS: those that an operation uses up are made for it. */
let ids: Record<string, string>;
beforeAll(async () => {
  t = await openTestMock({ lots: 200 });
  const { reader: db } = t.mock.worlds.default.store;
  const farm = await makeFarm(t, 'seller');
  const lot = await makeLot(t, 'seller', { farm_id: farm });
  const trade = await db
    .selectFrom('trades')
    .select('id')
    .where('buyer_team_id', '=', 'tm_de00000000000001')
    .where('livemode', '=', 1)
    .executeTakeFirstOrThrow();
  const cashBid = await db
    .selectFrom('cash_bids')
    .select('id')
    .where('team_id', '=', 'tm_de00000000000003')
    .where('livemode', '=', 1)
    .executeTakeFirstOrThrow();
  ids = {
    inv_0: lot,
    farm_0: farm,
    trd_0: trade.id,
    tm_0: 'tm_de00000000000001',
    cb_0: cashBid.id,
    bid_0: await makeBid(t, 'buyer', lot),
  };
});
afterAll(() => t[Symbol.asyncDispose]());

const FARM = { name: 'Far', latitude: 51.5, longitude: -110.25, nearest_city: 'Oyen', nearest_province: 'AB' };
const CASH_BID = {
  commodity: 'canola',
  price: { amount: 660, unit: 'MT' },
  quantity_mt: 50,
  delivery: { from: '2026-09-01', to: '2026-09-30' },
  delivery_location_id: 1001,
};

/** Who succeeds with what, and with which status; in an order in which nothing is used before it is there. */
const SUCCESSES: readonly (readonly [name: string, who: string, status: number, body?: () => object])[] = [
  ['GET /inventory', 'buyer', 200],
  ['GET /inventory/filters', 'buyer', 200],
  ['GET /inventory/inv_0', 'buyer', 200],
  ['POST /inventory/inv_0/bids', 'buyer', 201, () => bidBody()],
  ['GET /bids', 'buyer', 200],
  ['GET /bids/bid_0', 'buyer', 200],
  ['POST /bids/bid_0/accept', 'seller', 200],
  ['POST /bids/bid_0/reject', 'seller', 200],
  ['POST /bids/bid_0/counter', 'seller', 201, () => bidBody()],
  ['GET /delivery-locations', 'elevator', 200],
  ['GET /market/commodities', 'reader', 200],
  ['GET /market/prices', 'reader', 200],
  ['GET /market/prices/canola/history', 'reader', 200],
  ['GET /trades', 'buyer', 200],
  ['GET /trades/trd_0', 'buyer', 200],
  ['GET /teams', 'buyer', 200],
  ['GET /teams/tm_0', 'buyer', 200],
  ['GET /cash-bids', 'elevator', 200],
  ['POST /cash-bids', 'elevator', 201, () => CASH_BID],
  ['PATCH /cash-bids/cb_0', 'elevator', 200, () => ({ is_active: false })],
  ['GET /cash-bids/cb_0/offers', 'elevator', 200],
  ['POST /cash-bid-offers/cbo_0/accept', 'elevator', 200],
  ['POST /cash-bid-offers/cbo_0/reject', 'elevator', 200],
  ['POST /webhooks', 'buyer', 201, () => ({ url: 'http://127.0.0.1:9/', events: ['bid.accepted'] })],
  ['GET /webhooks', 'buyer', 200],
  ['GET /webhooks/whk_0/deliveries', 'buyer', 200],
  ['POST /webhooks/whk_0/deliveries/whd_0/redeliver', 'buyer', 200],
  ['DELETE /webhooks/whk_0', 'buyer', 200],
  ['POST /me/farms', 'seller_sandbox', 201, () => FARM],
  ['POST /sandbox/simulate-event', 'seller_sandbox', 200, () => ({ event: 'bid.received' })],
  ['POST /sandbox/users', 'buyer_sandbox', 201, () => ({ role: 'seller' })],
  ['GET /grades', 'reader', 200],
  ['GET /me/farms', 'seller', 200],
  ['GET /me/farms/farm_0', 'seller', 200],
  ['PATCH /me/farms/farm_0', 'seller', 200, () => ({ name: 'Farther' })],
  ['POST /me/inventory', 'seller', 201, () => ({ commodity: 'rye', farm_id: ids['farm_0'], quantity_mt: 3 })],
  ['GET /me/inventory', 'seller', 200],
  ['GET /me/inventory/inv_0', 'seller', 200],
  ['GET /me/inventory/inv_0/bids', 'seller', 200],
  ['GET /me/bids-received', 'seller', 200],
  ['PATCH /me/inventory/inv_0', 'seller', 200, () => ({ listed: true })],
  ['DELETE /me/inventory/inv_0', 'seller', 200],
];

/** What an operation uses up. */
async function supply(name: string): Promise<void> {
  const { reader: db, write } = t.mock.worlds.default.store;
  if (name.startsWith('POST /bids/')) ids['bid_0'] = await makeBid(t, 'buyer', ids['inv_0'] ?? '', { quantity_mt: 5 });
  if (name.startsWith('POST /cash-bid-offers/')) {
    const offer = await db.selectFrom('offers').selectAll().executeTakeFirstOrThrow();
    const id = name.endsWith('accept') ? 'cbo_taken' : 'cbo_refused';
    ids['cbo_0'] = id;
    await write((tx) =>
      tx
        .insertInto('offers')
        .values({ ...offer, id, cash_bid_id: ids['cb_0'] ?? '', livemode: 1, status: 'pending', trade_id: null })
        .execute(),
    );
  }
  if (name.endsWith('/redeliver')) {
    const sent = {
      id: 'whd_failed',
      subscription_id: ids['whk_0'] ?? '',
      event_id: 'evt_1',
      event: 'bid.accepted',
      status: 'failed',
      response_status: 500,
    } as const;
    const rest = {
      attempts: 5,
      delivered_at: null,
      created_at: '2026-06-10T12:00:00.000Z',
      error: null,
      request_body: '{}',
      signature: '',
      duration_ms: 1,
    };
    await write((tx) =>
      tx
        .insertInto('events')
        .values({
          id: 'evt_1',
          type: 'bid.accepted',
          livemode: 1,
          created_at: rest.created_at,
          subject_id: ids['bid_0'] ?? '',
          data: '{}',
        })
        .execute(),
    );
    await write((tx) =>
      tx
        .insertInto('deliveries')
        .values({ ...sent, ...rest })
        .execute(),
    );
    ids['whd_0'] = 'whd_failed';
  }
}

async function succeed(name: string, who: string, body: (() => object) | undefined): Promise<Answer> {
  await supply(name);
  const [method = '', path = ''] = name.split(' ');
  const real = path.replaceAll(/\b(?:inv|bid|trd|tm|cb|cbo|whk|whd|farm)_0\b/g, (id) => ids[id] ?? id);
  return t.call(who, method, real, body === undefined ? {} : { body: body() });
}

test('OP-1 the table has all 42 operations', () => {
  expect(SUCCESSES.map(([name]) => name).toSorted()).toEqual(ENDPOINTS.map(nameOf).toSorted());
});

/** Which answers are lists, and which stand in `data`. */
const LISTS =
  /^GET \/(?:inventory|bids|delivery-locations|market\/.+|trades|teams|cash-bids|.+\/offers|webhooks|.+\/deliveries|grades|me\/farms|me\/inventory|me\/.+\/bids|me\/bids-received)$/;

const answers: Answer[] = [];

test.for(SUCCESSES)('OP-1 OP-4 CONV-1 CONV-5 CONV-8 CONV-9 %s succeeds for %s with %i', async ([name, who, status, body]) => {
  const answer = await succeed(name, who, body);
  answers.push(answer);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(Object.keys(answer.body as object).includes('items')).toBe(LISTS.test(name)); // an object, as the document says
  expect(Object.keys(answer.body as object).join()).toMatch(LISTS.test(name) ? /^items,limit,offset,total,/ : /^data$/); // see above
  if (name === 'POST /webhooks') ids['whk_0'] = (answer.body as { data: { id: string } }).data.id; // judged by the document in `call`
});

const PREFIXES: Readonly<Record<string, RegExp>> = {
  '/inventory': /^inv_\w+$/,
  '/bids': /^bid_\w+$/,
  '/trades': /^trd_\w+$/,
  '/teams': /^tm_\w+$/,
  '/cash-bids': /^cb_\w+$/,
  '/webhooks': /^whk_\w+$/,
  '/me/farms': /^farm_\w+$/,
  '/me/inventory': /^inv_\w+$/,
};
const OWNER: Readonly<Record<string, string>> = { '/cash-bids': 'elevator', '/me/farms': 'seller', '/me/inventory': 'seller' };

test('CONV-2 CONV-10 ids are strings with the prefix of their kind', async () => {
  await t.call('buyer', 'POST', '/webhooks', { body: { url: 'http://127.0.0.1:9/', events: ['bid.accepted'] } });
  for (const [path, prefix] of Object.entries(PREFIXES)) {
    const { items } = pageIn<{ id: string }>(await t.call(OWNER[path] ?? 'buyer', 'GET', `${path}?limit=50`));
    expect(items.length).toBeGreaterThan(0);
    for (const { id } of items) expect(id).toMatch(prefix);
  }
  const simulated = answers.map(({ text }) => /"buyer":\{"id":("[^"]+")/.exec(text)?.[1]).find((id) => id !== undefined);
  expect(simulated).toMatch(/^"\w+"$/);
});

test('CONV-3 CONV-4 PAGE-10 locations have whole numbers for ids, and references are words', async () => {
  const { items } = pageIn<{ id: unknown }>(await t.call('elevator', 'GET', '/delivery-locations'));
  expect(items.length).toBeGreaterThan(0);
  for (const { id } of items) expect(Number.isInteger(id)).toBe(true);
  for (const path of ['/bids', '/trades']) {
    const page = pageIn<{ reference: string }>(await t.call('buyer', 'GET', path));
    for (const { reference } of page.items) expect(reference).toMatch(/^[A-Z]{3}-[0-9A-Z]{8}$/);
  }
});

/** Where a quantity is rendered, and by whom it is read. */
const QUANTITIES: readonly (readonly [who: string, path: string])[] = [
  ['buyer', '/inventory'],
  ['buyer', '/bids'],
  ['buyer', '/trades'],
  ['elevator', '/cash-bids'],
  ['seller', '/me/inventory'],
  ['seller', '/me/bids-received'],
];
const POUNDS_PER: Readonly<Record<string, number>> = { LB: 1, CWT: 100, ST: 2000 };

interface Quantified {
  quantity_mt: number;
  quantity: { amount: number; unit: string };
}

/** Every object in an answer that has a quantity in both forms. */
function quantitiesIn(value: unknown): Quantified[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(quantitiesIn);
  return 'quantity_mt' in value && 'quantity' in value ? [value as Quantified, ...inner] : inner; // the document says what these two are
}

test.for(QUANTITIES)('FMT-8 FMT-9 BID-34 as %s, %s?units= changes the quantity alone', async ([who, path]) => {
  const plain = pageIn(await t.call(who, 'GET', `${path}?limit=50`));
  expect(pageIn(await t.call(who, 'GET', `${path}?limit=50&units=MT`)).items).toEqual(plain.items);
  const tonnes = quantitiesIn(plain.items);
  expect(tonnes.length).toBeGreaterThan(0);
  for (const { quantity_mt, quantity } of tonnes) expect(quantity).toEqual({ amount: quantity_mt, unit: 'MT' });
  for (const [unit, pounds] of Object.entries(POUNDS_PER)) {
    const { items } = pageIn(await t.call(who, 'GET', `${path}?limit=50&units=${unit}`));
    const rendered = quantitiesIn(items);
    expect(rendered.map(({ quantity_mt }) => quantity_mt)).toEqual(tonnes.map(({ quantity_mt }) => quantity_mt));
    for (const { quantity_mt, quantity } of rendered) {
      expect(quantity.unit).toBe(unit);
      expect(Math.abs(quantity.amount * pounds - (quantity_mt * 1000) / 0.45359237)).toBeLessThan(0.000_051 * pounds);
    }
    const bare = JSON.stringify(items, (key, value: unknown) => (key === 'quantity' ? undefined : value));
    expect(bare).toBe(JSON.stringify(plain.items, (key, value: unknown) => (key === 'quantity' ? undefined : value)));
  }
});

test('FMT-10 FMT-5 the instants and days of bids are ISO 8601', async () => {
  const { items } = pageIn<Bid>(await t.call('buyer', 'GET', '/bids?limit=50'));
  expect(items.length).toBeGreaterThan(5);
  for (const { expires_at, created_at, delivery } of items) {
    expect([expires_at, created_at].join(' ')).toMatch(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z ?){2}$/);
    expect(`${delivery.from} ${delivery.to}`).toMatch(/^\d{4}-\d\d-\d\d \d{4}-\d\d-\d\d$/);
  }
});
