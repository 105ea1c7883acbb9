/**
 * Every filter and every sort of GET /inventory against brute force over the rows of the store. What is expected is computed here, by its own
 * arithmetic and its own table of bushels; nothing of it is the mock's.
 */
import { fc } from '@fast-check/vitest';
import type { Inventory, Page } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { towns } from '#spec/reference/index';
import type { TestMock } from '../../testing/open-mock.ts';
import { openTestMock } from '../../testing/open-mock.ts';
import { pageIn } from '../../testing/read-answer.ts';
import type { Row } from '../records/tables.ts';

type Lot = Row<'lots'>;

let t: TestMock;
/** What is on offer, live. */
let offered: Lot[];
beforeAll(async () => {
  t = await openTestMock({ lots: 300 });
  const { db } = t.mock.worlds.default.store;
  const all = await db.selectFrom('lots').selectAll().orderBy('id').execute();
  // Ties by the dozen, and lots whose place nobody knows.
  for (const [index, lot] of all.entries()) {
    const price_amount = lot.price_amount === null ? null : 300 + (index % 5) * 12.5;
    const change = {
      price_amount,
      quantity_mt: 50.25 + (index % 7) * 60,
      listed_at: `2026-06-0${1 + (index % 4)}T12:00:00.000Z`,
      ...(index % 11 === 0 ? { city_id: null } : {}),
    };
    await db.updateTable('lots').set(change).where('id', '=', lot.id).execute();
  }
  offered = await db.selectFrom('lots').selectAll().where('livemode', '=', 1).where('status', '=', 'listed').execute();
});
afterAll(() => t[Symbol.asyncDispose]());

/** Pounds in a bushel, as the Canadian Grain Commission has them. */
const POUNDS: Readonly<Record<string, number>> = {
  barley: 48,
  canaryseed: 50,
  canola: 50,
  chickpeas: 60,
  corn: 56,
  'cpsr-wheat': 60,
  'cwrs-wheat': 60,
  durum: 60,
  flax: 56,
  'green-peas': 60,
  mustard: 50,
  oats: 34,
  'red-lentils': 60,
  rye: 56,
  soybeans: 60,
  'yellow-peas': 60,
};

/** With the four decimals that are shown. */
function amountIn(lot: Lot, unit: string): number {
  return unit === 'MT' ? lot.quantity_mt : Math.round(exactAmountIn(lot, unit) * 10_000) / 10_000;
}

function exactAmountIn(lot: Lot, unit: string): number {
  const pounds = (lot.quantity_mt * 1000) / 0.45359237;
  switch (unit) {
    case 'LB':
      return pounds;
    case 'CWT':
      return pounds / 100;
    case 'ST':
      return pounds / 2000;
    case 'BU':
      return pounds / (POUNDS[lot.commodity] ?? Number.NaN);
    default:
      return lot.quantity_mt;
  }
}

/** Kilometres between two places on a sphere as large as the earth. */
function kilometresBetween(latitude: number, longitude: number, to: { latitude: number; longitude: number }): number {
  const [a, b] = [(latitude * Math.PI) / 180, (to.latitude * Math.PI) / 180];
  const [dy, dx] = [b - a, ((to.longitude - longitude) * Math.PI) / 180];
  const chord = Math.sin(dy / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(dx / 2) ** 2;
  return 2 * 6371.0088 * Math.asin(Math.sqrt(chord));
}

function isNear(lot: Lot, near: string): boolean {
  const [latitude = 0, longitude = 0, radius_km = 0] = near.split(',').map(Number);
  const town = towns.find(({ id }) => id === lot.city_id);
  return town !== undefined && kilometresBetween(latitude, longitude, town) <= radius_km;
}

type Query = Readonly<Record<string, string>>;
const is = (one: string | null, other: string): boolean => one !== null && one.toLowerCase() === other.toLowerCase();

const TESTS: Readonly<Record<string, (lot: Lot, value: string, query: Query) => boolean>> = {
  commodity: (lot, value) => value.split(',').some((slug) => is(lot.commodity, slug.trim())),
  grade: (lot, value) => is(lot.grade, value),
  province: (lot, value) => is(lot.province, value),
  near: isNear,
  crop_year: (lot, value) => lot.crop_year === Number(value),
  is_organic: (lot, value) => (lot.is_organic === 1) === (value === 'true'),
  min_protein: (lot, value) => lot.protein !== null && lot.protein >= Number(value),
  min_quantity: (lot, value, { units = 'MT' }) => amountIn(lot, units) >= Number(value),
  max_quantity: (lot, value, { units = 'MT' }) => amountIn(lot, units) <= Number(value),
};

function matching(query: Query): Lot[] {
  return offered.filter((lot) => Object.entries(query).every(([name, value]) => TESTS[name]?.(lot, value, query) ?? true));
}

async function read(query: Query): Promise<Inventory[]> {
  const items: Inventory[] = [];
  let page: Page<Inventory> | undefined;
  do {
    const search = new URLSearchParams({ ...query, limit: '50', offset: String(items.length) });
    page = pageIn<Inventory>(await t.call('buyer', 'GET', `/inventory?${search.toString()}`));
    items.push(...page.items);
  } while (page.next !== null);
  expect(page.total).toBe(items.length);
  return items;
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id).toSorted();
}

