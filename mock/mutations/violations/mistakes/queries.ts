/** Filters that work only alone or return extra records, sort orders applied at the wrong step, and wrong totals and links. */
import {
  all,
  countMatches,
  findRows,
  idIn,
  ignoredIfGiven,
  mapQuery,
  onBody,
  onLinks,
  onQuery,
  onQueryValue,
  onResource,
  queryOf,
  violations,
  withBodyFields,
} from '../kit/index.ts';
import { onPageOf } from '../inventory/queries.ts';
import type { Inventory } from '#spec';

const IGNORED = ignoredIfGiven({
  'INV-11/commodity-drops-grade': ['listInventory', 'grade', 'commodity'],
  'INV-11/minimum-drops-organic': ['listInventory', 'is_organic', 'min_quantity'],
  'INV-11/province-drops-near': ['listInventory', 'near', 'province'],
  'INV-11/near-drops-year': ['listInventory', 'crop_year', 'near'],
  'INV-11/price-order-drops-maximum': ['listInventory', 'max_quantity', 'sort', 'price'],
  'INV-11/age-order-drops-protein': ['listInventory', 'min_protein', 'sort', '-listed_at'],
  'INV-11/grade-drops-protein': ['listInventory', 'min_protein', 'grade'],
  'INV-11/protein-drops-maximum': ['listInventory', 'max_quantity', 'min_protein'],
  'INV-11/units-drop-commodity': ['listInventory', 'commodity', 'units'],
  'INV-3/dropped-by-year': ['listInventory', 'commodity', 'crop_year'],
  'INV-4/dropped-by-protein': ['listInventory', 'grade', 'min_protein'],
  'INV-5/minimum-dropped-by-province': ['listInventory', 'min_quantity', 'province'],
  'INV-6/dropped-by-organic': ['listInventory', 'province', 'is_organic'],
  'INV-7/dropped-by-organic': ['listInventory', 'near', 'is_organic'],
  'INV-8/year-dropped-by-price-order': ['listInventory', 'crop_year', 'sort', 'price'],
  'INV-8/protein-dropped-by-near': ['listInventory', 'min_protein', 'near'],
  'INV-9/near-drops-sort': ['listInventory', 'sort', 'near'],
  'INV-9/organic-drops-sort': ['listInventory', 'sort', 'is_organic'],
  'TRD-1/commodity-drops-status': ['listTrades', 'status', 'commodity'],
  'TRD-1/to-drops-from': ['listTrades', 'from', 'to'],
  'TRD-1/status-drops-from': ['listTrades', 'from', 'status'],
  'CB-1/active-drops-commodity': ['listCashBids', 'commodity', 'is_active'],
  'LST-1/units-drop-status': ['listListings', 'status', 'units'],
  'BID-14/units-drop-status': ['listBids', 'status', 'units'],
  'WHK-7/limit-drops-status': ['listDeliveries', 'status', 'limit'],
  'WHK-7/status-drops-offset': ['listDeliveries', 'offset', 'status'],
  'CB-4/limit-drops-status': ['listOffers', 'status', 'limit'],
  'MKT-2/commodity-drops-date': ['listMarketPrices', 'date', 'commodity'],
  'MKT-3/week-drops-from': ['getPriceHistory', 'from', 'interval', 'week'],
  'PAGE-2/offset-drops-limit': ['listTrades', 'limit', 'offset'],
});

function hasSlugTwice(incoming: Parameters<typeof queryOf>[0]): boolean {
  const slugs = queryOf(incoming).get('commodity')?.split(',') ?? [];
  return new Set(slugs).size < slugs.length;
}

