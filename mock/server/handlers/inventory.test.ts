/** What buyers see of a lot, and when. */
import type { Inventory, InventoryFilters } from '#spec';
import { beforeAll, expect, test } from 'vitest';
import { inventoryIn, pageIn, verdictOf } from '../../testing/answers.ts';
import { TEST_NOW, bidBody, makeBid, makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';

const t = useMock();
let farm_id: string;
beforeAll(async () => {
  farm_id = await makeFarm(t, 'seller');
});

async function readLot(id: string, who = 'buyer', query = ''): Promise<Inventory> {
  return inventoryIn(await t.call(who, 'GET', `/inventory/${id}${query}`));
}

test('INV-17 changing the target price changes the asking price', async () => {
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

test.for(LEAVING)('INV-15 INV-22 a lot that %s is no longer in the list, in the filters, or under its id', async ([, leave]) => {
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

test('INV-24 filters ignore case, bounds are inclusive, and a lot without a value does not match', async () => {
  const measured = await makeLot(t, 'seller', {
    farm_id,
    commodity: 'flax',
    grade: 'No. 1 CW',
    quantity_mt: 240.5,
    crop_year: 1988,
    is_organic: true,
    quality: { protein: 13.4 },
  });
  const bare = await makeLot(t, 'seller', { farm_id, commodity: 'flax', grade: null, crop_year: 1988, target_price: null });
  const { store } = t.mock.worlds.default;
  await store.write((tx) => tx.updateTable('lots').set({ city_id: null }).where('id', '=', bare).execute());
  const rows = [
    ['commodity=FLAX&province=sk', [measured, bare]],
    ['commodity=canola,Flax', [measured, bare]],
    ['grade=no.%201%20cw', [measured]],
    ['min_protein=13.4', [measured]],
    ['min_protein=13.41', []],
    ['min_protein=0', [measured]],
    ['min_quantity=240.5&max_quantity=240.5', [measured]],
    ['min_quantity=240.51', []],
    ['max_quantity=100', [bare]],
    ['is_organic=true', [measured]],
    ['near=0,0,20100', [measured]],
  ] as const;
  for (const [query, expected] of rows) {
    const { items } = pageIn<Inventory>(await t.call('buyer', 'GET', `/inventory?crop_year=1988&${query}`));
    expect(new Set(items.map(({ id }) => id)), query).toEqual(new Set(expected));
  }
});

test('INV-10 the default sort is newest first, unpriced lots sort last both ways, and ties follow the id', async () => {
  await t.mock.worlds.default.store.write((tx) =>
    tx.updateTable('lots').set({ price_amount: 300 }).where('price_amount', '>', 500).execute(),
  );
  const read = async (query: string): Promise<Inventory[]> =>
    pageIn<Inventory>(await t.call('buyer', 'GET', `/inventory?commodity=canola&limit=50&${query}`)).items;
  expect(await read('')).toEqual(await read('sort=-listed_at'));
  for (const sort of ['price', '-price']) {
    const lots = await read(`sort=${sort}`);
    const priced = lots.filter(({ asking_price }) => asking_price !== null);
    expect(lots.slice(0, priced.length)).toEqual(priced);
    expect(priced.length).toBeLessThan(lots.length);
    const tied = priced.filter(({ asking_price }) => asking_price?.amount === 300).map(({ id }) => id);
    expect(tied.length).toBeGreaterThan(1);
    expect([tied.toSorted(), tied.toSorted().toReversed()]).toContainEqual(tied);
  }
});
