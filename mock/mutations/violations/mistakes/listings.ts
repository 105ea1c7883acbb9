/** Listings, farms, and cash bids: a PATCH that changes too much or too little, zero or `false` treated as missing, stale copies. */
import {
  afterAct,
  all,
  fillIn,
  findRow,
  idIn,
  insteadOfAct,
  INVENTORY_READS,
  isJsonObject,
  isRefusal,
  onBody,
  onField,
  onFind,
  onRequestField,
  onRequestFields,
  onResource,
  queryOf,
  setRows,
  violations,
  withError,
  withFields,
  withoutItems,
  type JsonObject,
  type Row,
  type Seams,
} from '../kit/index.ts';
import { viewInventory } from '../../../market/views/parties.ts';

/** Sets fields of an object in the body of a new listing. */
function onPart(name: 'quality' | 'target_price', fieldsFor: (part: JsonObject) => JsonObject): Partial<Seams> {
  return onRequestField('createListing', name, (part) => (isJsonObject(part) ? { ...part, ...fieldsFor(part) } : part));
}

const LISTINGS = violations({
  'LST-6/toggled: `listed: false` publishes a listing that is not listed.': onRequestField(
    'updateListing',
    'listed',
    async (listed, _fields, { db, incoming }) =>
      listed === false && (await findRow(db, 'lots', { id: idIn(incoming.path) }))?.status !== 'listed' ? true : listed,
  ),
  'LST-6/price-publishes: PATCH /me/inventory/{id} of the price publishes a draft.': onRequestFields('updateListing', (fields) =>
    'target_price' in fields ? { listed: true, ...fields } : fields,
  ),
  'LST-6/status-before: PATCH /me/inventory/{id} returns the status from before the change.': afterAct(
    'updateListing',
    ({ body: { listed } }, { data }) =>
      listed === undefined ? { data } : { data: { ...data, status: listed ? ('unlisted' as const) : ('listed' as const) } },
  ),
  'LST-6/price-alone: PATCH /me/inventory/{id} ignores `target_price` if `listed` is given.': onRequestField(
    'updateListing',
    'target_price',
    (price, fields) => ('listed' in fields ? undefined : price),
  ),
  'LST-6/price-of-drafts-ignored: PATCH /me/inventory/{id} ignores the price of a listing that is not listed.': onRequestField(
    'updateListing',
    'target_price',
    async (price, fields, { db, incoming }) =>
      'listed' in fields || (await findRow(db, 'lots', { id: idIn(incoming.path) }))?.status === 'listed' ? price : undefined,
  ),
  'LST-6/quantity-alone: PATCH /me/inventory/{id} ignores the quantity if `target_price` is given.': onRequestField(
    'updateListing',
    'quantity_mt',
    (mt, fields) => ('target_price' in fields ? undefined : mt),
  ),
  'LST-6/refused-price-kept: PATCH /me/inventory/{id} keeps the target price if publishing is rejected with 403.': insteadOfAct(
    'updateListing',
    async ({ db, body }, { lot }, act) => {
      const response = await act();
      const amount = body.target_price?.amount;
      if (isRefusal(response) && amount !== undefined) await setRows(db, 'lots', { id: lot.id }, { price_amount: amount });
      return response;
    },
  ),
  'LST-6/quantity-clears-price: A new quantity clears the target price.': afterAct(
    'updateListing',
    async ({ db, body }, { data }) => {
      if (body.quantity_mt === undefined || body.target_price !== undefined) return;
      await setRows(db, 'lots', { id: data.id }, { price_amount: null, price_firm: null });
    },
  ),
  'LST-6/unlisting-clears-grade: Unlisting a listing clears its crop year.': afterAct(
    'updateListing',
    async ({ db, body }, { data }) => {
      if (body.listed === false) await setRows(db, 'lots', { id: data.id }, { crop_year: null });
    },
  ),
  'LST-6/archived-stays-out: An archived listing that is published again is not in GET /inventory.': () => {
    const archived = new Set<string>();
    return all(
      afterAct('archiveListing', (_call, _response, { lot }) => void archived.add(lot.id)),
      withoutItems('listInventory', (lot) => archived.has(lot.id)),
    );
  },
  'LST-7/archiving-unlists-drafts: DELETE of a draft leaves it unlisted.': afterAct(
    'archiveListing',
    async ({ db }, _response, { lot }) => {
      if (lot.status === 'unlisted') await setRows(db, 'lots', { id: lot.id }, { status: 'unlisted' });
    },
  ),
  'LST-4/archived-relisted-unpaid: Publishing an archived listing requires no payment method.': onFind('updateListing', (found) =>
    isRefusal(found) || found.lot.status !== 'archived'
      ? found
      : { ...found, farm: { ...found.farm, has_payment_method: 1 as const } },
  ),
  'INV-19/not-firm-is-null: Listings of the caller show `firm` as null if it is false.': onField(
    ['getListing', 'listListings'],
    'target_price.firm',
    (firm) => firm === true || null,
  ),
  'LST-2/numbers-as-text-accepted: POST /me/inventory converts a string `quantity_mt` to a number.': onRequestField(
    'createListing',
    'quantity_mt',
    (quantity) => (typeof quantity === 'string' ? Number(quantity) : quantity),
  ),
  'LST-3/small-lots-missing: GET /inventory omits listings of less than one tonne.': withoutItems(
    'listInventory',
    ({ quantity_mt }) => quantity_mt < 1,
  ),
  'LST-2/number-as-variety: POST /me/inventory converts a number in `variety` to a string.': onRequestField(
    'createListing',
    'variety',
    (variety) => (typeof variety === 'number' ? String(variety) : variety),
  ),
  'INV-19/zero-is-missing: POST /me/inventory drops measurements of 0.': onPart('quality', (quality) =>
    Object.fromEntries(Object.entries(quality).map(([name, value]) => [name, value === 0 ? undefined : value])),
  ),
  'INV-19/zero-not-shown: GET /me/inventory/{id} leaves out measurements of 0.': onField('getListing', 'quality', (quality) =>
    isJsonObject(quality) ? Object.fromEntries(Object.entries(quality).filter(([, value]) => value !== 0)) : quality,
  ),
  'LST-9/whole-dollars: POST /me/inventory rounds the target price to whole dollars.': onPart('target_price', ({ amount }) => ({
    amount: Math.round(Number(amount)),
  })),
  'LST-9/measurements-swapped: POST /me/inventory swaps moisture and dockage.': onPart('quality', ({ moisture, dockage }) => ({
    moisture: dockage,
    dockage: moisture,
  })),
  'INV-19/tenths-of-a-tonne: POST /me/inventory keeps one decimal of `quantity_mt`.': onRequestField(
    'createListing',
    'quantity_mt',
    (mt) => (typeof mt === 'number' ? Math.ceil(mt * 10) / 10 : mt),
  ),
  'INV-19/quantity-as-float: POST /me/inventory keeps seven digits of `quantity_mt`.': onRequestField(
    'createListing',
    'quantity_mt',
    (mt) => (typeof mt === 'number' ? Number(mt.toPrecision(7)) : mt),
  ),
  'INV-19/two-digit-years: POST /me/inventory keeps two digits of `crop_year`, as a year after 2000.': onRequestField(
    'createListing',
    'crop_year',
    (year) => (typeof year === 'number' ? 2_000 + (year % 100) : year),
  ),
  'INV-19/grade-in-capitals: POST /me/inventory stores `grade` in capitals.': afterAct(
    'createListing',
    ({ db }, { data: { id, grade } }) => setRows(db, 'lots', { id }, { grade: grade?.toUpperCase() ?? null }),
  ),
  'INV-19/no-accents-in-variety: POST /me/inventory drops characters beyond ASCII from `variety`.': onRequestField(
    'createListing',
    'variety',
    (variety) => (typeof variety === 'string' ? variety.replaceAll(/[^\x20-\x7E]/g, '') : variety),
  ),
  'INV-19/stale-detail: GET /inventory/{id} shows the quantity that the lot was created with.': () => {
    const first = new Map<string, number>();
    return all(
      afterAct('createListing', (_call, { data }) => void first.set(data.id, data.quantity_mt)),
      withFields('getInventory', (lot) => ({ quantity_mt: first.get(lot.id) ?? lot.quantity_mt })),
    );
  },
  'INV-22/unlisted-in-sorted: GET /inventory with `sort=quantity` shows lots that were unlisted.': () => staleList('quantity'),
  'INV-22/unlisted-by-default: GET /inventory without `sort` shows lots that were unlisted.': () => staleList(null),
  'INV-22/archived-by-commodity: GET /inventory with `commodity` shows lots that were archived.': () => {
    const archived = new Map<string, Row<'lots'>>();
    return all(
      afterAct('archiveListing', (_call, _response, { lot }) => void archived.set(lot.id, lot)),
      onBody('listInventory', (page, { incoming }) => {
        const slugs = queryOf(incoming).get('commodity')?.split(',') ?? [];
        const stale = [...archived.values()].filter(({ commodity }) => slugs.includes(commodity));
        return { ...page, items: [...stale.map((lot) => viewInventory(lot, 'MT')), ...page.items] };
      }),
    );
  },
  'INV-18/relisted-anew: A listing that was unlisted and published has a new id for buyers.': () => {
    const relisted = new Set<string>();
    return all(
      afterAct('updateListing', (_call, { data }, { lot }) => {
        if (data.status === 'listed' && lot.status !== 'listed') relisted.add(data.id);
      }),
      onField(INVENTORY_READS, 'id', (id) => (relisted.has(String(id)) ? `${String(id)}b` : id)),
    );
  },
  'OP-2/listed-text-ignored: PATCH /me/inventory/{id} ignores a `listed` that is not a boolean.': onRequestField(
    'updateListing',
    'listed',
    (listed) => (typeof listed === 'boolean' ? listed : undefined),
  ),
  'OP-2/latitude-text-ignored: PATCH /me/farms/{id} ignores a `latitude` that is not a number.': onRequestField(
    'updateFarm',
    'latitude',
    (latitude) => (typeof latitude === 'number' ? latitude : undefined),
  ),
  'FARM-3/zero-is-missing: PATCH /me/farms/{id} ignores a coordinate of 0.': onRequestFields('updateFarm', (fields) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== 0)),
  ),
  'FARM-2/zero-is-missing: POST /me/farms treats a coordinate of 0 as missing.': onRequestFields('createFarm', (fields) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== 0)),
  ),
  'FARM-2/zero-not-shown: GET /me/farms/{id} shows null for a coordinate of 0.': onResource('getFarm', (farm) =>
    isJsonObject(farm)
      ? Object.fromEntries(Object.entries(farm).map(([name, value]) => [name, value === 0 ? null : value]))
      : farm,
  ),
  'FARM-3/last-field-wins: PATCH /me/farms/{id} changes the last of several fields only.': onRequestFields(
    'updateFarm',
    (fields) => Object.fromEntries(Object.entries(fields).slice(-1)),
  ),
  'FARM-6/coordinates-rounded: POST /me/farms rounds coordinates to two decimals.': onRequestFields('createFarm', (fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, typeof value === 'number' ? Math.round(value * 100) / 100 : value]),
    ),
  ),
  'ERR-1/errors-by-field: PATCH /me/inventory/{id} returns `errors` as an object keyed by field.': withError(
    'updateListing',
    'validation_failed',
    ({ errors = [] }) => ({ errors: Object.fromEntries(errors.map(({ field, message }) => [field, [message]])) }),
  ),
  'LST-3/sandbox-publishes: A sandbox submission is listed even with `list` false.': afterAct(
    'createListing',
    async ({ db, caller }, { data }) => {
      if (caller.livemode === 0) await setRows(db, 'lots', { id: data.id }, { status: 'listed' });
    },
  ),
  'LST-7/archived-without-variety: DELETE /me/inventory/{id} clears the variety of the listing.': afterAct(
    'archiveListing',
    ({ db }, _response, { lot }) => setRows(db, 'lots', { id: lot.id }, { variety: null }),
  ),
  'LST-6/price-of-all: A new target price is set for all listings of the commodity of the seller.': afterAct(
    'updateListing',
    async ({ db, body }, _response, { lot: { user_id, commodity } }) => {
      const amount = body.target_price?.amount;
      if (amount !== undefined) await setRows(db, 'lots', { user_id, commodity }, { price_amount: amount });
    },
  ),
  'FARM-3/province-clears-city: A new province of a farm clears its city.': afterAct(
    'updateFarm',
    async ({ db, body }, _response, farm) => {
      if (body.nearest_province === undefined || body.nearest_city !== undefined) return;
      await setRows(db, 'farms', { id: farm.id }, { nearest_city: '' });
    },
  ),
});

