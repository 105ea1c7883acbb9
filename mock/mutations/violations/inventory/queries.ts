/** INV-3 to INV-9, INV-11, INV-21: filters and orders that do otherwise. */
import { all, mapQuery, onBody, onQuery, queryOf, violations, withoutQuery, type Seams } from '../kit/index.ts';
import type { Inventory } from '#spec';

/** Ignores filters while another parameter is given. */
function ignoredBeside(other: string, ...names: readonly string[]): Partial<Seams> {
  return onQuery('listInventory', (query) => {
    if (query.has(other)) for (const name of names) query.delete(name);
  });
}

/** Changes the value of a parameter where it is given. */
function changed(name: string, change: (value: string) => string): Partial<Seams> {
  return onQuery('listInventory', (query) => {
    const value = query.get(name);
    if (value !== null) query.set(name, change(value));
  });
}

/** Sorts each page by another comparison than was asked for. */
function pageSorted(sorts: readonly string[], compare: (a: Inventory, b: Inventory) => number): Partial<Seams> {
  return onBody('listInventory', (page, { incoming }) => {
    const sort = queryOf(incoming).get('sort') ?? '';
    return sorts.includes(sort) ? { ...page, items: page.items.toSorted(compare) } : page;
  });
}

/** `lat,lng,radius_km` with one part changed. */
function near(change: (parts: readonly [number, number, number]) => readonly number[]): Partial<Seams> {
  return changed('near', (value) => {
    const [latitude = 0, longitude = 0, radius = 0] = value.split(',').map(Number);
    return change([latitude, longitude, radius]).join(',');
  });
}

/** In another order at every reading. */
function shuffled(): Partial<Seams> {
  let turn = 0;
  return onBody('listInventory', (page, { incoming }) => {
    const sort = queryOf(incoming).get('sort') ?? '';
    turn += 1;
    if (!sort.endsWith('price') || turn % 2 === 0) return page;
    const sign = sort.startsWith('-') ? -1 : 1;
    const priceOf = (lot: Inventory): number => lot.asking_price?.amount ?? Number.POSITIVE_INFINITY * sign;
    return { ...page, items: page.items.toReversed().toSorted((a, b) => sign * (priceOf(a) - priceOf(b)) || 0) };
  });
}

export const INVENTORY_QUERIES = violations({
  'INV-3/commodity-ignored: The filter by commodity is ignored.': withoutQuery('listInventory', 'commodity'),
  'INV-3/first-slug-only: Of several slugs the first alone is looked for.': changed(
    'commodity',
    (value) => value.split(',')[0] ?? '',
  ),
  'INV-3/last-slug-only: Of several slugs the last alone is looked for.': changed(
    'commodity',
    (value) => value.split(',').at(-1) ?? '',
  ),
  'INV-4/grade-ignored: The filter by grade is ignored.': withoutQuery('listInventory', 'grade'),
  'INV-5/min-ignored: `min_quantity` is ignored.': withoutQuery('listInventory', 'min_quantity'),
  'INV-5/max-ignored: `max_quantity` is ignored.': withoutQuery('listInventory', 'max_quantity'),
  'INV-5/max-ignored-beside-min: `max_quantity` is ignored where there is a min_quantity.': ignoredBeside(
    'min_quantity',
    'max_quantity',
  ),
  'INV-5/min-rounded: `min_quantity` is rounded down to whole tonnes.': changed('min_quantity', (value) =>
    String(Math.floor(Number(value))),
  ),
  'INV-5/bounds-in-tonnes: The bounds are in tonnes, whatever the unit.': onBody('listInventory', (page, { incoming }) => {
    const query = queryOf(incoming);
    const min = Number(query.get('min_quantity') ?? 0);
    return query.has('units') ? { ...page, items: page.items.filter(({ quantity_mt }) => quantity_mt >= min) } : page;
  }),
  'INV-6/province-ignored: The filter by province is ignored.': withoutQuery('listInventory', 'province'),
  'INV-7/near-ignored: `near` is ignored.': withoutQuery('listInventory', 'near'),
  'INV-7/miles: The radius is in miles.': near(([latitude, longitude, radius]) => [latitude, longitude, radius * 1.609_344]),
  'INV-7/longitude-first: Longitude and latitude are taken in the other order.': near(([latitude, longitude, radius]) => [
    Math.max(-90, Math.min(90, longitude)),
    latitude,
    radius,
  ]),
  'INV-7/diameter: The radius is taken for a diameter.': near(([latitude, longitude, radius]) => [
    latitude,
    longitude,
    radius / 2,
  ]),
  'INV-7/wider-loses: A radius over 900 km is taken for 90.': near(([latitude, longitude, radius]) => [
    latitude,
    longitude,
    radius > 900 ? 90 : radius,
  ]),
  'INV-8/crop-year-ignored: The filter by crop year is ignored.': withoutQuery('listInventory', 'crop_year'),
  'INV-8/crop-year-at-least: Of later years are found as well.': all(
    onQuery('listInventory', (query) => {
      const year = query.get('crop_year');
      if (year !== null) query.set('kept_year', year);
      query.delete('crop_year');
    }),
    onBody('listInventory', (page, { incoming }) => {
      const year = Number(queryOf(incoming).get('kept_year') ?? 0);
      return { ...page, items: page.items.filter(({ crop_year }) => (crop_year ?? 0) >= year) };
    }),
  ),
  'INV-8/organic-ignored: `is_organic` is ignored.': withoutQuery('listInventory', 'is_organic'),
  'INV-8/organic-false-ignored: `is_organic=false` finds everything.': mapQuery('listInventory', 'is_organic', {
    false: undefined,
  }),
  'INV-8/protein-ignored: `min_protein` is ignored.': withoutQuery('listInventory', 'min_protein'),
  'INV-8/protein-rounded: `min_protein` is rounded up.': changed('min_protein', (value) => String(Math.ceil(Number(value)) + 1)),
  'INV-9/sorted-backwards: Every order is the wrong way round.': changed('sort', (sort) =>
    sort.startsWith('-') ? sort.slice(1) : `-${sort}`,
  ),
  'INV-9/sort-ignored: Sorts are ignored.': withoutQuery('listInventory', 'sort'),
  'INV-9/minus-ignored: The minus before a sort is ignored.': changed('sort', (sort) => sort.replace('-', '')),
  'INV-9/prices-as-texts: Prices are ordered as texts.': pageSorted(['price'], (a, b) => {
    const [one = '', two = ''] = [a, b].map(({ asking_price }) => String(asking_price?.amount ?? '~'));
    return one < two ? -1 : one > two ? 1 : 0;
  }),
  'INV-9/quantities-as-texts: Quantities are ordered as texts.': pageSorted(['quantity'], (a, b) =>
    String(a.quantity_mt) < String(b.quantity_mt) ? -1 : 1,
  ),
  'INV-9/listed-at-ignored: `sort=listed_at` has the newest first.': changed('sort', (sort) =>
    sort === 'listed_at' ? '-listed_at' : sort,
  ),
  'INV-11/last-filter-wins: `is_organic` is ignored beside crop_year.': ignoredBeside('crop_year', 'is_organic'),
  'INV-11/protein-alone: `min_protein` is ignored beside is_organic.': ignoredBeside('is_organic', 'min_protein'),
  'INV-11/province-alone: `crop_year` is ignored beside province.': ignoredBeside('province', 'crop_year'),
  'INV-11/sorted-unfiltered: `is_organic` is ignored beside commodity and a sort.': ignoredBeside('sort', 'is_organic'),
  'INV-21/ties-at-random: Every second response orders ties differently.': shuffled,
});
