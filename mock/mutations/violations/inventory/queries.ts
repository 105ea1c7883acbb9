/** Filters and sort orders of GET /inventory. */
import {
  all,
  findRow,
  ignoredIfGiven,
  mapQuery,
  onBody,
  onQuery,
  onQueryValue,
  queryOf,
  violations,
  withoutQuery,
  type Seams,
} from '../kit/index.ts';
import type { Inventory } from '#spec';

/** Changes the value of a filter that is given. */
function onFilter(name: string, change: (value: string) => string): Partial<Seams> {
  return onQueryValue('listInventory', name, change);
}

/**
 * For requests with all parameters in `names`: removes the parameter `hidden` and filters each page instead, so that `total` counts only the page.
 * @param matches gets the parameters as they were sent
 */
export function onPageOf(
  names: readonly string[],
  hidden: readonly string[],
  matches: (lot: Inventory, query: URLSearchParams) => boolean,
): Partial<Seams> {
  return all(
    onQuery('listInventory', (query) => {
      if (!names.every((name) => query.has(name))) return;
      // `onBody` gets the changed request, so the original values are passed on under other names.
      for (const name of names) query.set(`kept_${name}`, query.get(name) ?? '');
      for (const name of hidden) query.delete(name);
    }),
    onBody('listInventory', (page, { incoming }) => {
      const kept = queryOf(incoming);
      if (!names.every((name) => kept.has(`kept_${name}`))) return page;
      const query = new URLSearchParams(names.map((name): [string, string] => [name, kept.get(`kept_${name}`) ?? '']));
      const items = page.items.filter((lot) => matches(lot, query));
      return { ...page, items, total: page.total - (page.items.length - items.length) };
    }),
  );
}

/** Sorts each page with a different comparison. */
function pageSorted(sorts: readonly string[], compare: (a: Inventory, b: Inventory, sort: string) => number): Partial<Seams> {
  return onBody('listInventory', (page, { incoming }) => {
    const sort = queryOf(incoming).get('sort') ?? '';
    return sorts.includes(sort) ? { ...page, items: page.items.toSorted((a, b) => compare(a, b, sort)) } : page;
  });
}

/** Changes one part of `lat,lng,radius_km`. */
function onNear(change: (parts: readonly [number, number, number]) => readonly number[]): Partial<Seams> {
  return onFilter('near', (value) => {
    const [latitude = 0, longitude = 0, radius = 0] = value.split(',').map(Number);
    return change([latitude, longitude, radius]).join(',');
  });
}

/** Reverses the order of ties in every second response. */
function shuffled(): Partial<Seams> {
  let turn = 0;
  return onBody('listInventory', (page, { incoming }) => {
    const sort = queryOf(incoming).get('sort') ?? '';
    turn += 1;
    if (!sort.endsWith('price') || turn % 2 === 0) return page;
    const sign = sort.startsWith('-') ? -1 : 1;
    // Listings without a price come last in both directions. The difference between two of them is NaN, which counts as a tie.
    const priceOf = (lot: Inventory): number => lot.asking_price?.amount ?? Number.POSITIVE_INFINITY * sign;
    return { ...page, items: page.items.toReversed().toSorted((a, b) => sign * (priceOf(a) - priceOf(b)) || 0) };
  });
}

const IGNORED = ignoredIfGiven({
  'INV-5/max-ignored-with-min': ['listInventory', 'max_quantity', 'min_quantity'],
  'INV-11/last-filter-wins': ['listInventory', 'is_organic', 'crop_year'],
  'INV-11/protein-alone': ['listInventory', 'min_protein', 'is_organic'],
  'INV-11/province-alone': ['listInventory', 'crop_year', 'province'],
  'INV-11/sorted-unfiltered': ['listInventory', 'is_organic', 'sort'],
});

