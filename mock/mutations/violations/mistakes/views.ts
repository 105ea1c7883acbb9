/** Responses that show records with other values than they have, leave some out, or are in the wrong format. */
import {
  INVENTORY_READS,
  all,
  beforeAct,
  findRow,
  findRows,
  insteadOfAct,
  isJsonObject,
  onResponse,
  onBody,
  onField,
  onLines,
  onResource,
  partiesOf,
  queryOf,
  refuse,
  violations,
  withBodyFields,
  withFields,
  withHeaders,
} from '../kit/index.ts';
import type { Listing } from '#spec';

const DAY_MS = 86_400_000;

const nextDay = (date: unknown): unknown =>
  typeof date === 'string' ? new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, date.length) : date;
const oneMore = (value: unknown): unknown => (typeof value === 'number' ? value + 1 : value);
const rounded = (value: unknown): unknown => (typeof value === 'number' ? Math.round(value) : value);
const another = (value: unknown): unknown => (typeof value === 'string' ? `${value} B` : value);

export const MISTAKEN_VIEWS = violations({
  'BID-1/expires-a-day-later: POST /inventory/{id}/bids returns an expires_at a day later.': onField(
    'placeBid',
    'expires_at',
    nextDay,
  ),
  'LST-1/quality-in-the-list: GET /me/inventory shows rounded measurements.': onField(
    'listListings',
    'quality.test_weight',
    rounded,
  ),
  'BID-14/window-when-rejected: The response of reject shows a delivery that begins a day later.': onField(
    'rejectBid',
    'delivery.from',
    nextDay,
  ),
  'INV-14/currency-of-the-detail: GET /inventory/{id} shows the price in a different currency from GET /inventory.': onField(
    'getInventory',
    'asking_price.currency',
    () => 'USD',
  ),
  'BID-14/grades-of-the-list: GET /bids shows other grades in the lines of multi-grade bids.': onLines('listBids', (line) => ({
    ...line,
    grade: `${String(line['grade'])} or better`,
  })),
  'BID-14/approval-in-the-list: GET /bids shows the opposite of `subject_to_sample_approval` in the lines of multi-grade bids.':
    onLines('listBids', (line) => ({ ...line, subject_to_sample_approval: line['subject_to_sample_approval'] !== true })),
  'BID-14/line-ids-of-the-inbox: GET /me/bids-received gives the lines of multi-grade bids other ids.': onLines(
    'listBidsReceived',
    (line) => ({ ...line, id: `${String(line['id'])}0` }),
  ),
  'TRD-2/commodity-when-accepted: The response of accept names the commodity by its slug.': onField(
    'acceptBid',
    'commodity',
    (commodity) => (isJsonObject(commodity) ? { ...commodity, name: commodity['slug'] } : commodity),
  ),
  'INV-14/year-in-the-list: GET /inventory shows the crop year after the real one.': onField(
    'listInventory',
    'crop_year',
    oneMore,
  ),
  'LST-5/time-in-the-list: GET /me/inventory shows a created_at a day later.': onField('listListings', 'created_at', nextDay),
  'LST-2/another-quantity: POST /me/inventory returns a tonne more than the listing has.': onField(
    'createListing',
    'quantity_mt',
    oneMore,
  ),
  'LST-6/another-variety: PATCH /me/inventory/{id} returns a different variety.': onField('updateListing', 'variety', another),
  'LST-7/another-variety: DELETE /me/inventory/{id} returns a different variety.': onField('archiveListing', 'variety', another),
  'FARM-2/rounded: POST /me/farms returns rounded coordinates.': onField('createFarm', 'latitude', rounded),
  'FARM-3/rounded: PATCH /me/farms/{id} returns rounded coordinates.': onField('updateFarm', 'latitude', rounded),
  'TRD-10/price-of-the-listing: Trades have the price of the listing.': withFields(
    ['getTrade', 'listTrades', 'acceptBid'],
    async ({ inventory_id, price }, { db }) => {
      const lot = await findRow(db, 'lots', { id: inventory_id ?? '' });
      return { price: { ...price, amount: lot?.price_amount ?? price.amount } };
    },
  ),
  'TRD-10/cents-in-the-list: GET /trades shows prices in cents.': withFields('listTrades', (trade) => ({
    price: { ...trade.price, amount: Math.round(trade.price.amount * 100) },
  })),
  'TRD-10/whole-tonnes: Trades round `quantity_mt` to whole tonnes.': withFields(
    ['getTrade', 'listTrades', 'acceptBid'],
    (trade) => ({ quantity_mt: Math.round(trade.quantity_mt) }),
  ),
  'FMT-8/converted-twice: GET /inventory/{id} converts `quantity` twice.': onResource('getInventory', (lot, { incoming }) => {
    if ((queryOf(incoming).get('units') ?? 'MT') === 'MT' || lot.quantity_mt === 0) return lot;
    const { amount } = lot.quantity;
    return { ...lot, quantity: { ...lot.quantity, amount: (amount * amount) / lot.quantity_mt } };
  }),
  'FMT-8/own-list-in-tonnes: GET /inventory shows `quantity` in tonnes after the first page.': withBodyFields(
    'listInventory',
    (page) =>
      page.offset === 0
        ? {}
        : { items: page.items.map((lot) => ({ ...lot, quantity: { amount: lot.quantity_mt, unit: 'MT' } })) },
  ),
  'FMT-8/amount-before-change: `quantity` keeps its amount when PATCH /me/inventory/{id} changes the quantity.': () => {
    const before = new Map<string, number>();
    return all(
      beforeAct('updateListing', ({ body }, { lot }) => {
        if (body.quantity_mt !== undefined) before.set(lot.id, lot.quantity_mt);
      }),
      withFields(INVENTORY_READS, ({ id, quantity }) => ({
        quantity: { ...quantity, amount: before.get(id) ?? quantity.amount },
      })),
    );
  },
  'FMT-8/tonnes-before-sale: GET /inventory shows `quantity_mt` as it was before a part was sold.': () => {
    const before = new Map<string, number>();
    return all(
      beforeAct('acceptBid', async ({ db }, { stored: { bid } }) => {
        const lot = await findRow(db, 'lots', { id: bid.lot_id });
        if (lot !== undefined) before.set(lot.id, lot.quantity_mt);
      }),
      withFields('listInventory', ({ id, quantity_mt }) => ({ quantity_mt: before.get(id) ?? quantity_mt })),
    );
  },
  'LST-12/one-bid-per-team: GET /me/bids-received shows the best bid of each team on a listing.': withFields(
    'listBidsReceived',
    ({ bids }) => ({
      bids: [...Map.groupBy(bids, ({ buyer_label, status }) => `${buyer_label} ${status}`).values()].flatMap(
        ([best]) => best ?? [],
      ),
    }),
  ),
  'LST-11/answers-missing: GET /me/inventory/{id}/bids omits counters.': onResource('listReceivedBids', async (bid, { db }) => {
    const row = await findRow(db, 'bids', { id: bid.id });
    return typeof row?.counter_to === 'string' && row.author === 'buyer' ? undefined : bid;
  }),
  'CONV-5/plain-404: The 404 of GET /trades/{id} has the content type text/html.': withHeaders('getTrade', ({ status }) =>
    status === 404 ? { 'Content-Type': 'text/html; charset=utf-8' } : {},
  ),
  'ERR-6/conflict-says-422: `error.status` of a conflict is 422.': onResponse('everywhere', (response) =>
    response.status === 409 ? { ...response, text: response.text.replace('"status":409', '"status":422') } : response,
  ),
  'TRD-10/price-rounded: Trades round the price to whole dollars.': onField(
    ['acceptBid', 'getTrade', 'listTrades'],
    'price.amount',
    (amount) => (typeof amount === 'number' ? Math.round(amount) : amount),
  ),
  'ERR-1/errors-as-texts: A 422 of POST /cash-bids has `errors` as strings.': onResponse('createCashBid', (response) =>
    response.status === 422 ? { ...response, text: response.text.replace(/"errors":\[.*\]/, '"errors":["invalid"]') } : response,
  ),
  'TRD-2/settled-without-units: GET /trades/{id} with `units` returns 404 for a settled trade.': insteadOfAct(
    'getTrade',
    async ({ query }, { trade }, act) => (query.units !== 'MT' && trade.status === 'Completed' ? refuse('not_found') : act()),
  ),
  'PRIV-7/named-once-countered: A countered bid is labeled with the name of the buyer.': onResource(
    'listReceivedBids',
    async (bid, { db }) =>
      bid.status === 'countered' ? { ...bid, buyer_label: (await partiesOf(db, bid.id))?.buyer?.name ?? 'Buyer' } : bid,
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
  'LST-6/first-price-in-the-list: GET /me/inventory keeps showing the first target price of a listing.': () => {
    const first = new Map<string, Listing['target_price']>();
    return withFields('listListings', ({ id, target_price }) => {
      if (!first.has(id)) first.set(id, target_price);
      return { target_price: first.get(id) ?? null };
    });
  },
});
