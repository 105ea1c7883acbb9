/** The two lists of received bids. */
import {
  afterAct,
  asOwner,
  asOwnerOfLot,
  EMPTY_PAGE,
  findRows,
  insteadOfRefusal,
  mapQuery,
  onBody,
  onCaller,
  onField,
  onResource,
  personaAsCaller,
  RECEIVED_BIDS,
  violations,
  withBodyFields,
  withFields,
  withoutField,
  withoutQuery,
  withScopes,
  type ResponseBody,
  type CallOf,
  type Row,
  type Seams,
} from '../kit/index.ts';
import { findBid, pageBids } from '../../../market/store/bids.ts';
import { findLot } from '../../../market/store/lots.ts';
import { viewReceivedBid, viewReceivedBids } from '../../../market/views/parties.ts';

type Inbox = ResponseBody<'listBidsReceived'>;

/** Adds bids to a page of GET /me/bids-received. @param status the status to show */
export async function showInInbox(
  { db, caller, query }: CallOf<'listBidsReceived'>,
  page: Inbox,
  bids: readonly Row<'bids'>[],
  status: Row<'bids'>['status'],
): Promise<Inbox> {
  let items = [...page.items];
  for (const { id, lot_id } of bids) {
    const stored = await findBid(db, id, caller.livemode);
    const lot = await findLot(db, lot_id, caller.livemode);
    if (stored === undefined || lot === undefined) continue;
    const bid = viewReceivedBid({ ...stored, bid: { ...stored.bid, status } }, query.units);
    const known = items.find(({ listing }) => listing.id === lot_id);
    items = items.filter((group) => group !== known);
    items.push({ ...(known ?? viewReceivedBids(lot, [], query.units)), bids: [...(known?.bids ?? []), bid] });
  }
  return { ...page, items };
}

/** Adds bids with another status to GET /me/bids-received. @param shown the status to show for them */
function inboxWith(status: Row<'bids'>['status'], shown: Row<'bids'>['status'] = status): Partial<Seams> {
  return afterAct('listBidsReceived', async (call, page) => {
    const { user_id, livemode } = call.caller;
    return showInInbox(call, page, await findRows(call.db, 'bids', { seller_user_id: user_id, status, livemode }), shown);
  });
}