const CHANGED = violations({
  'INV-11/price-drops-priceless: With a sort by price, GET /inventory omits lots without a price.': onBody(
    'listInventory',
    (page, { incoming }) => {
      if (queryOf(incoming).get('sort')?.endsWith('price') !== true) return page;
      const items = page.items.filter(({ asking_price }) => asking_price !== null);
      return { ...page, items, total: page.total - (page.items.length - items.length) };
    },
  ),
  'INV-3/commodity-ignored: GET /inventory ignores `commodity`.': withoutQuery('listInventory', 'commodity'),
  'INV-3/first-slug-only: GET /inventory filters by the first of several commodities only.': onFilter(
    'commodity',
    (value) => value.split(',')[0] ?? '',
  ),
  'INV-3/last-slug-only: GET /inventory filters by the last of several commodities only.': onFilter(
    'commodity',
    (value) => value.split(',').at(-1) ?? '',
  ),
  'INV-4/grade-ignored: GET /inventory ignores `grade`.': withoutQuery('listInventory', 'grade'),
  'INV-4/longer-names: GET /inventory?grade=No. 1 CW also finds No. 1 CW Kabuli.': onBody(
    'listInventory',
    (page, { incoming }) => {
      const [first, ...others] = page.items;
      if (queryOf(incoming).get('grade') !== 'No. 1 CW' || first === undefined) return page;
      return { ...page, items: [{ ...first, grade: 'No. 1 CW Kabuli' }, ...others] };
    },
  ),
  'INV-5/min-ignored: GET /inventory ignores `min_quantity`.': withoutQuery('listInventory', 'min_quantity'),
  'INV-5/max-ignored: GET /inventory ignores `max_quantity`.': withoutQuery('listInventory', 'max_quantity'),
  'INV-5/min-rounded: GET /inventory rounds `min_quantity` down.': onFilter('min_quantity', (value) =>
    String(Math.floor(Number(value))),
  ),
  'INV-5/bounds-in-tonnes: GET /inventory reads `min_quantity` in tonnes whatever `units` says.': onBody(
    'listInventory',
    (page, { incoming }) => {
      const query = queryOf(incoming);
      const min = Number(query.get('min_quantity') ?? 0);
      return query.has('units') ? { ...page, items: page.items.filter(({ quantity_mt }) => quantity_mt >= min) } : page;
    },
  ),
  'INV-8/protein-rounded-up: GET /inventory?min_protein= rounds the protein of lots.': onFilter('min_protein', (value) =>
    String(Number(value) - 0.5),
  ),
  'INV-6/first-letter: `province` compares the first letter only.': onPageOf(
    ['province'],
    ['province'],
    ({ location }, query) => location?.province.charAt(0) === query.get('province')?.toUpperCase().charAt(0),
  ),
  'INV-6/province-ignored: GET /inventory ignores `province`.': withoutQuery('listInventory', 'province'),
  'INV-7/near-ignored: GET /inventory ignores `near`.': withoutQuery('listInventory', 'near'),
  'INV-7/miles: `near` reads the radius in miles.': onNear(([latitude, longitude, radius]) => [
    latitude,
    longitude,
    radius * 1.609_344,
  ]),
  'INV-7/longitude-first: `near` swaps latitude and longitude.': onNear(([latitude, longitude, radius]) => [
    Math.max(-90, Math.min(90, longitude)),
    latitude,
    radius,
  ]),
  'INV-7/diameter: `near` reads the radius as a diameter.': onNear(([latitude, longitude, radius]) => [
    latitude,
    longitude,
    radius / 2,
  ]),
  'INV-7/wider-loses: `near` reads a radius over 900 km as 90 km.': onNear(([latitude, longitude, radius]) => [
    latitude,
    longitude,
    radius > 900 ? 90 : radius,
  ]),
  'INV-8/crop-year-ignored: GET /inventory ignores `crop_year`.': withoutQuery('listInventory', 'crop_year'),
  'INV-8/crop-year-at-least: `crop_year` also finds later years.': onPageOf(
    ['crop_year'],
    ['crop_year'],
    ({ crop_year }, query) => (crop_year ?? 0) >= Number(query.get('crop_year')),
  ),
  'INV-8/organic-ignored: GET /inventory ignores `is_organic`.': withoutQuery('listInventory', 'is_organic'),
  'INV-8/organic-false-ignored: GET /inventory ignores `is_organic=false`.': mapQuery('listInventory', 'is_organic', {
    false: undefined,
  }),
  'INV-8/protein-ignored: GET /inventory ignores `min_protein`.': withoutQuery('listInventory', 'min_protein'),
  'INV-8/protein-rounded: GET /inventory rounds `min_protein` up.': onFilter('min_protein', (value) =>
    String(Math.ceil(Number(value))),
  ),
  'INV-9/sorted-backwards: GET /inventory reverses every sort order.': onFilter('sort', (sort) =>
    sort.startsWith('-') ? sort.slice(1) : `-${sort}`,
  ),
  'INV-9/sort-ignored: GET /inventory ignores `sort`.': withoutQuery('listInventory', 'sort'),
  'INV-9/minus-ignored: GET /inventory ignores the minus in `sort`.': onFilter('sort', (sort) => sort.replace('-', '')),
  'INV-9/prices-as-texts: GET /inventory sorts prices as strings.': pageSorted(['price'], (a, b) => {
    const [one = '', two = ''] = [a, b].map(({ asking_price }) => String(asking_price?.amount ?? '~'));
    return one < two ? -1 : one > two ? 1 : 0;
  }),
  'INV-9/whole-dollars: GET /inventory sorts prices by whole dollars, and the newest first within them.': pageSorted(
    ['price', '-price'],
    (a, b, sort) => {
      const [one = 0, two = 0] = [a, b].map(({ asking_price }) => Math.floor(asking_price?.amount ?? Number.MAX_SAFE_INTEGER));
      return (sort === 'price' ? one - two : two - one) || b.listed_at.localeCompare(a.listed_at);
    },
  ),
  'INV-9/quantities-as-texts: GET /inventory sorts quantities as strings.': pageSorted(['quantity'], (a, b) =>
    String(a.quantity_mt) < String(b.quantity_mt) ? -1 : 1,
  ),
  'INV-9/by-creation: `sort=listed_at` sorts by the time of creation.': onBody(
    'listInventory',
    async (page, { incoming, db }) => {
      const sort = queryOf(incoming).get('sort') ?? '';
      if (!sort.endsWith('listed_at')) return page;
      const created = new Map<string, string>();
      for (const { id } of page.items) created.set(id, (await findRow(db, 'lots', { id }))?.created_at ?? '');
      const items = page.items.toSorted((a, b) => (created.get(a.id) ?? '').localeCompare(created.get(b.id) ?? ''));
      return { ...page, items: sort.startsWith('-') ? items.toReversed() : items };
    },
  ),
  'INV-9/listed-at-ignored: `sort=listed_at` returns the newest listing first.': onFilter('sort', (sort) =>
    sort === 'listed_at' ? '-listed_at' : sort,
  ),
  'INV-21/ties-at-random: Every second response orders ties differently.': shuffled,
});

export const INVENTORY_QUERIES = [...CHANGED, ...IGNORED];