/** Filters by themselves: how many match is not left to luck. */
const FILTERS: readonly (readonly [clause: string, query: Query, matches: 'some' | 'none' | 'all'])[] = [
  ['INV-3', { commodity: 'canola' }, 'some'],
  ['INV-3', { commodity: 'canola,durum, rye' }, 'some'],
  ['INV-3 INV-24', { commodity: 'CANOLA,Durum' }, 'some'],
  ['INV-3', { commodity: 'canola,gold' }, 'some'],
  ['INV-3', { commodity: 'gold' }, 'none'],
  ['INV-3', { commodity: 'cano' }, 'none'],
  ['INV-4', { grade: 'No. 1 Canada' }, 'some'],
  ['INV-4 INV-24', { grade: 'NO. 1 canada' }, 'some'],
  ['INV-4', { grade: 'No. 1' }, 'none'],
  ['INV-4', { grade: 'No. _ Canada' }, 'none'],
  ['INV-4', { grade: '%' }, 'none'],
  ['INV-4', { grade: 'null' }, 'none'],
  ['INV-6', { province: 'SK' }, 'some'],
  ['INV-6 INV-24', { province: 'sk' }, 'some'],
  ['INV-6', { province: 'ON' }, 'none'],
  ['INV-7', { near: '52.27,-113.81,60' }, 'some'],
  ['INV-7', { near: '52.27,-113.81,0.001' }, 'none'],
  ['INV-7', { near: '-52.27,113.81,500' }, 'none'],
  ['INV-7', { near: '90,0,4400' }, 'some'],
  ['INV-8', { crop_year: '2025' }, 'some'],
  ['INV-8', { crop_year: '1999' }, 'none'],
  ['INV-8', { is_organic: 'true' }, 'some'],
  ['INV-8', { is_organic: 'false' }, 'some'],
  ['INV-8', { min_protein: '13' }, 'some'],
  ['INV-8 INV-24', { min_protein: '0' }, 'some'],
  ['INV-8', { min_protein: '99' }, 'none'],
  ['INV-5 INV-24', { min_quantity: '110.25' }, 'some'],
  ['INV-5 INV-24', { max_quantity: '110.25' }, 'some'],
  ['INV-5 INV-24', { min_quantity: '110.25', max_quantity: '110.25' }, 'some'],
  ['INV-5', { min_quantity: '110.2500001', max_quantity: '170.2499999' }, 'none'],
  ['INV-5', { min_quantity: '300', max_quantity: '200' }, 'none'],
  ['INV-5', { min_quantity: '-1' }, 'all'],
  ['INV-5', { max_quantity: '0' }, 'none'],
  ['INV-5 FMT-8 FMT-9', { min_quantity: '5000', units: 'BU' }, 'some'],
  ['INV-5 FMT-8 FMT-9', { max_quantity: '5000', units: 'BU' }, 'some'],
  ['INV-5 FMT-8 FMT-9', { min_quantity: '300000', max_quantity: '500000', units: 'LB' }, 'some'],
  ['INV-5 FMT-8 FMT-9', { min_quantity: '3000', units: 'CWT' }, 'some'],
  ['INV-5 FMT-8 FMT-9', { max_quantity: '200', units: 'ST' }, 'some'],
  ['INV-11 INV-22', {}, 'all'],
];

test.for(FILTERS)('%s %j', async ([, query, matches]) => {
  const expected = matching(query);
  const items = await read(query);
  expect(idsOf(items)).toEqual(idsOf(expected));
  expect(expected.length > 0).toBe(matches !== 'none');
  expect(expected.length === offered.length).toBe(matches === 'all');
});

test('INV-7 PRIV-3 FMT-11 the lots of a town enter and leave a radius together, wherever on it their farms lie', async () => {
  const town = towns.find(({ id }) => offered.filter((lot) => lot.city_id === id).length > 2);
  const known = offered.filter((lot) => lot.city_id === town?.id);
  expect(known.length).toBeGreaterThan(2);
  const centre = [(town?.latitude ?? 0) + 0.7, (town?.longitude ?? 0) - 0.4] as const;
  const distance = kilometresBetween(...centre, town ?? { latitude: 0, longitude: 0 });
  for (const [radius, inside] of [
    [distance - 0.01, 0],
    [distance + 0.01, known.length],
  ] as const) {
    const items = await read({ near: `${centre.join(',')},${radius}` });
    expect(items.filter((item) => known.some(({ id }) => id === item.id))).toHaveLength(inside);
    for (const item of items) expect(Object.keys(item.location ?? {})).toEqual(['province', 'nearest_city']);
  }
});

