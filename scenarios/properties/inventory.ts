/** Relations between queries of the inventory. */
import { isSameJson, shorten, type Query } from '#client';
import * as fc from 'fast-check';
import { assertHolds } from '../session/finding.ts';
import type { Property, InventorySample } from './property.ts';
import { PAGES_MAX, idsOf, memberOf, property, readAllLots, readLots, readPage } from './property.ts';

/** Filters with values from the inventory, so that they match something. */
function filtersOf({ commodities, provinces, grades, crop_years, quantities }: InventorySample): readonly fc.Arbitrary<Query>[] {
  const one = (key: string, values: readonly (string | number)[]): readonly fc.Arbitrary<Query>[] =>
    values.length === 0 ? [] : [fc.constantFrom(...values).map((value) => ({ [key]: value }))];
  return [
    fc.boolean().map((is_organic) => ({ is_organic })),
    ...one('commodity', commodities),
    ...one('province', provinces),
    ...one('grade', grades),
    ...one('crop_year', crop_years),
    // Not on the value itself: whether bounds are inclusive is open.
    ...one(
      'min_quantity',
      quantities.map((quantity) => quantity - 0.005),
    ),
    ...one(
      'max_quantity',
      quantities.map((quantity) => quantity + 0.005),
    ),
  ];
}

function filters(seen: InventorySample): fc.Arbitrary<Query> {
  return fc.oneof(fc.constant({}), ...filtersOf(seen));
}

const CITIES: readonly (readonly [latitude: number, longitude: number])[] = [
  [50.45, -104.61],
  [52.13, -106.67],
  [49.9, -97.14],
  [51.05, -114.07],
  [53.55, -113.49],
];

const byFilters = property<readonly [Query, Query]>({
  id: 'inventory/a-filter-more-finds-less',
  clause: 'INV-11',
  title: 'Two filters together find exactly what each of them finds alone',
  draw: (seen) =>
    fc
      .shuffledSubarray([...filtersOf(seen)], { minLength: 2, maxLength: 2 })
      .chain(([one = fc.constant({}), other = fc.constant({})]) => fc.tuple(one, other)),
  check: async (session, [one, other]) => {
    const [a, b] = [idsOf(await readAllLots(session, one)), idsOf(await readAllLots(session, other))];
    const both = new Set(idsOf(await readAllLots(session, { ...one, ...other })));
    const expected = a.filter((id) => b.includes(id));
    const wrong = expected.find((id) => !both.has(id)) ?? [...both].find((id) => !expected.includes(id));
    assertHolds(
      wrong === undefined,
      { invariant: 'property/filters', clause: 'INV-11' },
      {
        message: `${shorten(one)} and ${shorten(other)} together do not find what each finds alone: ${wrong ?? ''}.`,
        expected: shorten(expected),
        observed: shorten([...both]),
      },
    );
    return a.length > 0 && b.length > 0;
  },
});

const bySort = property<string>({
  id: 'inventory/sorted-both-ways',
  clause: 'INV-9',
  title: 'Sorting orders by the value, the reverse sort inverts it, and both return the same lots',
  draw: () => fc.constantFrom('price', 'quantity', 'listed_at'),
  check: async (session, sort) => {
    const up = await readAllLots(session, { sort });
    const down = await readAllLots(session, { sort: `-${sort}` });
    const ref = { invariant: 'property/sort', clause: 'INV-9' } as const;
    assertHolds(isSameJson(idsOf(up).toSorted(), idsOf(down).toSorted()), ref, {
      message: `Sorted by ${sort}, the inventory has different lots than sorted by -${sort}.`,
    });
    const values = (items: typeof up): readonly (string | number)[] =>
      items
        .map((item) =>
          sort === 'price' ? memberOf(item['asking_price'], 'amount') : item[sort === 'quantity' ? 'quantity_mt' : sort],
        )
        // The position of lots without a value is open.
        .filter((value) => typeof value === 'number' || typeof value === 'string');
    for (const [list, sign] of [
      [values(up), 1],
      [values(down), -1],
    ] as const) {
      const at = list.findIndex((value, i) => i > 0 && compare(list[i - 1], value) * sign > 0);
      assertHolds(at < 0, ref, {
        message: `Sorted by ${sign > 0 ? '' : '-'}${sort} the inventory is not in order.`,
        observed: shorten(list.slice(Math.max(0, at - 1), at + 1)),
      });
    }
    return values(up).length > 2;
  },
});

function compare(a: string | number | undefined, b: string | number): number {
  if (a === undefined || a === b) return 0;
  return a < b ? -1 : 1;
}

const byPages = property<readonly [number, Query]>({
  id: 'inventory/pages-of-any-size',
  clause: 'PAGE-15',
  title: 'Pages of any size return the same lots in the same order, each once',
  draw: (seen) => fc.tuple(fc.constantFrom(1, 2, 7, 20, 50), filters(seen)),
  check: async (session, [limit, query]) => {
    const whole = idsOf(await readLots(session, query)).slice(0, limit * PAGES_MAX);
    const paged = await readLots(session, query, limit);
    assertHolds(
      isSameJson(idsOf(paged), whole) && paged.length === whole.length,
      { invariant: 'property/pages', clause: 'PAGE-15' },
      {
        message: `Pages of ${limit} return different lots than a page of 50, with ${shorten(query)}.`,
        expected: shorten(whole),
        observed: shorten(idsOf(paged)),
      },
    );
    return whole.length > limit;
  },
});

