/** Mistakes that only some requests show: with a certain parameter or limit, in the sandbox, or for records with a history. */
import { SCOPES } from '#spec';
import {
  afterAct,
  gotStatus,
  countMatches,
  findRow,
  idIn,
  ignoredIfGiven,
  isJsonObject,
  isReplay,
  mapQuery,
  onBody,
  onCaller,
  onFind,
  onLinks,
  onQuery,
  onRequestField,
  onResource,
  OWN_BIDS,
  OWN_TRADES,
  queryOf,
  refuse,
  setRows,
  violations,
  withBodyFields,
  withDeliveryHeaders,
  withEnvelope,
  withFields,
  withPayload,
  withVerdict,
  type Seams,
} from '../kit/index.ts';
import { comparingBodies } from '../idempotency.ts';

const IGNORED = ignoredIfGiven({
  'INV-5/minimum-dropped-by-its-order': ['listInventory', 'min_quantity', 'sort', 'quantity'],
  'INV-4/dropped-by-units': ['listInventory', 'grade', 'units'],
  'INV-6/dropped-by-age-order': ['listInventory', 'province', 'sort', 'listed_at'],
  'INV-8/organic-dropped-by-year': ['listInventory', 'is_organic', 'crop_year'],
  'BID-14/offset-drops-status': ['listBids', 'status', 'offset'],
  'LST-1/offset-drops-status': ['listListings', 'status', 'offset'],
  'LST-11/limit-drops-status': ['listReceivedBids', 'status', 'limit'],
  'TRD-1/units-drop-status': ['listTrades', 'status', 'units'],
  'TRD-1/limit-drops-commodity': ['listTrades', 'commodity', 'limit'],
  'CB-1/limit-drops-activity': ['listCashBids', 'is_active', 'limit'],
});

const PAGES = violations({
  'PAGE-12/previous-is-negative: `previous` has a negative offset if the offset is less than the limit.': onLinks(
    ['listInventory', 'listBids', 'listTrades'],
    ['previous'],
    (link, page) => {
      const { offset, limit } = page;
      return offset < limit ? link.replace(/([?&])offset=\d+/, '$1') + `&offset=${offset - limit}` : link;
    },
  ),
  'PAGE-5/next-counts-by-twenty: `next` of GET /inventory is 20 items further, whatever the limit is.': onLinks(
    'listInventory',
    ['next'],
    (link, page) => link.replace(/offset=\d+/, `offset=${page.offset + 20}`),
  ),
  'PAGE-15/next-after-a-full-page: `next` is not null on a full last page.': withBodyFields(
    ['listBids', 'listTrades', 'listInventory'],
    (page) => {
      const { items, limit, offset, total, href } = page;
      const is_full = items.length === limit && offset + items.length === total;
      return is_full ? { next: `${href.replace(/[?&]offset=\d+/, '')}${href.includes('?') ? '&' : '?'}offset=${total}` } : {};
    },
  ),
  'PAGE-2/one-is-the-default: `limit=1` returns 20 items.': mapQuery(['listInventory', 'listBids', 'listTrades'], 'limit', {
    '1': undefined,
  }),
  'PAGE-15/empty-next: `next` of a last page is an empty string.': withBodyFields('everywhere', (page) =>
    isJsonObject(page) && 'next' in page && page['next'] === null ? { next: '' } : {},
  ),
  'PAGE-14/received-offset-ignored: GET /me/inventory/{id}/bids ignores `offset`.': onQuery('listReceivedBids', (query) => {
    query.delete('offset');
  }),
  'PAGE-4/total-of-both-modes: `total` of GET /inventory counts the lots of both modes.': withBodyFields(
    'listInventory',
    async ({ total }, { db, caller }) => ({
      total: total + (await countMatches(db, 'lots', { status: 'listed', livemode: caller?.livemode === 1 ? 0 : 1 })),
    }),
  ),
  'PAGE-13/pages-of-bids-by-twenty-five: GET /bids has 25 items per page by default.': onQuery('listBids', (query) => {
    if (!query.has('limit')) query.set('limit', '25');
  }),
  'INV-9/age-by-day: `sort=listed_at` and `-listed_at` order by day only.': onBody('listInventory', (page, { incoming }) => {
    const sort = queryOf(incoming).get('sort');
    if (sort !== 'listed_at' && sort !== '-listed_at') return page;
    const sign = sort === 'listed_at' ? 1 : -1;
    const key = (lot: { listed_at: string; id: string }): string => lot.listed_at.slice(0, 10);
    return {
      ...page,
      items: page.items.toSorted((a, b) => (key(a) === key(b) ? (a.id < b.id ? -1 : 1) : key(a) < key(b) ? -sign : sign)),
    };
  }),
  'INV-11/three-filters-at-most: GET /inventory ignores the fourth and later filters.': onQuery('listInventory', (query) => {
    for (const name of [...query.keys()].filter((one) => !['limit', 'offset', 'units', 'sort'].includes(one)).slice(3))
      query.delete(name);
  }),
  'INV-12/null-among-grades: The grades of GET /inventory/filters contain null.': onResource(
    'getInventoryFilters',
    (filters) => ({
      ...filters,
      grades: [...filters.grades, null],
    }),
  ),
  'INV-11/grade-ignored-in-the-sandbox: Sandbox tokens get all grades.': onQuery(
    'listInventory',
    (query, { caller, incoming }) => {
      if (caller?.livemode === 0 || incoming.authorization?.includes('sandbox') === true) query.delete('grade');
    },
  ),
});