test('INV-24 a lot of which nobody knows where it is matches no search by place', async () => {
  const everywhere = await read({ near: '0,0,20100' });
  expect(everywhere).toHaveLength(offered.filter((lot) => lot.city_id !== null).length);
  expect(everywhere.length).toBeLessThan(offered.length);
});

const KEYS: Readonly<Record<string, (lot: Lot) => number | null>> = {
  price: (lot) => lot.price_amount,
  quantity: (lot) => lot.quantity_mt,
  listed_at: (lot) => Date.parse(lot.listed_at),
};

/** Whether a pair of neighbours is in order: the key first, no key last, the id among equals, in one direction throughout. */
function isSorted(items: readonly Inventory[], sort: string): boolean {
  const key = KEYS[sort.replace('-', '')] ?? (() => null);
  const byId = new Map(offered.map((lot) => [lot.id, lot]));
  const keys = items.map(({ id }) => ({ id, key: key(byId.get(id) ?? ({} as Lot)) })); // every item is a row
  const ties = new Set<boolean>();
  for (const [index, after] of keys.slice(1).entries()) {
    const before = keys[index] ?? after;
    if (before.key === after.key) ties.add(before.id < after.id);
    else if (before.key === null || (after.key !== null && before.key < after.key === sort.startsWith('-'))) return false;
  }
  return ties.size <= 1;
}

const SORTS = ['price', '-price', 'quantity', '-quantity', 'listed_at', '-listed_at'] as const;

test.for(SORTS)(
  'INV-9 INV-10 INV-21 sort=%s orders all of them, unpriced last, ties by id, the same every time',
  async (sort) => {
    const items = await read({ sort });
    expect(items).toHaveLength(offered.length);
    expect(isSorted(items, sort)).toBe(true);
    expect(await read({ sort })).toEqual(items);
  },
);

test('INV-10 without a sort the newest come first, and unpriced lots stand last both ways', async () => {
  expect(await read({})).toEqual(await read({ sort: '-listed_at' }));
  const unpriced = offered.filter((lot) => lot.price_amount === null).length;
  expect(unpriced).toBeGreaterThan(5);
  for (const sort of ['price', '-price']) {
    const prices = (await read({ sort })).map(({ asking_price }) => asking_price);
    expect(prices.slice(-unpriced).every((price) => price === null)).toBe(true);
    expect(prices.slice(0, -unpriced).every((price) => price !== null)).toBe(true);
  }
});

test.for(SORTS)(
  'PAGE-15 INV-21 sort=%s, walked by 1, 7 and 50 with ties all over, visits each lot once and in one order',
  async (sort) => {
    const whole = idsOf(await read({ sort, province: 'AB' }));
    const ordered = (await read({ sort, province: 'AB' })).map(({ id }) => id);
    for (const limit of [1, 7, 50]) {
      const walked: string[] = [];
      let link: string | null = `${t.mock.base_url}/inventory?province=AB&sort=${sort}&limit=${limit}`;
      while (link !== null) {
        const page: Page<Inventory> = pageIn<Inventory>(await t.call('buyer', 'GET', link.slice(t.mock.base_url.length)));
        walked.push(...page.items.map(({ id }) => id));
        link = page.next;
      }
      expect(walked).toEqual(ordered);
      expect(walked.toSorted()).toEqual(whole);
    }
  },
);

test('INV-11 INV-3 INV-8 filters combine, in every unit and order', async () => {
  const query = fc.record(
    {
      commodity: fc.subarray([...Object.keys(POUNDS), 'gold'], { minLength: 10 }).map((slugs) => slugs.join(',')),
      grade: fc.constantFrom('No. 1 Canada', 'no. 2 canada', 'No. 1 CW'),
      province: fc.constantFrom('AB', 'sk', 'MB'),
      near: fc
        .tuple(fc.integer({ min: 49, max: 57 }), fc.integer({ min: -118, max: -97 }), fc.constantFrom(80, 333, 1200))
        .map(String),
      crop_year: fc.constantFrom('2023', '2024', '2025'),
      is_organic: fc.constantFrom('true', 'false', 'false'),
      min_protein: fc.constantFrom('0', '12.5', '20'),
      min_quantity: fc.constantFrom('40', '110.25', '3000.5', '200000.5'),
      max_quantity: fc.constantFrom('170.25', '9000.5', '700000.5'),
      units: fc.constantFrom('MT', 'BU', 'LB', 'CWT', 'ST'),
      sort: fc.constantFrom(...SORTS),
    },
    { requiredKeys: ['units', 'sort'], noNullPrototype: true },
  );
  let found = 0;
  await fc.assert(
    fc.asyncProperty(query, async (asked) => {
      const items = await read(asked);
      found += items.length;
      expect(idsOf(items)).toEqual(idsOf(matching(asked)));
      expect(isSorted(items, asked.sort)).toBe(true);
    }),
    { numRuns: 250 },
  );
  expect(found).toBeGreaterThan(0);
});