export const RECEIVED_VIOLATED = violations({
  'LST-11/inventory-id-instead: Received bids have `inventory_id` instead of `listing_id`.': onResource(
    'listReceivedBids',
    ({ listing_id, ...bid }) => ({ ...bid, inventory_id: listing_id }),
  ),
  'LST-11/status-ignored: GET /me/inventory/{id}/bids ignores `status`.': withoutQuery('listReceivedBids', 'status'),
  'LST-11/twenty-at-most: GET /me/inventory/{id}/bids counts and lists at most 20 bids.': onBody('listReceivedBids', (page) => ({
    ...page,
    items: page.items.slice(0, 20),
    total: Math.min(page.total, 20),
  })),
  'LST-12/five-per-listing: GET /me/bids-received shows the five best bids of each listing.': onBody(
    'listBidsReceived',
    (page) => ({ ...page, items: page.items.map(({ bids, ...entry }) => ({ ...entry, bids: bids.slice(0, 5) })) }),
  ),
  'LST-11/countered-not-found: `status=countered` finds expired bids.': mapQuery('listReceivedBids', 'status', {
    countered: 'expired',
  }),
  "LST-11/strangers-read: GET /me/inventory/{id}/bids shows the bids on another seller's listing.": asOwner('listReceivedBids'),
  "LST-11/strangers-read-archived: GET /me/inventory/{id}/bids shows the bids on another seller's archived listing.":
    asOwnerOfLot('listReceivedBids', 'archived'),
  "LST-11/strangers-read-unlisted: GET /me/inventory/{id}/bids shows the bids on another seller's unlisted listing.":
    asOwnerOfLot('listReceivedBids', 'unlisted'),
  'LST-11/missing-is-empty: GET /me/inventory/{id}/bids returns an empty page instead of 404.': insteadOfRefusal(
    'listReceivedBids',
    'not_found',
    () => EMPTY_PAGE,
  ),
  'LST-11/bids-of-all-lots: GET /me/inventory/{id}/bids lists the bids on all listings of the seller.': afterAct(
    'listReceivedBids',
    async ({ db, caller, query }, page, { lot }) => {
      const others = db.selectFrom('lots').select('id').where('user_id', '=', caller.user_id).where('id', '!=', lot.id);
      const lots = await others.where('livemode', '=', caller.livemode).orderBy('created_at', 'desc').limit(20).execute();
      const items = [...page.items];
      for (const { id } of lots) {
        const { records } = await pageBids(db, { lot_id: id, status: query.status }, 20, 0);
        items.push(...records.map((stored) => viewReceivedBid(stored)));
      }
      return { ...page, items };
    },
  ),
  'LST-11/fob-farm-number: `fob_farm` is 0 or 1.': onField('listReceivedBids', 'fob_farm', Number),
  'LST-11/expiry-in-seconds: `expires_at` is Unix time.': onField('listReceivedBids', 'expires_at', (at) =>
    Math.floor(Date.parse(String(at)) / 1000),
  ),
  'LST-11/label-object: `buyer_label` is an object.': onField('listReceivedBids', 'buyer_label', (text) => ({ text })),
  'LST-11/delivery-text: `delivery` is a string.': onField('listReceivedBids', 'delivery', () => '2027-01-01/2027-02-01'),
  'LST-12/listings-scope-is-enough: GET /me/bids-received requires listings.read only.': onCaller('listBidsReceived', (caller) =>
    withScopes(caller, 'bids.read'),
  ),
  'LST-12/bids-scope-is-enough: GET /me/bids-received requires bids.read only.': onCaller('listBidsReceived', (caller) =>
    withScopes(caller, 'listings.read'),
  ),
  'LST-12/worst-price-first: GET /me/bids-received sorts by the worst price first.': withBodyFields(
    'listBidsReceived',
    (page) => ({ items: page.items.map((group) => ({ ...group, bids: group.bids.toReversed() })).toReversed() }),
  ),
  'LST-12/newest-first: GET /me/bids-received sorts by creation time, newest first.': withBodyFields(
    'listBidsReceived',
    ({ items }) => ({
      items: items
        .map((group) => ({ ...group, bids: group.bids.toSorted((a, b) => b.created_at.localeCompare(a.created_at)) }))
        .toSorted((a, b) => (b.bids[0]?.created_at ?? '').localeCompare(a.bids[0]?.created_at ?? '')),
    }),
  ),
  'LST-12/by-value: GET /me/bids-received sorts by price times quantity.': withBodyFields('listBidsReceived', ({ items }) => {
    const valueOf = (bid: (typeof items)[number]['bids'][number] | undefined): number =>
      (bid?.price?.amount ?? 0) * (bid?.quantity_mt ?? 0);
    return {
      items: items
        .map((group) => ({ ...group, bids: group.bids.toSorted((a, b) => valueOf(b) - valueOf(a)) }))
        .toSorted((a, b) => valueOf(b.bids[0]) - valueOf(a.bids[0])),
    };
  }),
  'LST-12/whole-dollars: GET /me/bids-received sorts the bids of a listing by whole dollars, and the listings by id.':
    withBodyFields('listBidsReceived', ({ items }) => {
      const dollarsOf = (bid: (typeof items)[number]['bids'][number]): number => Math.floor(bid.price?.amount ?? 0);
      return {
        items: items
          .map((group) => ({
            ...group,
            bids: group.bids
              .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
              .toSorted((a, b) => dollarsOf(b) - dollarsOf(a)),
          }))
          .toSorted((a, b) => (a.listing.id < b.listing.id ? -1 : 1)),
      };
    }),
  'LST-12/rejected-shown: GET /me/bids-received shows rejected bids.': inboxWith('rejected'),
  'LST-12/accepted-shown: GET /me/bids-received shows accepted bids as pending.': inboxWith('accepted', 'pending'),
  'LST-12/expired-shown: GET /me/bids-received shows expired bids as pending.': inboxWith('expired', 'pending'),
  'LST-12/countered-left-out: GET /me/bids-received omits countered bids.': withFields('listBidsReceived', ({ bids }) => ({
    bids: bids.filter(({ status }) => status !== 'countered'),
  })),
  'LST-12/not-grouped: GET /me/bids-received has one item per bid instead of per listing.': withBodyFields(
    'listBidsReceived',
    (page) => ({ items: page.items.flatMap(({ listing, bids }) => bids.map((bid) => ({ listing, bids: [bid] }))) }),
  ),
  'LST-12/no-reference: GET /me/bids-received omits the reference of a listing.': withoutField(
    'listBidsReceived',
    'listing.reference',
  ),
  'LST-12/no-grade: GET /me/bids-received omits the grade of a listing.': withoutField('listBidsReceived', 'listing.grade'),
  'LST-12/no-grade-without-one: GET /me/bids-received omits the grade of a listing that has none.': withFields(
    'listBidsReceived',
    ({ listing: { grade, ...listing } }) => ({ listing: grade === null ? listing : { ...listing, grade } }),
  ),
  'LST-12/by-grades-left-out: GET /me/bids-received omits multi-grade bids.': withFields('listBidsReceived', ({ bids }) => ({
    bids: bids.filter(({ grades }) => grades === undefined),
  })),
  'LST-12/commodity-text: GET /me/bids-received returns the commodity as a slug.': onField(
    'listBidsReceived',
    'listing.commodity',
    () => 'canola',
  ),
  'LST-12/quantity-text: GET /me/bids-received returns a string `quantity_mt`.': onField(
    'listBidsReceived',
    'listing.quantity_mt',
    String,
  ),
  "LST-12/bids-of-other-sellers: GET /me/bids-received shows another seller's bids.": onCaller('listBidsReceived', (caller) => {
    const { user_id } = personaAsCaller('seller');
    return caller.user_id === personaAsCaller('partner').user_id ? { ...caller, user_id } : caller;
  }),
  'LST-14/no-grades: Received bids omit `grades`.': withoutField(RECEIVED_BIDS, 'grades'),
  'LST-14/first-grade-alone: GET /me/inventory/{id}/bids returns only the first entry of `grades`.': onField(
    'listReceivedBids',
    'grades',
    (grades) => (Array.isArray(grades) ? grades.slice(0, 1) : grades),
  ),
  'LST-14/grades-by-name: GET /me/bids-received returns `grades` as strings.': onField('listBidsReceived', 'grades', (grades) =>
    Array.isArray(grades) ? grades.map(String) : grades,
  ),
  'LST-21/no-buyer-type: Received bids omit `buyer_type`.': withoutField(RECEIVED_BIDS, 'buyer_type'),
  'LST-21/no-delivery: Received bids omit `delivery`.': withoutField(RECEIVED_BIDS, 'delivery'),
});
