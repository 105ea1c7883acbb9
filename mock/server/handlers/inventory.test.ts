/** What a buyer sees of a lot, and when. Filters and sorts are tested beside the store. */
import type { Inventory, InventoryFilters, PlaceListing } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestMock } from '../../testing/open-mock.ts';
import { TEST_NOW, bidBody, makeBid, makeFarm, makeLot, openTestMock } from '../../testing/open-mock.ts';
import { inventoryIn, listingIn, pageIn, verdictOf } from '../../testing/read-answer.ts';

let t: TestMock;
let farm_id: string;
beforeAll(async () => {
  t = await openTestMock();
  farm_id = await makeFarm(t, 'seller');
});
afterAll(() => t[Symbol.asyncDispose]());

const FULL: Omit<PlaceListing, 'farm_id'> = {
  commodity: 'cwrs-wheat',
  variety: 'AAC Brandon',
  grade: 'No. 1 CWRS',
  crop_year: 2025,
  quantity_mt: 240.5,
  is_organic: true,
  target_price: { amount: 312.5, firm: true },
  quality: { protein: 13.4, moisture: 12.1, test_weight: 80.5, dockage: 0.8, falling_number: 340 },
};

async function readLot(id: string, who = 'buyer', query = ''): Promise<Inventory> {
  return inventoryIn(await t.call(who, 'GET', `/inventory/${id}${query}`));
}

test('INV-2 INV-14 INV-17 INV-18 INV-19 CONV-1 FMT-1 FMT-2 FMT-3 FMT-4 FMT-6 FMT-7 a lot is what its seller submitted, anonymized', async () => {
  const made = await t.call('seller', 'POST', '/me/inventory', { body: { ...FULL, farm_id } });
  const { id } = listingIn(made);
  expect(id).toMatch(/^inv_/);
  expect((await t.call('buyer', 'GET', `/inventory/${id}`)).body).toEqual({
    data: {
      id,
      commodity: { slug: 'cwrs-wheat', name: 'CWRS Wheat' },
      variety: 'AAC Brandon',
      grade: 'No. 1 CWRS',
      is_organic: true,
      crop_year: 2025,
      quantity_mt: 240.5,
      quantity: { amount: 240.5, unit: 'MT' },
      asking_price: { amount: 312.5, currency: 'CAD', unit: 'MT', firm: true },
      quality: { protein: 13.4, moisture: 12.1, test_weight: 80.5, dockage: 0.8, falling_number: 340 },
      location: { province: 'SK', nearest_city: 'Swift Current' },
      listed_at: TEST_NOW,
      expires_at: null,
    },
  });
});

test('INV-2 INV-20 FMT-3 what a seller left out is there, as null', async () => {
  const id = await makeLot(t, 'seller', { farm_id, grade: null, crop_year: null, target_price: null });
  const lot = await readLot(id);
  expect(lot).toMatchObject({
    variety: null,
    grade: null,
    crop_year: null,
    asking_price: null,
    expires_at: null,
    is_organic: false,
  });
  expect(lot.quality).toEqual({ protein: null, moisture: null, test_weight: null, dockage: null, falling_number: null });
});

test('INV-1 INV-14 an item of the list is what is read alone', async () => {
  const page = pageIn<Inventory>(await t.call('reader', 'GET', '/inventory?limit=50&units=LB'));
  expect(page.items).toHaveLength(50);
  for (const item of page.items) expect(await readLot(item.id, 'buyer', '?units=LB')).toEqual(item);
});

test('INV-17 a change of the target price is a change of the asking price', async () => {
  const id = await makeLot(t, 'seller', { farm_id });
  const steps = [
    [
      { amount: 700, firm: true },
      { amount: 700, currency: 'CAD', unit: 'MT', firm: true },
    ],
    [
      { amount: 700.25, firm: false },
      { amount: 700.25, currency: 'CAD', unit: 'MT', firm: false },
    ],
    [null, null],
  ] as const;
  for (const [target_price, asking_price] of steps) {
    await t.call('seller', 'PATCH', `/me/inventory/${id}`, { body: { target_price } });
    expect((await readLot(id)).asking_price).toEqual(asking_price);
  }
});

/** How a lot that was on offer leaves the market. */
const LEAVING: readonly (readonly [how: string, leave: (id: string) => Promise<unknown>])[] = [
  ['is unlisted', (id) => t.call('seller', 'PATCH', `/me/inventory/${id}`, { body: { listed: false } })],
  ['is archived', (id) => t.call('seller', 'DELETE', `/me/inventory/${id}`)],
  [
    'is sold out',
    async (id) => {
      const bid = await makeBid(t, 'buyer', id, { quantity_mt: 100 });
      return t.call('seller', 'POST', `/bids/${bid}/accept`);
    },
  ],
  [
    'expires',
    async (id) => {
      const world = t.mock.worlds.default;
      await world.store.write((tx) =>
        tx.updateTable('lots').set({ expires_at: '2026-06-10T12:00:01.000Z' }).where('id', '=', id).execute(),
      );
      await world.rearm();
      world.clock.set(Date.parse(TEST_NOW) + 1000);
    },
  ],
];

