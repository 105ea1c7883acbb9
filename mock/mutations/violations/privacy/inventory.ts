/** Leaks of the seller and the farm in anonymized listings, and in bids on them. */
import {
  all,
  idIn,
  INVENTORY_READS,
  onBody,
  onQuery,
  partiesOf,
  queryOf,
  violations,
  withBodyFields,
  withError,
  withFields,
  withHeaders,
  type ResponseContext,
  type Row,
  type Seams,
} from '../kit/index.ts';
import { createHash } from 'node:crypto';
import type { Inventory } from '#spec';
import { findCity } from '#spec/reference/index';

async function farmOf(context: ResponseContext, id: string): Promise<Row<'farms'> | undefined> {
  return (await partiesOf(context.db, id))?.farm;
}

/** Sets fields of a listing to data of its farm. */
function byFarm(
  where: (typeof INVENTORY_READS)[number] | typeof INVENTORY_READS,
  fieldsFor: (lot: Inventory, farm: Row<'farms'>, context: ResponseContext) => object,
): Partial<Seams> {
  return withFields(where, async (lot, context) => {
    const farm = await farmOf(context, lot.id);
    return farm === undefined ? {} : fieldsFor(lot, farm, context);
  });
}

/** Adds a header derived from the farm of the listing. */
function headerByFarm(name: string, valueOf: (farm: Row<'farms'>) => string): Partial<Seams> {
  return withHeaders('getInventory', async (_response, context) => {
    const farm = await farmOf(context, idIn(context.incoming.path));
    return farm === undefined ? {} : { [name]: valueOf(farm) };
  });
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function base64(text: string): string {
  return Buffer.from(text).toString('base64url');
}

const EARTH_RADIUS_KM = 6_371;

/** A query parameter that passes the original `near` on to the response. */
const NEAR_COPY = 'kept_near';

/**
 * Makes `near` measure the distance to the farm instead of the city.
 * @param isAffected selects the radii
 * @param placeOf the point to measure to. Default: that of the farm
 */
export function nearByFarm(
  isAffected: (radius_km: number, query: URLSearchParams) => boolean,
  placeOf: (farm: Row<'farms'>) => { latitude: number; longitude: number } = (farm) => farm,
): Partial<Seams> {
  return all(
    onQuery('listInventory', (query) => {
      const near = query.get('near') ?? '';
      if (near === '' || !isAffected(Number(near.split(',')[2]), query)) return;
      query.set(NEAR_COPY, near);
      query.delete('near');
    }),
    onBody('listInventory', async (page, context) => {
      const near = queryOf(context.incoming).get(NEAR_COPY);
      if (near === null) return page;
      const [latitude = 0, longitude = 0, radius_km = 0] = near.split(',').map(Number);
      const degree_km = (EARTH_RADIUS_KM * Math.PI) / 180;
      const items = [];
      for (const lot of page.items) {
        const farm = await farmOf(context, lot.id);
        const place = farm === undefined ? { latitude: 0, longitude: 0 } : placeOf(farm);
        const north = (place.latitude - latitude) * degree_km;
        const east = (place.longitude - longitude) * degree_km * Math.cos((latitude * Math.PI) / 180);
        if (Math.hypot(north, east) <= radius_km) items.push(lot);
      }
      return { ...page, items };
    }),
  );
}

export const INVENTORY_LEAKS = violations({
  'PRIV-1/farm-named: Listings include the name of the farm.': byFarm(INVENTORY_READS, (_lot, { name }) => ({ farm: name })),
  "PRIV-1/farm-in-the-detail: GET /inventory/{id} includes a word of the farm's name in a label.": byFarm(
    'getInventory',
    ({ quantity }, { name }) => ({ quantity: { ...quantity, label: name.split(' ')[0]?.toLowerCase() } }),
  ),
  "PRIV-1/farm-on-later-pages: GET /inventory includes a slug of the farm's name after the first page.": byFarm(
    'listInventory',
    (_lot, { name }, { incoming }) =>
      (queryOf(incoming).get('offset') ?? '0') === '0' ? {} : { slug: name.toLowerCase().replaceAll(' ', '-') },
  ),
  "PRIV-1/farm-in-a-header: A response header contains the farm's name, URL-encoded.": headerByFarm('X-Origin', ({ name }) =>
    encodeURIComponent(name),
  ),
  "PRIV-1/farm-in-an-etag: The ETag of a listing contains the farm's name and latitude in base64.": headerByFarm(
    'ETag',
    ({ name, latitude }) => `"${base64(JSON.stringify({ name, v: latitude }))}"`,
  ),
  'PRIV-1/coordinates-in-href: `href` of GET /inventory contains the coordinates of the last farm.': withBodyFields(
    'listInventory',
    async ({ items, href }, context) => {
      const farm = await farmOf(context, items.at(-1)?.id ?? '');
      return farm === undefined ? {} : { href: `${href}#${base64(`${farm.latitude},${farm.longitude}`)}` };
    },
  ),
  "PRIV-1/coordinates-rounded: Listings include the farm's coordinates to two decimals.": byFarm(
    INVENTORY_READS,
    (_lot, farm) => ({
      pin: [Number(farm.longitude.toFixed(2)), Number(farm.latitude.toFixed(2))],
    }),
  ),
  "PRIV-1/name-hashed: Listings include a hash of the farm's name.": byFarm(INVENTORY_READS, (_lot, { name }) => ({
    lot_code: sha256(name).slice(0, 20),
  })),
  'PRIV-1/farm-in-a-refusal: The 404 of an unlisted listing names the farm.': withError(
    'getInventory',
    'not_found',
    async (_error, context) => {
      const farm = await farmOf(context, idIn(context.incoming.path));
      return farm === undefined ? {} : { message: `${farm.name} has taken this listing down.` };
    },
  ),
  'PRIV-1/seller-id: GET /inventory/{id} includes a seller number.': withFields('getInventory', { seller_number: 4711 }),
  'PRIV-2/postal-code: `location` includes a postal code.': withFields(INVENTORY_READS, (lot) => ({
    location: { ...lot.location, postal_code: 'S4P 3Y2' },
  })),
  "PRIV-2/coarse-coordinates: `location` includes the farm's coordinates to one decimal.": byFarm(
    'getInventory',
    ({ location }, { latitude, longitude }) => ({
      location: { ...location, lat: Number(latitude.toFixed(1)), lng: Number(longitude.toFixed(1)) },
    }),
  ),
  'PRIV-2/legal-land-description: Listings include a legal land description.': withFields(INVENTORY_READS, {
    legal_land_description: 'NW-12-24-3-W2',
  }),
  'PRIV-2/distance-from-the-city: `nearest_city` includes the distance to the farm.': withFields(INVENTORY_READS, (lot) => ({
    location: { ...lot.location, nearest_city: `12 km NE of ${lot.location?.nearest_city ?? ''}` },
  })),
  'PRIV-2/address-for-a-hamlet: The location of a listing has an address instead of a town that is in no list of towns.': byFarm(
    INVENTORY_READS,
    ({ location }, { nearest_city, nearest_province }) =>
      location === null || findCity(nearest_city, nearest_province) !== undefined
        ? {}
        : { location: { ...location, nearest_city: `RR 2, Site 7, ${nearest_city}` } },
  ),
  'PRIV-2/farm-for-a-hamlet: The location of a listing has the name of the farm instead of a town that is in no list of towns.':
    byFarm(INVENTORY_READS, ({ location }, { name, nearest_city, nearest_province }) =>
      location === null || findCity(nearest_city, nearest_province) !== undefined
        ? {}
        : { location: { ...location, nearest_city: name } },
    ),
  'PRIV-3/near-exact: `near` measures the distance to the farm.': nearByFarm(() => true),
  'PRIV-3/near-exact-close-by: `near` measures the distance to the farm within 40 km.': nearByFarm((radius_km) => radius_km < 40),
  'PRIV-3/near-exact-in-hamlets: `near` measures the distance to the farm if its town is in no list of towns.': nearByFarm(
    () => true,
    (farm) => findCity(farm.nearest_city, farm.nearest_province) ?? farm,
  ),
  'PRIV-16/farm-id: Listings include the id of the farm.': byFarm(INVENTORY_READS, (_lot, { id }) => ({ source_id: id })),
  'PRIV-16/farm-id-in-bids: Bids include the id of the farm.': withFields(['getBid', 'listBids'], async (bid, { db }) => ({
    pickup_id: (await partiesOf(db, bid.id))?.farm?.id,
  })),
  'PRIV-16/constant-header: A response header is the same for all listings of a farm.': headerByFarm('X-Shard', ({ id }) =>
    sha256(id).slice(20, 26),
  ),
  'PRIV-16/constant-etag: The ETag of GET /inventory/{id} is the same for all listings of a farm.': headerByFarm(
    'ETag',
    ({ id }) => `W/"${sha256(id).slice(30, 36)}"`,
  ),
  'PRIV-16/constant-in-bids: Bids include a value that is the same for all bids to a seller.': withFields(
    ['placeBid', 'getBid'],
    async ({ id }, { db }) => ({
      group: Number.parseInt(sha256((await partiesOf(db, id))?.seller.id ?? '').slice(30, 34), 16),
    }),
  ),
  "PRIV-17/moisture-by-place: The decimals of `moisture` encode the farm's longitude.": byFarm(
    INVENTORY_READS,
    ({ quality }, { longitude }) => ({
      quality: { ...quality, moisture: Number(((quality.moisture ?? 13) + (Math.abs(longitude) % 1) / 10).toFixed(6)) },
    }),
  ),
  "PRIV-17/variety-by-name: A missing `variety` is derived from the farm's name.": byFarm(
    INVENTORY_READS,
    ({ variety }, { name }) => ({
      variety: variety ?? `V${sha256(name).slice(0, 3)}`,
    }),
  ),
});