const STATES = violations({
  'BID-13/listing-lost-when-archived: Bids on archived listings have a null `inventory_id`.': withFields(
    OWN_BIDS,
    async ({ inventory_id }, { db }) =>
      (await findRow(db, 'lots', { id: inventory_id }))?.status === 'archived' ? { inventory_id: null } : {},
  ),
  'TRD-10/no-commodity-once-archived: Trades of archived listings have no commodity.': withFields(
    OWN_TRADES,
    async ({ inventory_id }, { db }) =>
      (await findRow(db, 'lots', { id: inventory_id ?? '' }))?.status === 'archived' ? { commodity: null } : {},
  ),
  'TRD-10/settled-without-price: Completed trades have no price.': withFields(OWN_TRADES, ({ status }) =>
    status === 'Completed' ? { price: undefined } : {},
  ),
  'TRD-10/currency-of-the-trade: Trades are in USD, whatever the bid was.': withFields(
    [...OWN_TRADES, 'acceptBid'],
    ({ price }) => ({
      price: { ...price, currency: 'USD' },
    }),
  ),
  'EVT-7/unit-of-the-price: `trade.created` gives the price per bushel.': withPayload('trade.created', (data) => ({
    price: isJsonObject(data) && isJsonObject(data['price']) ? { ...data['price'], unit: 'BU' } : null,
  })),
  'BID-14/expired-listed-as-pending: GET /bids shows expired bids as pending, and GET /bids/{id} as expired.': withFields(
    'listBids',
    ({ status }) => (status === 'expired' ? { status: 'pending' } : {}),
  ),
  'BID-14/expired-read-as-pending: GET /bids/{id} shows expired bids as pending, and GET /bids as expired.': withFields(
    'getBid',
    ({ status }) => (status === 'expired' ? { status: 'pending' } : {}),
  ),
  'BID-16/countered-are-gone: GET /bids/{id} returns 404 for countered bids.': onFind('getBid', async (found, { db, path }) => {
    const bid = await findRow(db, 'bids', { id: idIn(path) });
    return bid?.status === 'countered' ? refuse('not_found') : found;
  }),
  'IDEM-3/delivery-not-compared: The same key with a different delivery window returns the first bid.': comparingBodies(
    ({ delivery: _ignored, ...others }) => others,
  ),
  'IDEM-3/fob-not-compared: The same key with a different `fob_farm` returns the first bid.': comparingBodies(
    ({ fob_farm: _ignored, ...others }) => others,
  ),
  'IDEM-3/terms-not-compared: The same key with different `additional_terms` returns the first bid.': comparingBodies(
    ({ additional_terms: _ignored, ...others }) => others,
  ),
  'IDEM-2/uuids-alone: A key that is not a UUID is ignored.': {
    request: (incoming) =>
      /^[0-9a-f]{8}-/i.test(incoming.idempotency_key ?? '') ? incoming : { ...incoming, idempotency_key: undefined },
  },
  'LST-6/quality-lost-when-relisted: A listing loses its quality when it is listed again.': afterAct(
    'updateListing',
    async ({ db, body }, { data }) => {
      if (body.listed === true) await setRows(db, 'lots', { id: data.id }, { protein: null, moisture: null, test_weight: null });
    },
  ),
  'LST-6/year-lost-when-repriced: A listing loses its crop year when its price changes.': afterAct(
    'updateListing',
    async ({ db, body }, { data }) => {
      if (body.target_price !== undefined) await setRows(db, 'lots', { id: data.id }, { crop_year: null });
    },
  ),
  'LST-16/listed-includes-drafts: `status=listed` also finds unlisted listings.': mapQuery('listListings', 'status', {
    listed: undefined,
  }),
  'FARM-3/old-name-in-the-list: GET /me/farms shows the first name of a renamed farm.': staleFarms,
  'FARM-6/west-is-east: A negative longitude loses its sign.': onRequestField('createFarm', 'longitude', (value) =>
    typeof value === 'number' ? Math.abs(value) : value,
  ),
  'CB-4/total-of-all: `total` of GET /cash-bids/{id}/offers counts the offers of all cash bids.': withBodyFields(
    'listOffers',
    async (_page, { db }) => ({ total: (await db.selectFrom('offers').select('id').execute()).length }),
  ),
  'AUTH-2/not-in-the-sandbox: Sandbox tokens need no scope.': onCaller('everywhere', ({ livemode }) =>
    livemode === 0 ? { scopes: new Set(Object.keys(SCOPES)) } : {},
  ),
});

