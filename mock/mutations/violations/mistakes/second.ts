/** A second set of mistakes, invented after the checks of the first set. */
import {
  acceptingScope,
  afterAct,
  beforeAct,
  findRow,
  findRows,
  insteadOfAct,
  isRefusal,
  mapQuery,
  onAnswer,
  onEvent,
  onField,
  onFind,
  onLinks,
  onQuery,
  refuse,
  setBids,
  setRows,
  violations,
  withoutItems,
  withPayload,
} from '../kit/index.ts';
import { onPageOf } from '../inventory/queries.ts';
import { ANSWERS } from '../bids/deviations.ts';
import { later } from '../../../ports/clock.ts';

export const MISTAKEN_AGAIN = violations({
  'BID-11/dead-three-hours-early: A bid takes no answer in the last three hours before its expiry.': onFind(
    ANSWERS,
    (found, _entry, { world }) =>
      !isRefusal(found) &&
      found.truth.bid.status === 'pending' &&
      later(found.truth.bid.expires_at, -3 * 3_600) < world.clock.now()
        ? refuse('bid_not_pending')
        : found,
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
  'PAGE-6/href-without-units: `href` of GET /inventory drops `units`.': onLinks('listInventory', ['href'], (href) =>
    href.replace(/units=\w+&?/, ''),
  ),
  'PAGE-15/next-doubles-offset: `next` of GET /cash-bids doubles the offset.': onLinks('listCashBids', ['next'], (next, page) =>
    next.replace(/offset=(\d+)/, (_, offset) => `offset=${Math.max(Number(offset), 2 * page.offset)}`),
  ),
  'LST-16/archived-means-listed: `status=archived` finds listed listings.': mapQuery('listListings', 'status', {
    archived: 'listed',
  }),
  'LST-7/archived-without-variety: DELETE /me/inventory/{id} clears the variety of the listing.': afterAct(
    'archiveListing',
    ({ db }, _answer, { lot }) => setRows(db, 'lots', { id: lot.id }, { variety: null }),
  ),
  'LST-6/price-of-all: A new target price is set for all listings of the commodity of the seller.': afterAct(
    'updateListing',
    async ({ db, body }, _answer, { lot: { user_id, commodity } }) => {
      const amount = body.target_price?.amount;
      if (amount !== undefined) await setRows(db, 'lots', { user_id, commodity }, { price_amount: amount });
    },
  ),
  'FARM-3/province-clears-city: A new province of a farm clears its city.': afterAct(
    'updateFarm',
    async ({ db, body }, _answer, farm) => {
      if (body.nearest_province === undefined || body.nearest_city !== undefined) return;
      await setRows(db, 'farms', { id: farm.id }, { nearest_city: '' });
    },
  ),
  'BID-26/same-price-rejected: Rejecting a bid rejects the bids of other teams with the same price.': beforeAct(
    'rejectBid',
    async ({ db }, { truth: { bid } }) => {
      await setBids(db, { lot_id: bid.lot_id, price_amount: bid.price_amount, status: 'pending' }, 'rejected');
      await setBids(db, { id: bid.id }, 'pending');
    },
  ),
  'TRD-10/price-rounded: Trades round the price to whole dollars.': onField(
    ['acceptBid', 'getTrade', 'listTrades'],
    'price.amount',
    (amount) => (typeof amount === 'number' ? Math.round(amount) : amount),
  ),
  'BID-27/terms-shared: A counter changes the delivery window of the bid before it.': afterAct(
    'counterBid',
    async ({ db, body }, _answer, { truth: { bid } }) => {
      const { from, to } = body.delivery;
      await setRows(db, 'bids', { id: bid.id }, { delivery_from: from, delivery_to: to });
    },
  ),
  'EVT-6/reference-of-the-lot: Bid payloads have the reference of the listing.': withPayload(
    ['bid.accepted', 'bid.rejected', 'bid.received'],
    async (data, { db }) => ({
      reference: (await findRow(db, 'lots', { id: String(data['inventory_id']) }))?.reference,
    }),
  ),
  'EVT-7/always-wheat: `trade.created` names wheat for every commodity.': withPayload('trade.created', {
    commodity: { slug: 'cwrs-wheat', name: 'CWRS wheat' },
  }),
  'EVT-18/rejected-with-trade: Accepting a bid sends `bid.rejected` for the other pending bids of the lot.': onEvent(
    'bid.accepted',
    async (draft, { db }) => {
      const bid = await findRow(db, 'bids', { id: draft.subject_id });
      const pending = await findRows(db, 'bids', { lot_id: bid?.lot_id ?? '', status: 'pending' });
      const others = pending.filter(({ id }) => id !== bid?.id);
      return [
        draft,
        ...others.map(({ id, buyer_team_id }) => ({
          ...draft,
          type: 'bid.rejected' as const,
          subject_id: id,
          team_ids: [buyer_team_id],
        })),
      ];
    },
  ),
  'WHK-7/of-the-event-type: GET /webhooks/{id}/deliveries leaves out `trade.created`.': withoutItems(
    'listDeliveries',
    (row) => row.event === 'trade.created',
  ),
  'AUTH-2/cash-bids-change-farms: PATCH /me/farms/{id} also accepts cashbids.write.': acceptingScope(
    'updateFarm',
    'cashbids.write',
  ),
  'ERR-1/errors-as-texts: A 422 of POST /cash-bids has `errors` as strings.': onAnswer('createCashBid', (answer) =>
    answer.status === 422 ? { ...answer, text: answer.text.replace(/"errors":\[.*\]/, '"errors":["invalid"]') } : answer,
  ),
  'TRD-2/settled-without-units: GET /trades/{id} with `units` returns 404 for a settled trade.': insteadOfAct(
    'getTrade',
    async ({ query }, { trade }, act) => (query.units !== 'MT' && trade.status === 'Completed' ? refuse('not_found') : act()),
  ),
});
