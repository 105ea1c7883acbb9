/** Values that link the lots of a seller: the same for all of them, different for other sellers, and without a name. */
import {
  all,
  INVENTORY_READS,
  isJsonObject,
  onBody,
  onDeliveryText,
  onQuery,
  partiesOf,
  queryOf,
  translateRequests,
  violations,
  withFields,
  type ResponseContext,
  type Reader,
  type Seams,
} from '../kit/index.ts';
import { sha256 } from './inventory.ts';

async function sellerIdOf(db: Reader, id: string): Promise<string> {
  return (await partiesOf(db, id))?.seller.id ?? '';
}

/** A number below `max` that depends on the seller only. */
async function numberBySeller({ db }: ResponseContext, id: string, max: number): Promise<number> {
  return Number.parseInt(sha256(await sellerIdOf(db, id)).slice(0, 8), 16) % max;
}

const LISTING_ID = /\binv_[0-9a-f]{16}/g;
/** A listing id as clients see it: with two extra leading digits, which depend on the seller. */
const PUBLIC_ID = /\binv_[0-9a-f]{2}([0-9a-f]{16})\b/g;

async function withPublicIds(db: Reader, text: string): Promise<string> {
  const shown = new Map<string, string>();
  for (const id of new Set(text.match(LISTING_ID)))
    shown.set(id, `inv_${sha256(await sellerIdOf(db, id)).slice(0, 2)}${id.slice('inv_'.length)}`);
  return text.replaceAll(LISTING_ID, (id) => shown.get(id) ?? id);
}

/** Shows listing ids with two digits that depend on the seller, and accepts them in requests. */
const IDS_BY_SELLER: Partial<Seams> = all(
  translateRequests((text) => text.replaceAll(PUBLIC_ID, 'inv_$1')),
  { response: async (response, { db }) => ({ ...response, text: await withPublicIds(db, response.text) }) },
  onDeliveryText('all', (text, { db }) => withPublicIds(db, text)),
);

const NEAR_COPY = 'kept_near';
const KM_PER_DEGREE = 111.2;

export const LEARNED_CORRELATIONS = violations({
  "PRIV-16/learned-listing-id-by-seller: Two digits of a listing's id are the same for all listings of a seller.": IDS_BY_SELLER,
  'PRIV-16/learned-reference-by-seller: The reference of a bid ends with two characters that depend on the seller.': withFields(
    ['placeBid', 'getBid', 'listBids'],
    async ({ id, reference }, { db }) => {
      const mark = sha256(await sellerIdOf(db, id)).slice(0, 2);
      return { reference: `${reference.slice(0, -2)}${mark.toUpperCase()}` };
    },
  ),
  'PRIV-16/learned-number-in-the-list: GET /inventory fills in a missing `falling_number` by seller.': withFields(
    'listInventory',
    async ({ id, quality }, context) => ({
      quality: { ...quality, falling_number: quality.falling_number ?? 200 + (await numberBySeller(context, id, 200)) },
    }),
  ),
  'PRIV-16/learned-milliseconds-by-seller: The milliseconds of `listed_at` of a listing depend on the seller.': withFields(
    INVENTORY_READS,
    async ({ id, listed_at }, context) => {
      const milliseconds = String(await numberBySeller(context, id, 1_000)).padStart(3, '0');
      return { listed_at: listed_at.replace(/\.\d+Z$/, `.${milliseconds}Z`) };
    },
  ),
  'PRIV-16/learned-decimals-by-seller: The fourth to sixth decimals of `quantity_mt` of a listing depend on the seller.':
    withFields(INVENTORY_READS, async (lot, context) => ({
      quantity_mt: Number((lot.quantity_mt + (await numberBySeller(context, lot.id, 1_000)) / 1e6).toFixed(6)),
    })),
  'PRIV-2/learned-distance-to-the-yard: `location` of a `near` search includes the distance to the farm in kilometers.': all(
    onQuery('listInventory', (query) => {
      const near = query.get('near');
      if (near !== null) query.set(NEAR_COPY, near);
    }),
    onBody('listInventory', async (page, { db, incoming }) => {
      const [latitude, longitude] = (queryOf(incoming).get(NEAR_COPY) ?? '').split(',').map(Number);
      if (latitude === undefined || longitude === undefined || Number.isNaN(latitude)) return page;
      const items = page.items.map(async (lot) => {
        const farm = (await partiesOf(db, lot.id))?.farm;
        if (farm === undefined || !isJsonObject(lot.location)) return lot;
        const [north, east] = [farm.latitude - latitude, (farm.longitude - longitude) * Math.cos((latitude * Math.PI) / 180)];
        return {
          ...lot,
          location: { ...lot.location, distance_km: Number((Math.hypot(north, east) * KM_PER_DEGREE).toFixed(1)) },
        };
      });
      return { ...page, items: await Promise.all(items) };
    }),
  ),
  'PRIV-9/learned-ties-by-seller: GET /inventory sorts listings with the same value by their seller.': onBody(
    'listInventory',
    async (page, { db, incoming }) => {
      const key = (queryOf(incoming).get('sort') ?? 'listed_at').replace('-', '');
      const valueOf = (lot: (typeof page.items)[number]): unknown =>
        key === 'price' ? lot.asking_price?.amount : key === 'quantity' ? lot.quantity_mt : lot.listed_at;
      const sellers = new Map<string, string>();
      for (const { id } of page.items) sellers.set(id, await sellerIdOf(db, id));
      const items = page.items.toSorted((a, b) =>
        valueOf(a) === valueOf(b) ? (sellers.get(a.id) ?? '').localeCompare(sellers.get(b.id) ?? '') : 0,
      );
      return { ...page, items };
    },
  ),
});
