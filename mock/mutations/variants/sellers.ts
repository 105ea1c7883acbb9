/** Own listings, farms, and received bids. */
import {
  EMPTY_PAGE,
  findRow,
  insteadOfAct,
  insteadOfRefusal,
  isRefusal,
  onFind,
  onQueryValue,
  onResource,
  onWholeList,
  queryOf,
  refuse,
  withBodyFields,
  withDefaultQuery,
  withFields,
  withoutField,
  type Seams,
} from '../violations/kit/index.ts';
import { variants } from './kit/variant.ts';

const WITH_STATUS = ['listListings', 'listReceivedBids', 'listOffers', 'listTrades'] as const;
const KNOWN_STATUSES = /^(?:listed|unlisted|archived|pending|accepted|rejected|countered|expired|Pending|Completed)$/;

/** Counts offsets from the end of the list. */
function fromTheEnd(...lists: ('listListings' | 'listTrades' | 'listCashBids' | 'listOffers' | 'listFarms')[]): Partial<Seams> {
  return insteadOfAct(lists, async (call, _subject, act) => {
    const page = await act();
    if (isRefusal(page) || !('total' in page) || typeof page.total !== 'number') return page;
    const { limit, offset } = call.query;
    const end = Math.max(0, page.total - offset);
    Object.assign(call.query, { limit: Math.max(1, Math.min(limit, end)), offset: Math.max(0, end - limit) });
    const other = await act();
    if (end === 0 || isRefusal(other) || !('items' in other) || !Array.isArray(other.items)) return { ...page, items: [] };
    return { ...page, items: other.items.toReversed() };
  });
}

/** Rejects a new listing of a seller who already has `max` listings that are not archived. */
function limitListings(max: number): Partial<Seams> {
  return insteadOfAct('createListing', async ({ db, caller }, _subject, act) => {
    const own = db.selectFrom('lots').select('id').where('user_id', '=', caller.user_id).where('livemode', '=', caller.livemode);
    return (await own.where('status', '!=', 'archived').execute()).length < max ? act() : refuse('conflict');
  });
}

interface Countering {
  id: string;
  counter_to: string | null;
}

/** A buyer makes the first bid, and then the two sides take turns. */
function isOfSeller({ counter_to }: Countering, bids: readonly Countering[]): boolean {
  const countered = bids.find(({ id }) => id === counter_to);
  return countered !== undefined && !isOfSeller(countered, bids);
}

export const SELLERS_VARIED = variants({
  'limited-listings (LST-3, LST-4): A seller can have 120 listings that are not archived.': limitListings(120),
  'own-list-shows-listed (LST-1, LST-22): Without `status`, GET /me/inventory shows listed listings only.': withDefaultQuery(
    'listListings',
    'status',
    'listed',
  ),
  'oldest-first (LST-1, TRD-1, CB-1, CB-4): Lists start with the oldest item.': fromTheEnd(
    'listListings',
    'listTrades',
    'listCashBids',
    'listOffers',
    'listFarms',
  ),
  'second-delete-404 (LST-7): DELETE /me/inventory/{id} returns 404 for an archived listing.': onFind('archiveListing', (found) =>
    !isRefusal(found) && found.lot.status === 'archived' ? refuse('not_found') : found,
  ),
  'drafts-need-payment (LST-3, LST-4, LST-20): Drafts require a payment method.': insteadOfAct(
    'createListing',
    async ({ db, body }, _subject, act) => {
      const is_unpaid = (await findRow(db, 'farms', { id: body.farm_id }))?.has_payment_method === 0;
      return body.list === false && is_unpaid ? refuse('payment_method_required') : act();
    },
  ),
  "anothers-farm-404 (LST-10, LST-19): POST /me/inventory returns 404 for another seller's farm.": insteadOfAct(
    'createListing',
    async (_call, _subject, act) => {
      const response = await act();
      if (!isRefusal(response) || response.errors?.length !== 1) return response;
      return response.errors[0]?.field === 'farm_id' ? refuse('not_found') : response;
    },
  ),
  'own-listings-terse (LST-1, LST-5): Own listings show the documented fields only.': onResource(
    ['listListings', 'getListing', 'createListing', 'updateListing', 'archiveListing'],
    ({ id, status, manage_url, public_url }) => ({ id, status, manage_url, public_url }),
  ),
  'inbox-by-listings (LST-12, LST-23): GET /me/bids-received sorts the listings by their best bid, and the bids of each by time.':
    withFields('listBidsReceived', ({ bids }) => ({
      bids: bids.toSorted((a, b) => a.created_at.localeCompare(b.created_at)),
    })),
  'inbox-by-bids (LST-12, LST-23): GET /me/bids-received sorts the listings by id, and the bids of each by price.':
    withBodyFields('listBidsReceived', (page) => ({
      items: page.items.toSorted((a, b) => a.listing.id.localeCompare(b.listing.id)),
    })),
  'inbox-without-seller-fields (LST-12, LST-21): GET /me/bids-received omits the fields about the buyer and the terms.':
    withoutField('listBidsReceived', 'buyer_label', 'buyer_type', 'delivery', 'fob_farm', 'expires_at', 'type', 'quantity'),
  "inbox-without-own-counters (LST-12, LST-13): GET /me/bids-received omits the seller's own counters.": onWholeList(
    'listBidsReceived',
    (items) =>
      items.flatMap((item) => {
        const bids = item.bids.filter(({ awaiting }) => awaiting !== 'buyer');
        return bids.length === 0 ? [] : [{ ...item, bids }];
      }),
  ),
  "listing-bids-without-own-counters (LST-11): GET /me/inventory/{id}/bids omits the seller's pending counters.": onWholeList(
    'listReceivedBids',
    (bids) => bids.filter(({ awaiting }) => awaiting !== 'buyer'),
  ),
  "listing-bids-of-buyers-only (LST-11, LST-6): GET /me/inventory/{id}/bids omits the seller's counters, also those that were decided.":
    onWholeList(
      'listReceivedBids',
      (bids, { query: { status } }) =>
        bids.filter((bid) => !isOfSeller(bid, bids) && (status === undefined || bid.status === status)),
      ['status'],
    ),
  'unknown-statuses-ignored (LST-22, TRD-8, CB-15): An unknown `status` is ignored.': onQueryValue(
    WITH_STATUS,
    'status',
    (status) => (KNOWN_STATUSES.test(status) ? status : undefined),
  ),
  'unknown-statuses-empty (LST-22, TRD-8, CB-15): An unknown `status` returns an empty page.': insteadOfRefusal(
    WITH_STATUS,
    'invalid_filter',
    ({ incoming }) => (KNOWN_STATUSES.test(queryOf(incoming).get('status') ?? 'listed') ? undefined : EMPTY_PAGE),
  ),
  'farms-with-other-names (FARM-4, FARM-6): Farms have `lat`, `lng`, `city`, and `province`.': onResource(
    ['listFarms', 'createFarm', 'getFarm', 'updateFarm'],
    (farm) => {
      if (!('latitude' in farm)) return farm;
      const { id, name, latitude, longitude, nearest_city, nearest_province } = farm;
      return { id, name, lat: latitude, lng: longitude, city: nearest_city, province: nearest_province };
    },
  ),
});
