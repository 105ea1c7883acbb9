/** PRIV-1 to PRIV-3, PRIV-16, PRIV-17: what an anonymized listing tells. */
import {
  all,
  idIn,
  isJsonObject,
  onAnswer,
  onBody,
  onError,
  onQuery,
  onResource,
  partiesOf,
  queryOf,
  readJson,
  violations,
  type AnswerAbout,
  type Row,
  type Seams,
} from '../kit/index.ts';
import { createHash } from 'node:crypto';
import type { Inventory } from '#spec';

const VIEWS = ['listInventory', 'getInventory'] as const;

async function farmOf(about: AnswerAbout, id: string): Promise<Row<'farms'> | undefined> {
  return (await partiesOf(about.db, id))?.farm;
}

/** Changes a listing by what is known of its farm. */
function byFarm(
  where: (typeof VIEWS)[number] | typeof VIEWS,
  change: (lot: Inventory, farm: Row<'farms'>, about: AnswerAbout) => unknown,
): ReturnType<typeof onResource> {
  return onResource(where, async (lot, about) => {
    const farm = await farmOf(about, lot.id);
    return farm === undefined ? lot : change(lot, farm, about);
  });
}

/** Adds a header that the farm of the listing decides. */
function headerByFarm(name: string, valueOf: (farm: Row<'farms'>) => string): ReturnType<typeof onAnswer> {
  return onAnswer('getInventory', async (answer, about) => {
    const farm = await farmOf(about, idIn(about.incoming.path));
    return farm === undefined ? answer : { ...answer, headers: { ...answer.headers, [name]: valueOf(farm) } };
  });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64url');
}

const EARTH_RADIUS_KM = 6_371;

/** Where a search that was taken out of the query is kept for the answer. */
const KEPT = 'kept_near';

/** Measures to the farms, where the radius is meant. */
function exactly(isMeant: (radius_km: number) => boolean): Partial<Seams> {
  return all(
    onQuery('listInventory', (query) => {
      const near = query.get('near') ?? '';
      if (near === '' || !isMeant(Number(near.split(',')[2]))) return;
      query.set(KEPT, near);
      query.delete('near');
    }),
    onBody('listInventory', async (page, about) => {
      const near = queryOf(about.incoming).get(KEPT);
      if (near === null) return page;
      const [latitude = 0, longitude = 0, radius_km = 0] = near.split(',').map(Number);
      const degree_km = (EARTH_RADIUS_KM * Math.PI) / 180;
      const items = [];
      for (const lot of page.items) {
        const farm = await farmOf(about, lot.id);
        const north = ((farm?.latitude ?? 0) - latitude) * degree_km;
        const east = ((farm?.longitude ?? 0) - longitude) * degree_km * Math.cos((latitude * Math.PI) / 180);
        if (Math.hypot(north, east) <= radius_km) items.push(lot);
      }
      return { ...page, items };
    }),
  );
}