const LISTINGS = violations({
  'INV-11/later-pages-drop-organic: `is_organic` is ignored after the first page.': onQuery('listInventory', (query) => {
    if (Number(query.get('offset') ?? 0) > 0) query.delete('is_organic');
  }),
  'INV-11/year-or-organic: `crop_year` and `is_organic` find lots that match one of them.': onPageOf(
    ['crop_year', 'is_organic'],
    ['crop_year', 'is_organic'],
    (lot, query) => lot.crop_year === Number(query.get('crop_year')) || lot.is_organic === (query.get('is_organic') === 'true'),
  ),
  'INV-8/organic-dropped-on-later-pages: `is_organic` is ignored after the first page of `sort=quantity`.': onQuery(
    'listInventory',
    (query) => {
      if (query.has('sort', 'quantity') && Number(query.get('offset') ?? 0) > 0) query.delete('is_organic');
    },
  ),
  'INV-7/zero-is-missing: `near` with a coordinate of 0 is ignored.': onQuery('listInventory', (query) => {
    if (query.get('near')?.split(',').slice(0, 2).includes('0') === true) query.delete('near');
  }),
  'INV-8/false-is-true: `is_organic=false` finds organic lots.': mapQuery('listInventory', 'is_organic', { false: 'true' }),
  'INV-3/two-slugs-at-most: `commodity` uses the first two of several commodities.': onQueryValue(
    'listInventory',
    'commodity',
    (slugs) => slugs.split(',').slice(0, 2).join(','),
  ),
  'INV-3/twice-listed: A slug that `commodity` has twice lists each of its lots twice.': withBodyFields(
    'listInventory',
    ({ items, total }, { incoming }) =>
      hasSlugTwice(incoming) ? { items: items.flatMap((lot) => [lot, lot]), total: total * 2 } : {},
  ),
  'INV-3/twice-counted: A slug that `commodity` has twice doubles `total`.': withBodyFields(
    'listInventory',
    ({ total }, { incoming }) => (hasSlugTwice(incoming) ? { total: total * 2 } : {}),
  ),
  'INV-5/maximum-in-tonnes: `max_quantity` is in tonnes, although `units` says otherwise.': onPageOf(
    ['max_quantity', 'units'],
    ['max_quantity'],
    ({ quantity_mt }, query) => quantity_mt <= Number(query.get('max_quantity')),
  ),
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
  'INV-9/maximum-drops-sort: `sort` is ignored if `max_quantity` is given without `min_quantity`.': onQuery(
    'listInventory',
    (query) => {
      if (query.has('max_quantity') && !query.has('min_quantity')) query.delete('sort');
    },
  ),
  'INV-11/two-slugs-drop-province: `province` is ignored if `commodity` has several slugs.': onQuery('listInventory', (query) => {
    if (query.get('commodity')?.includes(',') === true) query.delete('province');
  }),
  'INV-8/last-digit-of-the-year: `crop_year` compares the last digit only.': onPageOf(
    ['crop_year'],
    ['crop_year'],
    ({ crop_year }, query) => crop_year !== null && crop_year % 10 === Number(query.get('crop_year')) % 10,
  ),
});

const TOTALS = violations({
  'PAGE-4/counted-before-protein: `total` of GET /inventory ignores all filters if `min_protein` is given.': withBodyFields(
    'listInventory',
    async (_page, { db, incoming, caller }) =>
      queryOf(incoming).has('min_protein')
        ? { total: await countMatches(db, 'lots', { status: 'listed', livemode: caller?.livemode ?? 1 }) }
        : {},
  ),
  'PAGE-4/near-alone-counts-all: `total` of GET /inventory counts every listing if `near` is the only filter.': withBodyFields(
    'listInventory',
    async (_page, { db, incoming, caller }) =>
      [...queryOf(incoming).keys()].every((name) => ['near', 'limit', 'offset'].includes(name))
        ? { total: await countMatches(db, 'lots', { status: 'listed', livemode: caller?.livemode ?? 1 }) }
        : {},
  ),
  'PAGE-4/to-not-counted: `total` of GET /trades ignores `to`.': withBodyFields(
    'listTrades',
    async (page, { db, incoming, caller }) =>
      queryOf(incoming).has('to')
        ? { total: await countMatches(db, 'trades', { buyer_team_id: caller?.team_id ?? '', livemode: caller?.livemode ?? 1 }) }
        : { total: page.total },
  ),
  'PAGE-4/capped: `total` of GET /inventory is at most 50.': withBodyFields('listInventory', (page) => ({
    total: Math.min(page.total, 50),
  })),
  'PAGE-4/first-100-matches: GET /inventory counts and returns only the first 100 matches.': onBody('listInventory', (page) => ({
    ...page,
    total: Math.min(page.total, 100),
    items: page.items.slice(0, Math.max(0, 100 - page.offset)),
  })),
  'PAGE-4/bids-of-every-status-counted: `total` of GET /bids ignores `status`.': withBodyFields(
    'listBids',
    async (_page, { db, caller }) => ({
      total: await countMatches(db, 'bids', { buyer_team_id: caller?.team_id ?? '', livemode: caller?.livemode ?? 1 }),
    }),
  ),
  'PAGE-4/cash-bids-of-all-counted: `total` of GET /cash-bids counts the cash bids of every team.': onBody(
    'listCashBids',
    async (page, { db }) => {
      const counted = db.selectFrom('cash_bids').select((eb) => eb.fn.countAll<number>().as('total'));
      return { ...page, ...(await counted.executeTakeFirstOrThrow()) };
    },
  ),
});

/** Drops one filter from a link. */
function forgetting(
  list: 'listInventory' | 'listTrades' | 'listCashBids',
  key: 'next' | 'href',
  filter: string,
): ReturnType<typeof onLinks> {
  return onLinks(list, [key], (link) => {
    const url = new URL(link);
    url.searchParams.delete(filter);
    return url.href;
  });
}