test.for(LEAVING)('INV-15 INV-22 a lot that %s is gone from the list, the filters and by its id', async ([, leave]) => {
  t.mock.worlds.default.clock.set(Date.parse(TEST_NOW));
  const id = await makeLot(t, 'seller', { farm_id, crop_year: 1987 });
  const find = async (): Promise<string> => {
    const { total } = pageIn(await t.call('buyer', 'GET', '/inventory?crop_year=1987'));
    const { data } = (await t.call('buyer', 'GET', '/inventory/filters')).body as { data: InventoryFilters }; // judged by the document in `call`
    return `${total} ${data.crop_years.includes(1987)} ${verdictOf(await t.call('buyer', 'GET', `/inventory/${id}`))}`;
  };
  expect(await find()).toBe('1 true 200');
  await leave(id);
  expect(await find()).toBe('0 false 404 not_found');
  expect(verdictOf(await t.call('buyer', 'POST', `/inventory/${id}/bids`, { body: bidBody() }))).toBe('404 not_found');
  expect((await t.call('seller', 'GET', `/me/inventory/${id}`)).status).toBe(200);
});

test('INV-15 INV-22 a lot is on offer up to the instant it expires at, and a draft never is', async () => {
  const world = t.mock.worlds.default;
  world.clock.set(Date.parse(TEST_NOW));
  const id = await makeLot(t, 'seller', { farm_id });
  const draft = await makeLot(t, 'seller', { farm_id, list: false });
  await world.store.write((tx) =>
    tx.updateTable('lots').set({ expires_at: '2026-06-10T12:00:02.000Z' }).where('id', '=', id).execute(),
  );
  await world.rearm();
  world.clock.set(Date.parse(TEST_NOW) + 1999);
  expect((await t.call('buyer', 'GET', `/inventory/${id}`)).status).toBe(200);
  expect((await t.call('buyer', 'GET', `/inventory/${draft}`)).status).toBe(404);
  world.clock.set(Date.parse(TEST_NOW) + 2000);
  expect((await t.call('buyer', 'GET', `/inventory/${id}`)).status).toBe(404);
  world.clock.set(Date.parse(TEST_NOW));
});

async function readFilters(who: string): Promise<InventoryFilters> {
  const answer = await t.call(who, 'GET', '/inventory/filters');
  expect(answer.status).toBe(200);
  const { data } = answer.body as { data: InventoryFilters }; // judged by the document in `call`
  return data;
}

test.for([
  ['buyer', 1],
  ['reader_sandbox', 0],
] as const)('INV-12 INV-13 INV-25 CONV-9 the filters of %s are the values that occur in the list', async ([who, livemode]) => {
  const lots = await t.mock.worlds.default.store.reader
    .selectFrom('lots')
    .selectAll()
    .where('status', '=', 'listed')
    .where('livemode', '=', livemode)
    .execute();
  const known = <Value>(values: readonly (Value | null)[]): Set<Value> => new Set(values.filter((value) => value !== null));
  const filters = await readFilters(who);
  expect(new Set(filters.commodities.map(({ slug }) => slug))).toEqual(known(lots.map((lot) => lot.commodity)));
  expect(new Set(filters.grades)).toEqual(known(lots.map((lot) => lot.grade)));
  expect(new Set(filters.provinces)).toEqual(known(lots.map((lot) => lot.province)));
  expect(new Set(filters.crop_years)).toEqual(known(lots.map((lot) => lot.crop_year)));
  for (const values of [filters.commodities.map(({ slug }) => slug), filters.grades, filters.provinces, filters.crop_years]) {
    const texts = values.map(String);
    expect(texts).toHaveLength(new Set(texts).size);
    expect(texts.length).toBeGreaterThan(0);
  }
});

/** One unit in tonnes, by the definition of the pound; a bushel of canola weighs 50. */
const TONNES: Readonly<Record<string, number>> = {
  MT: 1,
  LB: 0.000_453_592_37,
  CWT: 0.045_359_237,
  ST: 0.907_184_74,
  BU: 0.022_679_618_5,
};

test.for(Object.keys(TONNES))('FMT-8 FMT-9 units=%s renders the quantity in it, and nothing else', async (unit) => {
  const id = await makeLot(t, 'seller', { farm_id, quantity_mt: 123.45 });
  const plain = await readLot(id);
  const { quantity, ...rest } = await readLot(id, 'buyer', `?units=${unit}`);
  expect(quantity.unit).toBe(unit);
  expect(Math.abs(quantity.amount - 123.45 / (TONNES[unit] ?? 0))).toBeLessThanOrEqual(0.000_05);
  expect({ ...rest, quantity: plain.quantity }).toEqual(plain);
});

test('FMT-8 without units the quantity is in tonnes', async () => {
  const id = await makeLot(t, 'seller', { farm_id });
  expect(await readLot(id, 'buyer', '?units=MT')).toEqual(await readLot(id));
  expect((await readLot(id)).quantity).toEqual({ amount: 100, unit: 'MT' });
});

test('MKT-6 units is taken at the three market endpoints, where it changes nothing', async () => {
  for (const path of ['/market/commodities', '/market/prices', '/market/prices/canola/history']) {
    const plain = pageIn(await t.call('reader', 'GET', path));
    for (const unit of Object.keys(TONNES)) {
      expect(pageIn(await t.call('reader', 'GET', `${path}?units=${unit}`)).items).toEqual(plain.items);
    }
    expect(verdictOf(await t.call('reader', 'GET', `${path}?units=KG`))).toBe('400 invalid_filter');
  }
});

test.for(['MT', 'BU', 'LB', 'CWT', 'ST'])(
  'INV-24 FMT-8 in %s a lot is found at the very amount that is shown of it',
  async (units) => {
    const list = async (query: string): Promise<Inventory[]> =>
      pageIn<Inventory>(await t.call('buyer', 'GET', `/inventory?units=${units}&limit=50${query}`)).items;
    for (const { id, quantity } of (await list('')).slice(0, 12)) {
      const found = await list(`&min_quantity=${quantity.amount}&max_quantity=${quantity.amount}`);
      expect(found.map((lot) => lot.id)).toContain(id);
    }
  },
);
