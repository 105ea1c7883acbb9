/** Pages and their links. */
import {
  afterAct,
  all,
  LISTS,
  onResponse,
  onBody,
  onLinks,
  onQuery,
  onQueryValue,
  queryOf,
  SELLERS_LISTS,
  withBodyFields,
  withoutQuery,
  type Seams,
} from '../violations/kit/index.ts';
import { Alarm } from '../../ports/timer.ts';
import { variants } from './kit/variant.ts';
import { LIMITS, type Listing } from '#spec';

const EVERY_LINK = ['next', 'previous', 'href'] as const;
const ORIGIN = /^https?:\/\/[^/]+/;

/** Reads `limit` and `offset`, with the defaults for invalid values. */
function readPaging(search: string): { limit: number; offset: number } {
  const query = new URLSearchParams(search);
  const [limit, offset] = ['limit', 'offset'].map((name) => query.get(name) ?? '');
  return {
    limit: /^(?:[1-9]|[1-4]\d|50)$/.test(limit ?? '') ? Number(limit) : 20,
    offset: /^\d+$/.test(offset ?? '') ? Number(offset) : 0,
  };
}

/** A whole number with any number of digits. */
const INTEGER = /^[+-]?\d+$/;

function clamp(text: string, min: number, max: number): string {
  return INTEGER.test(text) ? String(Math.min(Math.max(Number(text), min), max)) : text;
}

/** How old a cached page can be, in ms. */
const OLD_MS = 500;

/** Returns pages that are a moment old, by caller and address, as a cache or a replica would. */
function aMomentOld(): Partial<Seams> {
  const kept = new Map<string, unknown>();
  return onBody(['listWebhooks', 'listDeliveries', 'listReceivedBids', 'listBidsReceived'], (page, { incoming }) => {
    const key = [incoming.authorization, incoming.address, JSON.stringify(incoming.path), incoming.search].join(' ');
    if (kept.has(key)) return kept.get(key);
    kept.set(key, page);
    new Alarm(() => {
      kept.delete(key);
    }).set(OLD_MS);
    return page;
  });
}

/** Keeps an archived listing in the seller's list of listed ones for a moment. */
function archivedStay(): Partial<Seams> {
  // By id, because a listing can be archived twice.
  const late = new Map<string, { listing: Listing; caller: string | undefined }>();
  return all(
    afterAct('archiveListing', (_call, { data }, _subject, { incoming }) => {
      late.set(data.id, { listing: { ...data, status: 'listed' }, caller: incoming.authorization });
      new Alarm(() => {
        late.delete(data.id);
      }).set(OLD_MS);
    }),
    onBody('listListings', (page, { incoming }) => {
      if (queryOf(incoming).get('status') !== 'listed' || page.offset > 0) return page;
      const own = [...late.values()].filter(({ caller }) => caller === incoming.authorization).map(({ listing }) => listing);
      const others = page.items.filter(({ id }) => !late.has(id));
      return { ...page, items: [...own, ...others].slice(0, page.limit) };
    }),
  );
}

export const PAGES_VARIED = variants({
  'limit-clamped (PAGE-7): `limit` and `offset` are clamped to their ranges.': all(
    onQueryValue(LISTS, 'limit', (limit) => clamp(limit, LIMITS.page_limit_min, LIMITS.page_limit_max)),
    onQueryValue(LISTS, 'offset', (offset) => clamp(offset, 0, LIMITS.page_offset_max)),
  ),
  'relative-links (PAGE-17): Page links have no host.': onLinks(LISTS, EVERY_LINK, (link) => link.replace(ORIGIN, '')),
  'links-with-query-only (PAGE-17): Page links contain only the query.': onLinks(LISTS, EVERY_LINK, (link) =>
    link.replace(/^[^?]*/, ''),
  ),
  'links-with-another-host (PAGE-17): Page links have a different host.': onLinks(LISTS, EVERY_LINK, (link) =>
    link.replace(ORIGIN, 'https://api.grain.example'),
  ),
  'delivery-list-of-four (PAGE-9, PAGE-10): Deliveries and received bids are pages without links.': onBody(
    ['listDeliveries', 'listBidsReceived'],
    ({ items, total, limit, offset }) => ({ items, total, limit, offset }),
  ),
  'locations-alone (PAGE-10): GET /delivery-locations returns `items` only.': onBody('listDeliveryLocations', ({ items }) => ({
    items,
  })),
  "sellers-lists-of-twenty (PAGE-14): The seller's lists ignore `limit` and `offset`.": all(
    withoutQuery(SELLERS_LISTS, 'limit', 'offset'),
    withBodyFields(SELLERS_LISTS, { next: null, previous: null }),
  ),
  "sellers-lists-of-fifty (PAGE-14): The seller's lists ignore `limit` and `offset`, and have pages of 50.": all(
    onQuery(SELLERS_LISTS, (query) => {
      query.delete('offset');
      query.set('limit', '50');
    }),
    withBodyFields(SELLERS_LISTS, { next: null, previous: null }),
  ),
  'lists-a-moment-old (WHK-1, WHK-7, LST-11, LST-12, LST-16): Lists of subscriptions, deliveries, received bids, and listed listings are up to half a second old.':
    () => all(aMomentOld(), archivedStay()),
  'bad-pages-empty (PAGE-7, INV-10, BID-15, TRD-8, CB-15, LST-22): An invalid filter, limit, or offset returns an empty page.':
    onResponse(
      [
        'listInventory',
        'listBids',
        'listTrades',
        'listCashBids',
        'listOffers',
        'listDeliveries',
        'listListings',
        'listReceivedBids',
      ],
      (response, { refusal, incoming }) => {
        if (refusal?.refused !== 'invalid_filter') return response;
        const page = { items: [], ...readPaging(incoming.search), total: 0, next: null, previous: null, href: '?' };
        return { ...response, status: 200, text: JSON.stringify(page) };
      },
    ),
});