const OTHER_LISTS = violations({
  'PAGE-15/later-pages-skip-one: Later pages of GET /me/inventory start one listing too late.': onQueryValue(
    'listListings',
    'offset',
    (offset) => (Number(offset) > 0 ? String(Number(offset) + 1) : offset),
  ),
  'PAGE-6/href-forgets-from: `href` of GET /trades drops `from`.': forgetting('listTrades', 'href', 'from'),
  'PAGE-6/href-forgets-province: `href` of GET /inventory drops `province`.': forgetting('listInventory', 'href', 'province'),
  'PAGE-6/href-forgets-protein: `href` of GET /inventory drops `min_protein`.': forgetting(
    'listInventory',
    'href',
    'min_protein',
  ),
  'PAGE-6/href-forgets-active: `href` of GET /cash-bids drops `is_active`.': forgetting('listCashBids', 'href', 'is_active'),
  'PAGE-5/next-forgets-commodity: `next` of GET /trades drops `commodity`.': forgetting('listTrades', 'next', 'commodity'),
  'PAGE-5/next-forgets-organic: `next` of GET /inventory drops `is_organic`.': forgetting('listInventory', 'next', 'is_organic'),
  'PAGE-5/next-forgets-year: `next` of GET /inventory drops `crop_year`.': forgetting('listInventory', 'next', 'crop_year'),
  'PAGE-5/next-offers-forget-status: `next` of offers drops `status`.': onLinks('listOffers', ['next'], (next) =>
    next.replace(/status=\w+&?/, ''),
  ),
  'PAGE-12/previous-too-far: `previous` of GET /inventory goes back two pages.': onLinks(
    'listInventory',
    ['previous'],
    (previous, { offset, limit }) => previous.replace(/offset=\d+/, `offset=${Math.max(0, offset - 2 * limit)}`),
  ),
  'WHK-7/pages-backwards: Each page of deliveries is sorted from the oldest to the newest after the first page.': withBodyFields(
    'listDeliveries',
    ({ offset, items }) => (offset === 0 ? {} : { items: items.toReversed() }),
  ),
  'BID-14/stale-list: GET /bids shows countered bids as pending.': onResource('listBids', (bid) =>
    bid.status === 'countered' ? { ...bid, status: 'pending' } : bid,
  ),
  'PAGE-6/href-without-units: `href` of GET /inventory drops `units`.': forgetting('listInventory', 'href', 'units'),
  'PAGE-15/next-doubles-offset: `next` of GET /cash-bids doubles the offset.': onLinks('listCashBids', ['next'], (next, page) =>
    next.replace(/offset=(\d+)/, (_, offset) => `offset=${Math.max(Number(offset), 2 * page.offset)}`),
  ),
  'LST-16/archived-means-listed: `status=archived` finds listed listings.': mapQuery('listListings', 'status', {
    archived: 'listed',
  }),
  'BID-14/expired-lists-nothing: GET /bids?status=expired is always empty.': onBody('listBids', (page, { incoming }) =>
    queryOf(incoming).get('status') === 'expired' ? { ...page, items: [], total: 0, next: null, previous: null } : page,
  ),
  'LST-11/rejected-and-expired: `?status=rejected` of received bids lists expired ones too.': onBody(
    'listReceivedBids',
    async (page, { db, incoming, world }) => {
      if (queryOf(incoming).get('status') !== 'rejected') return page;
      const bids = await findRows(db, 'bids', { lot_id: idIn(incoming.path) });
      const now = world.clock.now();
      const expired = bids.filter(
        ({ status, expires_at }) => status === 'expired' || (status === 'pending' && expires_at <= now),
      );
      return {
        ...page,
        items: [...page.items, ...expired.map(({ id, lot_id }) => ({ id, listing_id: lot_id, status: 'expired' }))],
      };
    },
  ),
  'CB-4/accepted-is-pending: `?status=pending` lists accepted offers too.': onBody(
    'listOffers',
    async (page, { db, incoming }) => {
      if (queryOf(incoming).get('status') !== 'pending') return page;
      const accepted = await findRows(db, 'offers', { cash_bid_id: idIn(incoming.path), status: 'accepted' });
      return {
        ...page,
        items: [
          ...page.items,
          ...accepted.map(({ id, cash_bid_id }) => ({ id, cash_bid_id, status: 'accepted', counterparty: null })),
        ],
      };
    },
  ),
});

export const MISTAKEN_QUERIES = [...IGNORED, ...LISTINGS, ...TOTALS, ...OTHER_LISTS];
