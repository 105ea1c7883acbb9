/** Mistakes of a third independent implementation of the API that the gate missed at first. */
import {
  afterAct,
  all,
  fieldsOf,
  findOwner,
  findRow,
  findRows,
  idIn,
  isJsonObject,
  onAnswer,
  onBody,
  onCaller,
  onResource,
  partiesOf,
  queryOf,
  refuseFields,
  refusing,
  setRows,
  violations,
  withFields,
} from '../kit/index.ts';
import type { Listing } from '#spec';

const BIDS = violations({
  'BID-5/no-leap-day: A delivery cannot begin on 29 February.': refusing('placeBid', ({ incoming }) => {
    const { delivery } = fieldsOf(incoming);
    return isJsonObject(delivery) && String(delivery['from']).endsWith('-02-29')
      ? refuseFields({ field: 'delivery.from', message: 'is not a date' })
      : undefined;
  }),
  'BID-14/expired-lists-nothing: GET /bids?status=expired is always empty.': onBody('listBids', (page, { incoming }) =>
    queryOf(incoming).get('status') === 'expired' ? { ...page, items: [], total: 0, next: null, previous: null } : page,
  ),
  'BID-22/lines-rejected-before: The 422 bid_items_required rejects all lines but the first.': () => {
    const touched = new Set<string>();
    return all(
      onAnswer('acceptBid', (answer, { refusal, incoming }) => {
        if (refusal?.refused === 'bid_items_required') touched.add(idIn(incoming.path));
        return answer;
      }),
      withFields(['getBid', 'listBids'], ({ id, grades = [] }) =>
        touched.has(id) ? { grades: grades.map((line, i) => (i === 0 ? line : { ...line, status: 'rejected' })) } : {},
      ),
    );
  },
  'TRD-10/quantity-of-the-countered-bid: The trade of a counter has the quantity of the bid before it.': afterAct(
    'acceptBid',
    async ({ db }, { data }, { truth: { bid } }) => {
      const countered = await findRow(db, 'bids', { id: bid.counter_to ?? '' });
      if (countered !== undefined) await setRows(db, 'trades', { id: data.id }, { quantity_mt: countered.quantity_mt });
    },
  ),
  'PRIV-7/named-once-countered: A countered bid is labeled with the name of the buyer.': onResource(
    'listReceivedBids',
    async (bid, { db }) =>
      bid.status === 'countered' ? { ...bid, buyer_label: (await partiesOf(db, bid.id))?.buyer?.name ?? 'Buyer' } : bid,
  ),
});

const RECEIVED = violations({
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
  'LST-12/accepted-by-grades-stay: The inbox lists accepted multi-grade bids.': onBody(
    'listBidsReceived',
    async (page, { db, caller }) => {
      const accepted = await findRows(db, 'bids', { seller_user_id: caller?.user_id ?? '', status: 'accepted' });
      const by_grades = accepted.filter(({ price_amount }) => price_amount === null);
      return {
        ...page,
        items: [
          ...by_grades.map(({ id, lot_id }) => ({ listing: { id: lot_id }, bids: [{ id, status: 'accepted' }] })),
          ...page.items,
        ],
      };
    },
  ),
});

const LISTINGS = violations({
  'LST-3/sandbox-publishes: A sandbox submission is listed even with `list` false.': afterAct(
    'createListing',
    async ({ db, caller }, { data }) => {
      if (caller.livemode === 0) await setRows(db, 'lots', { id: data.id }, { status: 'listed' });
    },
  ),
  'LST-6/first-price-in-the-list: GET /me/inventory keeps showing the first target price of a listing.': () => {
    const first = new Map<string, Listing['target_price']>();
    return withFields('listListings', ({ id, target_price }) => {
      if (!first.has(id)) first.set(id, target_price);
      return { target_price: first.get(id) ?? null };
    });
  },
  "ERR-3/sandbox-farms-open: GET /me/farms/{id} returns another seller's sandbox farm.": onCaller(
    'getFarm',
    async (caller, about) => (caller.livemode === 0 ? ((await findOwner(caller, about)) ?? caller) : caller),
  ),
});

const OFFERS = violations({
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

export const MISTAKEN_ONCE_MORE = [...BIDS, ...RECEIVED, ...LISTINGS, ...OFFERS];
