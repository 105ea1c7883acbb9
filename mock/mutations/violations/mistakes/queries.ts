/** Filters that work alone and not together, sort orders applied at the wrong place, and totals that count something else. */
import { all, mapQuery, onBody, onQuery, onResource, queryOf, violations, withBodyFields, type Seams } from '../kit/index.ts';
import type { Inventory, OperationId } from '#spec';

type Filters = readonly string[];

/** Ignores the parameters `ignored` in a request that also has `given`. @param value limits this to one value of `given` */
function ignoring(where: OperationId, given: string, ignored: Filters, value?: string): Partial<Seams> {
  return onQuery(where, (query) => {
    const given_value = query.get(given);
    if (given_value === null || (value !== undefined && given_value !== value)) return;
    for (const name of ignored) query.delete(name);
  });
}

/**
 * For requests with all of `names`: hides `hidden` from the query, and filters each page instead. The total follows the page.
 * @param matches gets the parameters as they were sent
 */
function onPageOf(names: Filters, hidden: Filters, matches: (lot: Inventory, query: URLSearchParams) => boolean): Partial<Seams> {
  return all(
    onQuery('listInventory', (query) => {
      if (!names.every((name) => query.has(name))) return;
      // `onBody` gets the changed request, so the values are kept under other names.
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

const LISTINGS = violations({
  'INV-11/commodity-drops-grade: `grade` is ignored if `commodity` is given.': ignoring('listInventory', 'commodity', ['grade']),
  'INV-11/minimum-drops-organic: `is_organic` is ignored if `min_quantity` is given.': ignoring('listInventory', 'min_quantity', [
    'is_organic',
  ]),
  'INV-11/province-drops-near: `near` is ignored if `province` is given.': ignoring('listInventory', 'province', ['near']),
  'INV-11/near-drops-year: `crop_year` is ignored if `near` is given.': ignoring('listInventory', 'near', ['crop_year']),
  'INV-11/price-order-drops-maximum: `max_quantity` is ignored with `sort=price`.': ignoring(
    'listInventory',
    'sort',
    ['max_quantity'],
    'price',
  ),
  'INV-11/age-order-drops-protein: `min_protein` is ignored with `sort=-listed_at`.': ignoring(
    'listInventory',
    'sort',
    ['min_protein'],
    '-listed_at',
  ),
  'INV-11/grade-drops-protein: `min_protein` is ignored if `grade` is given.': ignoring('listInventory', 'grade', [
    'min_protein',
  ]),
  'INV-11/protein-drops-maximum: `max_quantity` is ignored if `min_protein` is given.': ignoring('listInventory', 'min_protein', [
    'max_quantity',
  ]),
  'INV-11/units-drop-commodity: `commodity` is ignored if `units` is given.': ignoring('listInventory', 'units', ['commodity']),
  'INV-11/later-pages-drop-organic: `is_organic` is ignored after the first page.': onQuery('listInventory', (query) => {
    if (Number(query.get('offset') ?? 0) > 0) query.delete('is_organic');
  }),
  'INV-11/year-or-organic: `crop_year` and `is_organic` find lots that match one of them.': onPageOf(
    ['crop_year', 'is_organic'],
    ['crop_year', 'is_organic'],
    (lot, query) => lot.crop_year === Number(query.get('crop_year')) || lot.is_organic === (query.get('is_organic') === 'true'),
  ),
  'INV-8/false-is-true: `is_organic=false` finds organic lots.': mapQuery('listInventory', 'is_organic', { false: 'true' }),
  'INV-3/two-slugs-at-most: `commodity` uses the first two of several commodities.': onQuery('listInventory', (query) => {
    const slugs = query.get('commodity');
    if (slugs !== null) query.set('commodity', slugs.split(',').slice(0, 2).join(','));
  }),
  'INV-5/maximum-in-tonnes: `max_quantity` is in tonnes, although `units` says otherwise.': onPageOf(
    ['max_quantity', 'units'],
    ['max_quantity'],
    ({ quantity_mt }, query) => quantity_mt <= Number(query.get('max_quantity')),
  ),
  'INV-9/near-drops-sort: `sort` is ignored if `near` is given.': ignoring('listInventory', 'near', ['sort']),
  'INV-9/organic-drops-sort: `sort` is ignored if `is_organic` is given.': ignoring('listInventory', 'is_organic', ['sort']),
  'INV-9/sorted-after-paging: `sort=price` sorts each page of the newest listings.': all(
    onQuery('listInventory', (query) => {
      if (query.get('sort') !== 'price') return;
      query.set('kept_sort', 'price');
      query.set('sort', '-listed_at');
    }),
    onBody('listInventory', (page, { incoming }) => {
      if (queryOf(incoming).get('kept_sort') !== 'price') return page;
      const priceOf = ({ asking_price }: Inventory): number => asking_price?.amount ?? Number.MAX_VALUE;
      return { ...page, items: page.items.toSorted((a, b) => priceOf(a) - priceOf(b)) };
    }),
  ),
  'INV-9/two-commodities-in-groups: Listings of several commodities are sorted within each commodity.': onBody(
    'listInventory',
    (page, { incoming }) =>
      queryOf(incoming).get('commodity')?.includes(',') === true
        ? { ...page, items: page.items.toSorted((a, b) => a.commodity.slug.localeCompare(b.commodity.slug)) }
        : page,
  ),
});

const TOTALS = violations({
  'PAGE-4/counted-before-protein: `total` of GET /inventory ignores all filters if `min_protein` is given.': onBody(
    'listInventory',
    async (page, { db, incoming, caller }) => {
      if (!queryOf(incoming).has('min_protein')) return page;
      const { count } = await db
        .selectFrom('lots')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('status', '=', 'listed')
        .where('livemode', '=', caller?.livemode ?? 1)
        .executeTakeFirstOrThrow();
      return { ...page, total: count };
    },
  ),
  'PAGE-4/capped: `total` of GET /inventory is at most 50.': withBodyFields('listInventory', (page) => ({
    total: Math.min(page.total, 50),
  })),
  'PAGE-4/bids-of-every-status-counted: `total` of GET /bids ignores `status`.': onBody(
    'listBids',
    async (page, { db, caller }) => {
      const { count } = await db
        .selectFrom('bids')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('buyer_team_id', '=', caller?.team_id ?? '')
        .where('livemode', '=', caller?.livemode ?? 1)
        .executeTakeFirstOrThrow();
      return { ...page, total: count };
    },
  ),
  'PAGE-4/cash-bids-of-all-counted: `total` of GET /cash-bids counts the cash bids of every team.': onBody(
    'listCashBids',
    async (page, { db }) => {
      const counted = db.selectFrom('cash_bids').select((eb) => eb.fn.countAll<number>().as('total'));
      return { ...page, ...(await counted.executeTakeFirstOrThrow()) };
    },
  ),
});

const OTHER_LISTS = violations({
  'TRD-1/commodity-drops-status: GET /trades ignores `status` if `commodity` is given.': ignoring('listTrades', 'commodity', [
    'status',
  ]),
  'TRD-1/to-drops-from: GET /trades ignores `from` if `to` is given.': ignoring('listTrades', 'to', ['from']),
  'TRD-1/status-drops-from: GET /trades ignores `from` if `status` is given.': ignoring('listTrades', 'status', ['from']),
  'CB-1/active-drops-commodity: GET /cash-bids ignores `commodity` if `is_active` is given.': ignoring(
    'listCashBids',
    'is_active',
    ['commodity'],
  ),
  'LST-1/units-drop-status: GET /me/inventory ignores `status` if `units` is given.': ignoring('listListings', 'units', [
    'status',
  ]),
  'BID-14/units-drop-status: GET /bids ignores `status` if `units` is given.': ignoring('listBids', 'units', ['status']),
  'WHK-7/limit-drops-status: Deliveries ignore `status` if `limit` is given.': ignoring('listDeliveries', 'limit', ['status']),
  'CB-4/limit-drops-status: Offers ignore `status` if `limit` is given.': ignoring('listOffers', 'limit', ['status']),
  'MKT-2/commodity-drops-date: GET /market/prices ignores `date` if `commodity` is given.': ignoring(
    'listMarketPrices',
    'commodity',
    ['date'],
  ),
  'MKT-3/week-drops-from: The price history ignores `from` with `interval=week`.': ignoring(
    'getPriceHistory',
    'interval',
    ['from'],
    'week',
  ),
  'PAGE-2/offset-drops-limit: GET /trades ignores `limit` if `offset` is given.': ignoring('listTrades', 'offset', ['limit']),
  'PAGE-15/later-pages-skip-one: Later pages of GET /me/inventory start one listing too late.': onQuery(
    'listListings',
    (query) => {
      const offset = Number(query.get('offset') ?? 0);
      if (offset > 0) query.set('offset', String(offset + 1));
    },
  ),
  'PAGE-5/next-offers-forget-status: `next` of offers drops `status`.': withBodyFields('listOffers', (page) => ({
    next: page.next?.replace(/status=\w+&?/, '') ?? null,
  })),
  'PAGE-12/previous-too-far: `previous` of GET /inventory goes back two pages.': withBodyFields('listInventory', (page) => ({
    previous: page.previous?.replace(/offset=\d+/, `offset=${Math.max(0, page.offset - 2 * page.limit)}`) ?? null,
  })),
  'WHK-7/pages-backwards: Each page of deliveries is sorted from the oldest to the newest after the first page.': onBody(
    'listDeliveries',
    (page) => (page.offset === 0 ? page : { ...page, items: page.items.toReversed() }),
  ),
  'BID-14/stale-list: GET /bids shows countered bids as pending.': onResource('listBids', (bid) =>
    bid.status === 'countered' ? { ...bid, status: 'pending' } : bid,
  ),
});

export const MISTAKEN_QUERIES = [...LISTINGS, ...TOTALS, ...OTHER_LISTS];
