import {
  INVENTORY_READS,
  isJsonObject,
  isRefusal,
  onField,
  onLines,
  onQuery,
  onRequestField,
  queryOf,
  refusing,
  violations,
  withBodyFields,
  withDefaultQuery,
  withEnvelope,
  withFields,
  withoutField,
  withoutQuery,
  withPayload,
} from './kit/index.ts';

const BIDS = ['placeBid', 'getBid', 'listBids', 'listReceivedBids', 'listBidsReceived'] as const;

/** 2026-06-01 15:04:05 */
const spaced = (instant: unknown): unknown => (typeof instant === 'string' ? instant.slice(0, 19).replace('T', ' ') : instant);
const toEpoch = (instant: unknown): unknown => (typeof instant === 'string' ? Math.floor(Date.parse(instant) / 1_000) : instant);

export const FORMATS = violations({
  'FMT-1/amounts-as-text: Price amounts are strings.': onField('everywhere', 'price.amount', String),
  'FMT-1/long-amounts-as-text: Asking prices with more than two decimals have a string `amount`.': onField(
    INVENTORY_READS,
    'asking_price.amount',
    (amount) => (typeof amount === 'number' && Number(amount.toFixed(2)) !== amount ? String(amount) : amount),
  ),
  'FMT-1/no-firm: Asking prices omit `firm`.': withoutField(INVENTORY_READS, 'asking_price.firm'),
  'FMT-1/firm-as-number: Asking prices show `firm` as 1.': onField(INVENTORY_READS, 'asking_price.firm', (firm) =>
    firm === true ? 1 : firm,
  ),
  'FMT-1/line-without-currency: The prices of bid lines omit `currency`.': onLines('everywhere', (line) =>
    isJsonObject(line['price']) ? { ...line, price: { ...line['price'], currency: undefined } } : line,
  ),
  'FMT-1/number-in-payload: `trade.created` has a bare number as price.': withPayload('trade.created', { price: 312.5 }),
  'FMT-2/slug-alone: Trades show the commodity as a slug.': onField(['getTrade', 'listTrades'], 'commodity', (commodity) =>
    isJsonObject(commodity) ? commodity['slug'] : commodity,
  ),
  'FMT-2/filters-without-names: GET /inventory/filters shows commodities without names.': onField(
    'getInventoryFilters',
    'commodities',
    (all) => (Array.isArray(all) ? all.map((one: unknown) => (isJsonObject(one) ? { slug: one['slug'] } : one)) : all),
  ),
  'FMT-3/measured-in-words: `quality.protein` is a string.': onField(INVENTORY_READS, 'quality.protein', (protein) =>
    typeof protein === 'number' ? `${protein} %` : protein,
  ),
  'FMT-3/falling-number-as-text: Own listings have a string `falling_number`.': onField(
    ['getListing', 'listListings', 'createListing'],
    'quality.falling_number',
    (number) => (typeof number === 'number' ? String(number) : number),
  ),
  'FMT-4/city-by-another-name: GET /inventory has `city` instead of `nearest_city`.': onField(
    'listInventory',
    'location',
    (place) => (isJsonObject(place) ? { province: place['province'], city: place['nearest_city'] } : place),
  ),
  'FMT-4/with-coordinates: GET /inventory/{id} adds a latitude to `location`.': onField('getInventory', 'location', (place) =>
    isJsonObject(place) ? { ...place, latitude: 51.1 } : place,
  ),
  'FMT-4/with-a-section: Listings add a legal land description to `location`.': onField(INVENTORY_READS, 'location', (place) =>
    isJsonObject(place) ? { ...place, legal_land_description: 'NE-12-17-28-W2' } : place,
  ),
  'FMT-5/with-times: `delivery.from` of bids includes a time.': onField(
    BIDS,
    'delivery.from',
    (date) => `${String(date)}T00:00:00Z`,
  ),
  'FMT-5/other-way-round: GET /me/bids-received writes `delivery.to` with the day first.': onField(
    'listBidsReceived',
    'delivery.to',
    (date) => String(date).split('-').toReversed().join('-'),
  ),
  'FMT-6/with-a-space: `listed_at` has a space instead of the T.': onField(INVENTORY_READS, 'listed_at', spaced),
  'FMT-6/epoch-of-deliveries: Delivery records have `created_at` as Unix time.': onField('listDeliveries', 'created_at', toEpoch),
  'FMT-6/epoch-of-events: Event envelopes have `created_at` as Unix time.': withEnvelope('all', (envelope) => ({
    created_at: toEpoch(envelope.created_at),
  })),
  'FMT-6/utc-alone: POST /inventory/{id}/bids rejects an `expires_at` with an offset.': refusing(
    'placeBid',
    ({ incoming: { bytes } }) =>
      !isRefusal(bytes) && /"expires_at":"[^"]*\+/.test(bytes.toString()) ? 'validation_failed' : undefined,
  ),
  'FMT-6/anything-goes: POST /inventory/{id}/bids ignores an invalid `expires_at`.': onRequestField(
    'placeBid',
    'expires_at',
    (expiry) => (typeof expiry === 'string' && Number.isNaN(Date.parse(expiry)) ? undefined : expiry),
  ),
  'FMT-8/bids-keep-tonnes: GET /bids/{id} ignores `units`.': withoutQuery('getBid', 'units'),
  'FMT-8/detail-keeps-tonnes: GET /inventory/{id} ignores `units`.': withoutQuery('getInventory', 'units'),
  'FMT-8/list-keeps-tonnes: GET /inventory ignores `units`.': withoutQuery('listInventory', 'units'),
  'FMT-8/quantity-mt-converted: Listings show `quantity_mt` in the requested units.': withFields(INVENTORY_READS, (listing) => ({
    quantity_mt: listing.quantity.amount,
  })),
  'FMT-8/trades-converted: GET /trades shows `quantity_mt` in the requested units.': withFields('listTrades', (trade) => ({
    quantity_mt: trade.quantity.amount,
  })),
  'FMT-8/whole-amounts: Listings render `quantity` in whole numbers.': withFields(INVENTORY_READS, ({ quantity }) => ({
    quantity: { ...quantity, amount: Math.round(quantity.amount) },
  })),
  'FMT-8/bushels-by-default: GET /me/inventory/{id} shows bushels by default.': withDefaultQuery('getListing', 'units', 'BU'),
  'FMT-8/label-alone: Listings show the requested unit beside the amount in tonnes.': withFields(INVENTORY_READS, (listing) => ({
    quantity: { ...listing.quantity, amount: listing.quantity_mt },
  })),
  'FMT-8/label-stays: Listings show the amount in the requested unit, and the unit MT.': withFields(
    INVENTORY_READS,
    ({ quantity }) => ({ quantity: { ...quantity, unit: 'MT' } }),
  ),
  'FMT-8/bounds-in-tonnes: GET /inventory reads quantity bounds in tonnes whatever `units` says.': onQuery(
    'listInventory',
    (query) => {
      if (query.has('min_quantity') || query.has('max_quantity')) query.delete('units');
    },
  ),
  'FMT-10/no-offset: Anonymized listings have `listed_at` without an offset from UTC.': onField(
    INVENTORY_READS,
    'listed_at',
    (instant) => (typeof instant === 'string' ? instant.replace(/Z$/, '') : instant),
  ),
  'FMT-10/expiry-in-words: Bids show `expires_at` in the format of email headers.': onField(BIDS, 'expires_at', (instant) =>
    typeof instant === 'string' ? new Date(instant).toUTCString() : instant,
  ),
  'FMT-10/epoch-of-delivery: Delivery records have `delivered_at` as Unix time.': onField(
    'listDeliveries',
    'delivered_at',
    toEpoch,
  ),
  'FMT-11/country-shown: Listings add `country` to `location`.': onField(INVENTORY_READS, 'location', (location) => ({
    ...Object(location),
    country: 'CA',
  })),
  'FMT-11/distance-shown: GET /inventory adds `distance_km` to searches by distance.': withBodyFields(
    'listInventory',
    ({ items }, { incoming }) =>
      queryOf(incoming).has('near') ? { items: items.map((item) => ({ ...item, distance_km: 42 })) } : {},
  ),
});