const byOrganic = property<Query>({
  id: 'inventory/organic-or-not',
  clause: 'INV-8',
  title: 'Organic and non-organic lots are disjoint and together all lots',
  draw: filters,
  check: async (session, query) => {
    if ('is_organic' in query) return false;
    const all = idsOf(await readAllLots(session, query));
    const yes = idsOf(await readAllLots(session, { ...query, is_organic: true }));
    const no = idsOf(await readAllLots(session, { ...query, is_organic: false }));
    assertHolds(
      isSameJson([...yes, ...no].toSorted(), all.toSorted()),
      { invariant: 'property/organic', clause: 'INV-8' },
      {
        message: `Organic and non-organic lots together are not all lots, with ${shorten(query)}.`,
        expected: `${all.length} lots`,
        observed: `${yes.length} and ${no.length}`,
      },
    );
    return all.length > 1;
  },
});

const byProvince = property<Query>({
  id: 'inventory/provinces-make-the-whole',
  clause: 'INV-6',
  title: 'The lots of all provinces together are the lots with a location',
  draw: (seen) => fc.oneof(fc.constant({}), filters(seen)),
  check: async (session, query) => {
    if ('province' in query) return false;
    const all = await readAllLots(session, query);
    const located = all.filter(({ location }) => location !== null && location !== undefined);
    const provinces = new Set(located.map(({ location }) => String(memberOf(location, 'province'))));
    const found: string[] = [];
    for (const province of provinces) found.push(...idsOf(await readAllLots(session, { ...query, province })));
    assertHolds(
      isSameJson(found.toSorted(), [...idsOf(located)].toSorted()),
      { invariant: 'property/provinces', clause: 'INV-6' },
      {
        message: `The lots of all provinces together are not the lots with a location, with ${shorten(query)}.`,
        expected: `${located.length} lots`,
        observed: `${found.length}`,
      },
    );
    return provinces.size > 1;
  },
});

const byRadius = property<readonly [number, number, number]>({
  id: 'inventory/near-by-cities',
  clause: 'PRIV-3',
  title: 'A larger radius finds everything that a smaller one finds, and either all lots of a city or none',
  draw: () => fc.tuple(fc.nat(CITIES.length - 1), fc.integer({ min: 5, max: 400 }), fc.integer({ min: 5, max: 1_500 })),
  check: async (session, [city, a, b]) => {
    const [latitude, longitude] = CITIES[city] ?? [50, -104];
    const near = (radius: number): Query => ({ near: `${latitude},${longitude},${radius}` });
    const small = await readAllLots(session, near(Math.min(a, b)));
    const large = new Set(idsOf(await readAllLots(session, near(Math.max(a, b)))));
    const lost = idsOf(small).find((id) => !large.has(id));
    assertHolds(
      lost === undefined,
      { invariant: 'property/near', clause: 'INV-7' },
      {
        message: `Within ${Math.max(a, b)} km of ${latitude},${longitude}, the inventory lacks ${lost ?? ''}, which is within ${Math.min(a, b)} km.`,
      },
    );
    const cities = new Set(small.map(({ location }) => JSON.stringify(location)));
    const all = await readAllLots(session, {});
    const torn = all.find(({ id, location }) => cities.has(JSON.stringify(location)) && !idsOf(small).includes(String(id)));
    assertHolds(
      torn === undefined,
      { invariant: 'property/near', clause: 'PRIV-3' },
      {
        message: `Within ${Math.min(a, b)} km of ${latitude},${longitude}, the inventory has one lot of a city and lacks another: ${shorten(torn?.['location'])}.`,
        expected: 'all lots of a city, or none',
        observed: shorten(torn?.['id']),
      },
    );
    return small.length > 0;
  },
});

const byTime = property<Query>({
  id: 'inventory/the-same-twice',
  clause: 'INV-21',
  title: 'Repeating a query returns the same result',
  draw: filters,
  check: async (session, query) => {
    const [one, two] = [await readPage(session, { ...query, limit: 50 }), await readPage(session, { ...query, limit: 50 })];
    assertHolds(
      isSameJson(one.json, two.json),
      { invariant: 'property/twice', clause: 'INV-21' },
      {
        message: `GET /inventory with ${shorten(query)} returned a different result when repeated.`,
        exchange: two.exchange,
      },
    );
    return true;
  },
});

const byDetail = property<number>({
  id: 'inventory/detail-as-in-the-list',
  clause: 'INV-14',
  title: 'The detail of a lot agrees with the list',
  draw: ({ items }) => fc.nat(Math.max(0, items.length - 1)),
  check: async (session, at) => {
    const items = await readLots(session, {});
    const item = items[at % Math.max(1, items.length)];
    if (item === undefined) return false;
    const reply = await readPage(session, {}, `/inventory/${String(item['id'])}`);
    assertHolds(
      isSameJson(memberOf(reply.json, 'data'), item),
      { invariant: 'property/detail', clause: 'INV-14' },
      {
        message: `GET /inventory/{id} differs from the list for ${String(item['id'])}.`,
        exchange: reply.exchange,
        expected: shorten(item),
        observed: shorten(memberOf(reply.json, 'data')),
      },
    );
    return true;
  },
});

export const INVENTORY: readonly Property[] = [byFilters, bySort, byPages, byOrganic, byProvince, byRadius, byTime, byDetail];
