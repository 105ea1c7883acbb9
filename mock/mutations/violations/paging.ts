import {
  all,
  idIn,
  LISTS,
  onBody,
  onQuery,
  queryOf,
  refuseAs,
  refusing,
  violations,
  withBodyFields,
  withDefaultQuery,
  withoutField,
  withoutQuery,
} from './kit/index.ts';

const SELLERS_LISTS = ['listListings', 'listReceivedBids', 'listBidsReceived'] as const;

export const PAGING = violations({
  'PAGE-1/total-as-text: The total of trades is text.': onBody('listTrades', (page) => ({ ...page, total: String(page.total) })),
  'PAGE-1/no-previous: The first page of bids has no `previous`.': onBody('listBids', ({ previous, ...page }) =>
    previous === null ? page : { ...page, previous },
  ),
  'PAGE-1/no-href: Offers have no `href`.': withoutField('listOffers', 'href'),
  'PAGE-1/data-for-items: Own listings stand in `data`.': onBody('listListings', ({ items, ...page }) => ({
    data: items,
    ...page,
  })),
  'PAGE-2/limit-ignored: Every page has the default size.': withoutQuery(LISTS, 'limit'),
  'PAGE-2/one-too-many: A page of trades holds one more than its limit.': all(
    onQuery('listTrades', (query) => {
      const limit = Number(query.get('limit') ?? '20');
      if (limit < 50) query.set('limit', String(limit + 1));
    }),
    onBody('listTrades', (page) => ({ ...page, limit: page.limit - 1 })),
  ),
  'PAGE-2/fifty-refused: A limit of 50 is too large for trades.': refusing('listTrades', ({ incoming }) =>
    queryOf(incoming).get('limit') === '50' ? 'invalid_filter' : undefined,
  ),
  'PAGE-2/crash: A limit that is no number is a crash.': refuseAs('listCashBids', 'invalid_filter', 'internal_error'),
  'PAGE-3/offset-ignored: Every page of bids is the first.': withoutQuery('listBids', 'offset'),
  'PAGE-3/offset-counts-pages: `offset` of offers counts pages.': onQuery('listOffers', (query) => {
    query.set('offset', String(Number(query.get('offset') ?? '0') * Number(query.get('limit') ?? '20')));
  }),
  'PAGE-3/from-one: `offset` of the inventory counts from 1.': all(
    onQuery('listInventory', (query) => {
      const offset = Number(query.get('offset') ?? '0');
      if (offset > 0) query.set('offset', String(offset - 1));
    }),
    onBody('listInventory', (page) => ({ ...page, offset: page.offset === 0 ? 0 : page.offset + 1 })),
  ),
  'PAGE-4/total-of-the-page: The total is the number of items of the page.': onBody('listTrades', (page) => ({
    ...page,
    total: page.offset + page.items.length,
  })),
  'PAGE-4/total-without-filters: The total of received bids counts those as well that do not match.': onBody(
    'listReceivedBids',
    async (page, { db, incoming }) => {
      const { count } = await db
        .selectFrom('bids')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('lot_id', '=', idIn(incoming.path))
        .executeTakeFirstOrThrow();
      return { ...page, total: count };
    },
  ),
  'PAGE-4/total-shrinks: From the second page on the total is what is left.': onBody('listInventory', (page) => ({
    ...page,
    total: page.total - page.offset,
  })),
  'PAGE-5/next-forgets-filters: The link to the next page asks for limit and offset alone.': onBody('listInventory', (page) => ({
    ...page,
    next: page.next === null ? null : forget(page.next),
  })),
  'PAGE-5/next-forgets-status: The link to the next page of bids leaves status out.': onBody('listBids', (page) => ({
    ...page,
    next: page.next === null ? null : forget(page.next),
  })),
  'PAGE-5/no-next: There is no next page of trades.': withBodyFields('listTrades', { next: null }),
  'PAGE-5/next-is-here: The link to the next page of offers leads to the same.': onBody('listOffers', (page) => ({
    ...page,
    next: page.next === null ? null : page.href,
  })),
  'PAGE-5/next-forgets-units: The link to the next page leaves units out.': onBody('listInventory', (page) => ({
    ...page,
    next: page.next === null ? null : forget(page.next, 'units'),
  })),
  'PAGE-5/next-forgets-sort: The link to the next page leaves sort out.': onBody('listInventory', (page) => ({
    ...page,
    next: page.next === null ? null : forget(page.next, 'sort'),
  })),
  'PAGE-5/next-forgets-limit: The link to the next page of own listings leaves limit out.': onBody('listListings', (page) => ({
    ...page,
    next: page.next === null ? null : forget(page.next, 'limit'),
  })),
  'PAGE-6/href-forgets-filters: `href` of bids asks for limit and offset alone.': onBody('listBids', (page) => ({
    ...page,
    href: forget(page.href),
  })),
  'PAGE-6/href-of-the-first: `href` of trades leads to the first page.': onBody('listTrades', (page) => ({
    ...page,
    href: forget(page.href, 'offset'),
  })),
  'PAGE-9/no-total: The delivery list has no total.': withoutField('listDeliveries', 'total'),
  'PAGE-10/inbox-without-total: The inbox has no total.': withoutField('listBidsReceived', 'total'),
  'PAGE-10/bare-locations: Delivery locations are a bare array.': onBody('listDeliveryLocations', ({ items }) => items),
  'PAGE-11/limit-of-the-page: `limit` is the number of items there are.': onBody('listTrades', (page) => ({
    ...page,
    limit: page.items.length,
  })),
  'PAGE-11/offset-of-zero: `offset` of bids is always 0.': withBodyFields('listBids', { offset: 0 }),
  'PAGE-11/default-of-50: The inbox says that it has pages of 50.': onBody('listBidsReceived', (page) => ({
    ...page,
    limit: 50,
  })),
  'PAGE-12/no-previous: There is no previous page of bids.': withBodyFields('listBids', { previous: null }),
  'PAGE-12/previous-is-here: `previous` of offers leads to the same page.': onBody('listOffers', (page) => ({
    ...page,
    previous: page.previous === null ? null : page.href,
  })),
  'PAGE-13/fifty-by-default: Without a limit a page holds 50.': withDefaultQuery(LISTS, 'limit', '50'),
  'PAGE-13/large-cash-bids: Without a limit a page of cash bids holds 25.': withDefaultQuery('listCashBids', 'limit', '25'),
  "PAGE-14/sellers-lists-whole: The seller's lists ignore limit and offset.": withoutQuery(SELLERS_LISTS, 'limit', 'offset'),
  'PAGE-14/inbox-ignores-limit: The inbox ignores limit.': withoutQuery('listBidsReceived', 'limit'),
  'PAGE-15/next-overlaps: The next page begins with the last row of this one.': onBody('listInventory', (page) => ({
    ...page,
    next: page.next === null ? null : shift(page.next, -1),
  })),
  'PAGE-15/next-after-the-last: The last page of trades has a next one.': onBody('listTrades', (page) => ({
    ...page,
    next: page.next ?? shift(page.href, page.limit),
  })),
  'PAGE-15/previous-before-the-first: The first page of bids has a previous one.': onBody('listBids', (page) => ({
    ...page,
    previous: page.previous ?? page.href,
  })),
});

/** A link without its filters, or without some parameters. */
function forget(link: string, ...names: readonly string[]): string {
  const url = new URL(link);
  const { searchParams: asked } = url;
  if (names.length === 0)
    url.search = new URLSearchParams({ limit: asked.get('limit') ?? '', offset: asked.get('offset') ?? '' }).toString();
  for (const name of names) asked.delete(name);
  return url.href;
}

/** A link to so many rows further on. */
function shift(link: string, rows: number): string {
  const url = new URL(link);
  url.searchParams.set('offset', String(Math.max(0, Number(url.searchParams.get('offset') ?? '0') + rows)));
  return url.href;
}