function staleFarms(): Partial<Seams> {
  const first = new Map<string, string>();
  return onResource(['listFarms', 'createFarm'], (farm) => {
    if (!('name' in farm)) return farm;
    if (!first.has(farm.id)) first.set(farm.id, farm.name);
    return { ...farm, name: first.get(farm.id) };
  });
}

const DELIVERIES = violations({
  'EVT-1/replays-without-alias: Replayed deliveries have no `event`.': withEnvelope('all', async (_envelope, context) =>
    (await isReplay(context)) ? { event: undefined } : {},
  ),
  'EVT-2/replays-without-type: Replayed deliveries have no SVC-Event.': withDeliveryHeaders('all', async (_outgoing, context) =>
    (await isReplay(context)) ? { 'SVC-Event': undefined } : {},
  ),
  'EVT-2/replays-unsigned: Replayed deliveries are not signed.': withDeliveryHeaders('all', async (_outgoing, context) =>
    (await isReplay(context)) ? { 'SVC-Signature': undefined } : {},
  ),
  'RTY-1/partial-content-retried: A 206 is retried.': withVerdict(gotStatus(206), 'retrying'),
  'RTY-2/payment-required-retried: A 402 is retried.': withVerdict(gotStatus(402), 'retrying'),
  'RTY-3/500-is-final: A 500 is not retried.': withVerdict(gotStatus(500), 'failed'),
  'RTY-3/502-is-final: A 502 is not retried.': withVerdict(gotStatus(502), 'failed'),
  'RTY-3/507-is-final: A 507 is not retried.': withVerdict(gotStatus(507), 'failed'),
  'EVT-6/one-reference-for-all-rejections: Payloads of bid.rejected always have the same reference.': withPayload(
    'bid.rejected',
    () => ({
      reference: 'B-000000',
    }),
  ),
});

export const MISTAKES_IN_SOME_REQUESTS = [...IGNORED, ...PAGES, ...STATES, ...DELIVERIES];