export const INVENTORY_LEAKS = violations({
  'PRIV-1/farm-named: Inventory names the farm.': byFarm(VIEWS, (lot, farm) => ({ ...lot, farm: farm.name })),
  'PRIV-1/farm-in-the-detail: The quantity of a single listing has a label with a word of the farm.': byFarm(
    'getInventory',
    (lot, farm) => ({
      ...lot,
      quantity: { ...lot.quantity, label: farm.name.split(' ')[0]?.toLowerCase() },
    }),
  ),
  'PRIV-1/farm-on-later-pages: From the second page on, listings have a slug of the farm.': byFarm(
    'listInventory',
    (lot, farm, { incoming }) =>
      (queryOf(incoming).get('offset') ?? '0') === '0' ? lot : { ...lot, slug: farm.name.toLowerCase().replaceAll(' ', '-') },
  ),
  'PRIV-1/farm-in-a-header: A header names the farm, URL-encoded.': headerByFarm('X-Origin', ({ name }) =>
    encodeURIComponent(name),
  ),
  'PRIV-1/farm-in-a-token: The ETag of a listing is the name of its farm in base64.': headerByFarm(
    'ETag',
    ({ name, latitude }) => `"${base64(JSON.stringify({ name, v: latitude }))}"`,
  ),
  'PRIV-1/coordinates-in-a-cursor: The links of a page hold the coordinates of its last listing.': onBody(
    'listInventory',
    async (page, about) => {
      const farm = await farmOf(about, page.items.at(-1)?.id ?? '');
      return farm === undefined ? page : { ...page, href: `${page.href}#${base64(`${farm.latitude},${farm.longitude}`)}` };
    },
  ),
  'PRIV-1/coordinates-rounded: A listing has a point with coordinates to two decimals.': byFarm(VIEWS, (lot, farm) => ({
    ...lot,
    pin: [Number(farm.longitude.toFixed(2)), Number(farm.latitude.toFixed(2))],
  })),
  'PRIV-1/name-hashed: A listing has a code that is a hash of the name of its farm.': byFarm(VIEWS, (lot, farm) => ({
    ...lot,
    lot_code: sha256(farm.name).slice(0, 20),
  })),
  'PRIV-1/farm-in-a-refusal: The refusal of a listing that was taken off says whose it was.': onError(
    'getInventory',
    'not_found',
    async (error, about) => {
      const farm = await farmOf(about, idIn(about.incoming.path));
      return farm === undefined ? error : { ...error, message: `${farm.name} has taken this listing off.` };
    },
  ),
  'PRIV-1/seller-id: A listing says whose it is by number.': onResource('getInventory', (lot) => ({
    ...lot,
    seller_number: 4711,
  })),
  'PRIV-2/postal-code: The location has a postal code.': onResource(VIEWS, (lot) => ({
    ...lot,
    location: { ...lot.location, postal_code: 'S4P 3Y2' },
  })),
  'PRIV-2/coarse-coordinates: A single listing has the coordinates of its farm to one decimal.': byFarm(
    'getInventory',
    (lot, farm) => ({
      ...lot,
      location: { ...lot.location, lat: Number(farm.latitude.toFixed(1)), lng: Number(farm.longitude.toFixed(1)) },
    }),
  ),
  'PRIV-2/legal-land-description: A listing says on which section it lies.': onResource(VIEWS, (lot) => ({
    ...lot,
    legal_land_description: 'NW-12-24-3-W2',
  })),
  'PRIV-2/distance-from-the-city: The city says how far from it the farm lies.': onResource(VIEWS, (lot) => ({
    ...lot,
    location: { ...lot.location, nearest_city: `12 km NE of ${lot.location?.nearest_city ?? ''}` },
  })),
  'PRIV-3/near-exact: `near` measures to the farm.': exactly(() => true),
  'PRIV-3/near-exact-close-by: Within 40 km near measures to the farm.': exactly((radius_km) => radius_km < 40),
  'PRIV-16/farm-id: A listing has the id of its farm.': byFarm(VIEWS, (lot, farm) => ({ ...lot, source_id: farm.id })),
  'PRIV-16/farm-id-in-bids: A bid has the id of the farm among its terms.': onResource(
    ['getBid', 'listBids'],
    async (bid, { db }) => ({ ...bid, pickup_id: (await partiesOf(db, bid.id))?.farm?.id }),
  ),
  'PRIV-16/constant-header: A header is the same for all listings of one farm.': headerByFarm('X-Shard', ({ id }) =>
    sha256(id).slice(20, 26),
  ),
  'PRIV-16/constant-in-bids: A bid has a group that is the same for all bids to one seller.': onAnswer(
    ['placeBid', 'getBid'],
    async (answer, { db, refusal }) => {
      const body = readJson(answer.text);
      if (refusal !== undefined || !isJsonObject(body) || !isJsonObject(body['data'])) return answer;
      const parties = await partiesOf(db, String(body['data']['id']));
      const data = { ...body['data'], group: Number.parseInt(sha256(parties?.seller.id ?? '').slice(30, 34), 16) };
      return { ...answer, text: JSON.stringify({ ...body, data }) };
    },
  ),
  'PRIV-17/moisture-by-place: The moisture of a listing has the longitude of its farm in its decimals.': byFarm(
    VIEWS,
    (lot, farm) => ({
      ...lot,
      quality: {
        ...lot.quality,
        moisture: Number(((lot.quality.moisture ?? 13) + (Math.abs(farm.longitude) % 1) / 10).toFixed(6)),
      },
    }),
  ),
  'PRIV-17/variety-by-name: A listing without a variety gets one by the length of the name of its farm.': byFarm(
    VIEWS,
    (lot, farm) => ({ ...lot, variety: lot.variety ?? `V${sha256(farm.name).slice(0, 3)}` }),
  ),
});
