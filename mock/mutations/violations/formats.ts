import {
  isJsonObject,
  isRefusal,
  onBody,
  onDelivery,
  onField,
  onPayload,
  onQuery,
  onRequestFields,
  onResource,
  queryOf,
  refusing,
  violations,
  withDefaultQuery,
  withoutField,
  withoutQuery,
} from './kit/index.ts';

const INVENTORY = ['listInventory', 'getInventory'] as const;
const BIDS = ['placeBid', 'getBid', 'listBids', 'listReceivedBids', 'listBidsReceived'] as const;

/** 2026-06-01 15:04:05 */
const spaced = (instant: unknown): unknown => (typeof instant === 'string' ? instant.slice(0, 19).replace('T', ' ') : instant);
const toEpoch = (instant: unknown): unknown => (typeof instant === 'string' ? Math.floor(Date.parse(instant) / 1_000) : instant);

export const FORMATS = violations({
  'FMT-1/amounts-as-text: The amount of a price is a string.': onField('everywhere', 'price.amount', String),
  'FMT-1/no-firm: An asking price does not say whether it is firm.': withoutField(INVENTORY, 'asking_price.firm'),
  'FMT-1/firm-as-number: A firm price says 1.': onField(INVENTORY, 'asking_price.firm', (firm) => (firm === true ? 1 : firm)),
  'FMT-1/line-without-currency: The lines of a bid by grades have prices without a currency.': onField(
    'everywhere',
    'grades',
    (lines) =>
      Array.isArray(lines)
        ? lines.map((line: unknown) =>
            isJsonObject(line) && isJsonObject(line['price'])
              ? { ...line, price: { ...line['price'], currency: undefined } }
              : line,
          )
        : lines,
  ),
  'FMT-1/number-in-payload: `trade.created` tells the price as a number.': onPayload('trade.created', (data: unknown) =>
    isJsonObject(data) ? { ...data, price: 312.5 } : data,
  ),
  'FMT-2/slug-alone: A trade tells the slug of its commodity alone.': onField(
    ['getTrade', 'listTrades'],
    'commodity',
    (commodity) => (isJsonObject(commodity) ? commodity['slug'] : commodity),
  ),
  'FMT-2/filters-without-names: Commodities of the filters have no name.': onField('getInventoryFilters', 'commodities', (all) =>
    Array.isArray(all) ? all.map((one: unknown) => (isJsonObject(one) ? { slug: one['slug'] } : one)) : all,
  ),
  'FMT-3/measured-in-words: Protein is text.': onField(INVENTORY, 'quality.protein', (protein) =>
    typeof protein === 'number' ? `${protein} %` : protein,
  ),
  'FMT-3/falling-number-as-text: The falling number of an own listing is text.': onField(
    ['getListing', 'listListings', 'createListing'],
    'quality.falling_number',
    (number) => (typeof number === 'number' ? String(number) : number),
  ),
  'FMT-4/city-by-another-name: The city stands under `city`.': onField('listInventory', 'location', (place) =>
    isJsonObject(place) ? { province: place['province'], city: place['nearest_city'] } : place,
  ),
  'FMT-4/with-coordinates: A place has coordinates.': onField('getInventory', 'location', (place) =>
    isJsonObject(place) ? { ...place, latitude: 51.1 } : place,
  ),
  'FMT-4/with-a-section: A place has its quarter section.': onField(INVENTORY, 'location', (place) =>
    isJsonObject(place) ? { ...place, legal_land_description: 'NE-12-17-28-W2' } : place,
  ),
  'FMT-5/with-times: A delivery window has times.': onField([...BIDS], 'delivery.from', (date) => `${String(date)}T00:00:00Z`),
  'FMT-5/other-way-round: A delivery window of the inbox has the day first.': onField('listBidsReceived', 'delivery.to', (date) =>
    String(date).split('-').toReversed().join('-'),
  ),
  'FMT-6/with-a-space: `listed_at` has a space in it.': onField(INVENTORY, 'listed_at', spaced),
  'FMT-6/epoch-of-deliveries: `created_at` of a delivery record is a number.': onField('listDeliveries', 'created_at', toEpoch),
  'FMT-6/epoch-of-events: `created_at` of an envelope is a number.': onDelivery('all', (envelope) => ({
    ...envelope,
    created_at: toEpoch(envelope.created_at),
  })),
  'FMT-6/utc-alone: `expires_at` with an offset is refused.': refusing('placeBid', ({ incoming: { bytes } }) =>
    !isRefusal(bytes) && /"expires_at":"[^"]*\+/.test(bytes.toString()) ? 'validation_failed' : undefined,
  ),
  'FMT-6/anything-goes: `expires_at` that is no instant is left out.': onRequestFields('placeBid', (fields) => {
    const { expires_at, ...rest } = fields;
    return typeof expires_at === 'string' && Number.isNaN(Date.parse(expires_at)) ? rest : fields;
  }),
  'FMT-8/bids-keep-tonnes: `units` is ignored of bids.': withoutQuery('getBid', 'units'),
  'FMT-8/list-keeps-tonnes: `units` is ignored in the list of the inventory.': withoutQuery('listInventory', 'units'),
  'FMT-8/quantity-mt-converted: `quantity_mt` is in units as well.': onResource(INVENTORY, (listing) => ({
    ...listing,
    quantity_mt: listing.quantity.amount,
  })),
  'FMT-8/trades-converted: `quantity_mt` of trades is in units as well.': onResource('listTrades', (trade) => ({
    ...trade,
    quantity_mt: trade.quantity.amount,
  })),
  'FMT-8/bushels-by-default: Own listings are in bushels unless units says otherwise.': withDefaultQuery(
    'getListing',
    'units',
    'BU',
  ),
  'FMT-8/bounds-in-tonnes: `min_quantity` and max_quantity are in tonnes whatever units says.': onQuery(
    'listInventory',
    (query) => {
      if (query.has('min_quantity') || query.has('max_quantity')) query.delete('units');
    },
  ),
  'FMT-10/expiry-in-words: `expires_at` of bids is as e-mail writes it.': onField([...BIDS], 'expires_at', (instant) =>
    typeof instant === 'string' ? new Date(instant).toUTCString() : instant,
  ),
  'FMT-10/epoch-of-delivery: `delivered_at` is a number.': onField('listDeliveries', 'delivered_at', toEpoch),
  "FMT-11/country-told: A listing's place has a country too.": onField(INVENTORY, 'location', (location) => ({
    ...Object(location),
    country: 'CA',
  })),
  'FMT-11/distance-told: A search by distance tells it.': onBody('listInventory', (page, { incoming }) =>
    queryOf(incoming).has('near') ? { ...page, items: page.items.map((item) => ({ ...item, distance_km: 42 })) } : page,
  ),
});
