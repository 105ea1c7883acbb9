import {
  all,
  countMatches,
  idIn,
  LISTS,
  onBody,
  onLinks,
  onQuery,
  onQueryValue,
  queryOf,
  refusing,
  SELLERS_LISTS,
  violations,
  withBodyFields,
  withDefaultQuery,
  withoutField,
  withoutQuery,
} from './kit/index.ts';

export const PAGING = violations({
  'PAGE-1/total-as-text: GET /trades returns a string `total`.': withBodyFields('listTrades', ({ total }) => ({
    total: String(total),
  })),
  'PAGE-1/no-previous: The first page of GET /bids omits `previous`.': onBody('listBids', ({ previous, ...page }) =>
    previous === null ? page : { ...page, previous },
  ),
  'PAGE-1/no-href: GET /cash-bids/{id}/offers omits `href`.': withoutField('listOffers', 'href'),
  'PAGE-1/data-for-items: GET /me/inventory has `data` instead of `items`.': onBody('listListings', ({ items, ...page }) => ({
    data: items,
    ...page,
  })),
  'PAGE-2/limit-ignored: Lists ignore `limit`.': withoutQuery(LISTS, 'limit'),
  'PAGE-2/one-too-many: GET /trades returns one item more than `limit`.': all(
    onQuery('listTrades', (query) => {
      const limit = Number(query.get('limit') ?? '20');
      if (limit < 50) query.set('limit', String(limit + 1));
    }),
    withBodyFields('listTrades', (page) => ({ limit: page.limit - 1 })),
  ),
  'PAGE-2/fifty-refused: GET /trades rejects `limit=50`.': refusing('listTrades', ({ incoming }) =>
    queryOf(incoming).get('limit') === '50' ? 'invalid_filter' : undefined,
  ),
  'PAGE-3/large-offsets-crash: GET /trades returns 500 for an offset that is not a 32-bit integer.': refusing(
    'listTrades',
    ({ incoming }) => (Number(queryOf(incoming).get('offset')) > 2_147_483_647 ? 'internal_error' : undefined),
  ),
  'PAGE-3/offset-ignored: GET /bids ignores `offset`.': withoutQuery('listBids', 'offset'),
  'PAGE-3/offset-needs-limit: GET /webhooks/{id}/deliveries ignores `offset` without `limit`.': onQuery(
    'listDeliveries',
    (query) => {
      if (!query.has('limit')) query.delete('offset');
    },
  ),
  'PAGE-3/offset-counts-pages: GET /cash-bids/{id}/offers counts `offset` in pages.': onQueryValue(
    'listOffers',
    'offset',
    (offset, query) => String(Number(offset) * Number(query.get('limit') ?? '20')),
  ),
  'PAGE-3/from-one: GET /inventory counts `offset` from 1.': all(
    onQueryValue('listInventory', 'offset', (offset) => (Number(offset) > 0 ? String(Number(offset) - 1) : offset)),
    withBodyFields('listInventory', ({ offset }) => ({ offset: offset === 0 ? 0 : offset + 1 })),
  ),
  'PAGE-4/total-of-the-page: GET /trades returns the items up to this page as `total`.': withBodyFields('listTrades', (page) => ({
    total: page.offset + page.items.length,
  })),
  'PAGE-4/total-without-filters: `total` of received bids ignores the filters.': withBodyFields(
    'listReceivedBids',
    async (_page, { db, incoming }) => ({ total: await countMatches(db, 'bids', { lot_id: idIn(incoming.path) }) }),
  ),
  'PAGE-4/total-shrinks: `total` of GET /inventory shrinks by the offset.': withBodyFields('listInventory', (page) => ({
    total: page.total - page.offset,
  })),
  'PAGE-5/next-forgets-filters: `next` of GET /inventory drops the filters.': onLinks('listInventory', ['next'], (next) =>
    forget(next),
  ),
  'PAGE-5/next-forgets-status: `next` of GET /bids drops `status`.': onLinks('listBids', ['next'], (next) => forget(next)),
  'PAGE-5/not-encoded: The links of GET /inventory do not encode the query.': onLinks('listInventory', ['next', 'href'], (link) =>
    decodeURIComponent(link.replaceAll('+', ' ')),
  ),
  'PAGE-5/no-next: `next` of GET /trades is always null.': withBodyFields('listTrades', { next: null }),
  'PAGE-5/next-is-here: `next` of offers leads to the same page.': onLinks('listOffers', ['next'], (_next, { href }) => href),
  'PAGE-5/next-forgets-units: `next` of GET /inventory drops `units`.': onLinks('listInventory', ['next'], (next) =>
    forget(next, 'units'),
  ),
  'PAGE-5/next-keeps-one-slug: `next` of GET /inventory keeps only the first slug of `commodity`.': onLinks(
    'listInventory',
    ['next'],
    (next) => next.replace(/(commodity=[^&]*?)(?:,|%2C)[^&]*/, '$1'),
  ),
  'PAGE-5/next-forgets-sort: `next` of GET /inventory drops `sort`.': onLinks('listInventory', ['next'], (next) =>
    forget(next, 'sort'),
  ),
  'PAGE-5/next-forgets-limit: `next` of GET /me/inventory drops `limit`.': onLinks('listListings', ['next'], (next) =>
    forget(next, 'limit'),
  ),
  'PAGE-6/href-forgets-filters: `href` of GET /bids drops the filters.': onLinks('listBids', ['href'], (href) => forget(href)),
  'PAGE-6/href-of-the-first: `href` of GET /trades leads to the first page.': onLinks('listTrades', ['href'], (href) =>
    forget(href, 'offset'),
  ),
  'PAGE-9/no-total: GET /webhooks/{id}/deliveries omits `total`.': withoutField('listDeliveries', 'total'),
  'PAGE-10/inbox-without-total: GET /me/bids-received omits `total`.': withoutField('listBidsReceived', 'total'),
  'PAGE-10/bare-locations: GET /delivery-locations returns an array.': onBody('listDeliveryLocations', ({ items }) => items),
  'PAGE-11/limit-of-the-page: `limit` of GET /trades is the number of items.': withBodyFields('listTrades', (page) => ({
    limit: page.items.length,
  })),
  'PAGE-11/offset-of-zero: `offset` of GET /bids is always 0.': withBodyFields('listBids', { offset: 0 }),
  'PAGE-11/default-of-50: `limit` of GET /me/bids-received is always 50.': withBodyFields('listBidsReceived', { limit: 50 }),
  'PAGE-12/no-previous: `previous` of GET /bids is always null.': withBodyFields('listBids', { previous: null }),
  'PAGE-12/previous-is-here: `previous` of offers leads to the same page.': onLinks(
    'listOffers',
    ['previous'],
    (_previous, { href }) => href,
  ),
  'PAGE-12/before-the-first: `previous` of GET /trades can have a negative `offset`.': onLinks(
    'listTrades',
    ['previous'],
    (_previous, { href }) => {
      const url = new URL(href);
      const [limit, offset] = [url.searchParams.get('limit') ?? 20, url.searchParams.get('offset') ?? 0].map(Number);
      url.searchParams.set('offset', String((offset ?? 0) - (limit ?? 0)));
      return url.href;
    },
  ),
  'PAGE-13/fifty-by-default: Lists return 50 items by default.': withDefaultQuery(LISTS, 'limit', '50'),
  'PAGE-13/large-cash-bids: GET /cash-bids returns 25 items by default.': withDefaultQuery('listCashBids', 'limit', '25'),
  "PAGE-14/sellers-lists-whole: The seller's lists ignore `limit` and `offset`.": withoutQuery(SELLERS_LISTS, 'limit', 'offset'),
  'PAGE-14/inbox-ignores-limit: GET /me/bids-received ignores `limit`.': withoutQuery('listBidsReceived', 'limit'),
  'PAGE-15/next-overlaps: `next` of GET /inventory starts with the last item of this page.': onLinks(
    'listInventory',
    ['next'],
    (next) => shift(next, -1),
  ),
  'PAGE-15/next-after-the-last: The last page of GET /trades has a `next` link.': withBodyFields('listTrades', (page) => ({
    next: page.next ?? shift(page.href, page.limit),
  })),
  'PAGE-15/previous-before-the-first: The first page of GET /bids has a `previous` link.': withBodyFields('listBids', (page) => ({
    previous: page.previous ?? page.href,
  })),
});

/** Removes the named parameters from a link. Without names, removes all filters. */
function forget(link: string, ...names: readonly string[]): string {
  const url = new URL(link);
  const { searchParams: asked } = url;
  if (names.length === 0)
    url.search = new URLSearchParams({ limit: asked.get('limit') ?? '', offset: asked.get('offset') ?? '' }).toString();
  for (const name of names) asked.delete(name);
  return url.href;
}

/** Moves the offset of a link by a number of items. */
function shift(link: string, rows: number): string {
  const url = new URL(link);
  url.searchParams.set('offset', String(Math.max(0, Number(url.searchParams.get('offset') ?? '0') + rows)));
  return url.href;
}