/** Keeps unlisted lots in GET /inventory with one `sort`, like an index that is not updated. */
function staleList(sort: string | null): Partial<Seams> {
  const gone = new Map<string, Row<'lots'>>();
  return all(
    afterAct('updateListing', (_call, { data }, { lot }) => {
      if (lot.status === 'listed' && data.status === 'unlisted') gone.set(lot.id, lot);
      else gone.delete(lot.id);
    }),
    onBody('listInventory', (page, { incoming }) => {
      const query = queryOf(incoming);
      if (query.get('sort') !== sort) return page;
      const least = Number(query.get('min_quantity') ?? 0);
      const most = Number(query.get('max_quantity') ?? Number.MAX_VALUE);
      const stale = [...gone.values()].filter(({ quantity_mt: mt }) => mt >= least && mt <= most);
      return { ...page, items: [...page.items, ...stale.map((lot) => viewInventory(lot, 'MT'))] };
    }),
  );
}

const CASH_BIDS = violations({
  'CB-3/active-again: PATCH /cash-bids/{id} activates a cash bid if `is_active` is left out.': fillIn('updateCashBid', {
    is_active: true,
  }),
  'CB-3/every-cash-bid: PATCH /cash-bids/{id} changes every cash bid of the team for the commodity.': afterAct(
    'updateCashBid',
    async ({ db, body }, _response, { commodity, team_id }) => {
      if (body?.is_active === undefined) return;
      await setRows(db, 'cash_bids', { commodity, team_id }, { is_active: body.is_active ? 1 : 0 });
    },
  ),
  'CB-5/all-rejected: Rejecting an offer rejects every pending offer on the cash bid.': afterAct(
    'rejectOffer',
    ({ db }, _response, { offer }) =>
      setRows(db, 'offers', { cash_bid_id: offer.cash_bid_id, status: 'pending' }, { status: 'rejected' }),
  ),
  'CB-7/id-of-the-cash-bid: `cash_bid_id` of offers is the id of the offer.': withFields(
    ['listOffers', 'rejectOffer'],
    ({ id }) => ({
      cash_bid_id: id,
    }),
  ),
});

export const MISTAKEN_LISTINGS = [...LISTINGS, ...CASH_BIDS];
