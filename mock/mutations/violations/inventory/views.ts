/** Listings and their visibility. */
import {
  findRows,
  idIn,
  inMode,
  insteadOfRefusal,
  INVENTORY_READS,
  isJsonObject,
  isRefusal,
  onBody,
  onCaller,
  onField,
  onFind,
  onKey,
  onResource,
  onStatus,
  queryOf,
  refusing,
  violations,
  withBodyFields,
  withFields,
  withoutField,
  withoutQuery,
  withoutScopes,
  type Row,
  type Seams,
} from '../kit/index.ts';
import { viewInventory } from '../../../market/views/parties.ts';
import { findLot } from '../../../market/store/lots.ts';

/**
 * Makes GET /inventory also list the lots with a status, within the query's quantity bounds.
 * @param isAffected selects the queries
 */
function alsoListing(
  status: Row<'lots'>['status'],
  from_other_mode = false,
  isAffected: (query: URLSearchParams) => boolean = () => true,
): Partial<Seams> {
  return withBodyFields('listInventory', async ({ items }, { db, caller, incoming }) => {
    const is_live = caller?.livemode !== 0;
    const livemode = is_live !== from_other_mode ? 1 : 0;
    const query = queryOf(incoming);
    if (!isAffected(query)) return {};
    const [least, most] = [Number(query.get('min_quantity') ?? 0), Number(query.get('max_quantity') ?? 1e9)];
    const lots = await findRows(db, 'lots', { status, livemode });
    const more = lots.filter(({ quantity_mt }) => quantity_mt >= least && quantity_mt <= most);
    return { items: [...items, ...more.map((lot) => viewInventory(lot, 'MT'))] };
  });
}

export const INVENTORY_VIEWS = violations({
  'INV-1/bare-list: GET /inventory returns an array.': onBody('listInventory', ({ items }) => items),
  'INV-1/without-scope: GET /inventory requires no scope.': withoutScopes('listInventory'),
  'INV-1/machines-refused: GET /inventory rejects client-credentials tokens.': onCaller('listInventory', ({ user_id }) =>
    user_id === null ? { scopes: new Set() } : {},
  ),
  'INV-2/organic-as-number: `is_organic` is 0 or 1.': onField(INVENTORY_READS, 'is_organic', (value) => (value === true ? 1 : 0)),
  'INV-2/no-quality: `quality` is null for a listing without measurements.': onField(INVENTORY_READS, 'quality', (quality) =>
    JSON.stringify(quality).match(/\d/) === null ? null : quality,
  ),
  'INV-2/quantity-as-text: GET /inventory/{id} returns a string `quantity_mt`.': onField('getInventory', 'quantity_mt', String),
  'INV-2/year-as-text: `crop_year` is a string.': onField(INVENTORY_READS, 'crop_year', (year) =>
    typeof year === 'number' ? `${year}` : year,
  ),
  'INV-2/old-year-as-text: GET /inventory returns a crop year before 2000 as a string.': onField(
    'listInventory',
    'crop_year',
    (year) => (typeof year === 'number' && year < 2_000 ? `${year}` : year),
  ),
  'INV-2/commodity-as-slug: GET /inventory returns the commodity as a slug.': onField('listInventory', 'commodity', (commodity) =>
    isJsonObject(commodity) ? commodity['slug'] : commodity,
  ),
  'INV-2/no-listed-at: GET /inventory omits `listed_at`.': withoutField('listInventory', 'listed_at'),
  'INV-2/epoch: `listed_at` is Unix time.': onField(INVENTORY_READS, 'listed_at', (value) =>
    Math.round(Date.parse(String(value)) / 1_000),
  ),
  'INV-2/later-pages: GET /inventory returns `asking_price` as a bare number on pages after the first.': withFields(
    'listInventory',
    ({ asking_price }, { incoming }) =>
      /offset=[1-9]/.test(incoming.search) ? { asking_price: asking_price?.amount ?? null } : {},
  ),
  'INV-12/years-as-texts: GET /inventory/filters returns string crop years.': onField(
    'getInventoryFilters',
    'crop_years',
    (years) => (Array.isArray(years) ? years.map(String) : years),
  ),
  'INV-12/slugs-alone: GET /inventory/filters returns commodities as slugs.': onField(
    'getInventoryFilters',
    'commodities',
    (all) => (Array.isArray(all) ? all.map(({ slug }: { slug: string }) => slug) : all),
  ),
  'INV-12/no-grades: GET /inventory/filters omits `grades`.': withoutField('getInventoryFilters', 'grades'),
  'INV-12/without-scope: GET /inventory/filters requires no scope.': withoutScopes('getInventoryFilters'),
  'INV-14/missing-is-empty: GET /inventory/{id} returns null data for an unknown id.': insteadOfRefusal(
    'getInventory',
    'not_found',
    () => ({ data: null }),
  ),
  'INV-14/always-404: GET /inventory/{id} always returns 404.': refusing('getInventory', () => 'not_found'),
  'INV-14/units-ignored: GET /inventory/{id} ignores `units`.': withoutQuery('getInventory', 'units'),
  'INV-14/without-scope: GET /inventory/{id} requires no scope.': withoutScopes('getInventory'),
  'INV-14/created: GET /inventory/{id} returns 201.': onStatus('getInventory', 200, 201),
  'INV-16/sandbox-reads-live: Sandbox tokens read the live inventory.': inMode(INVENTORY_READS, 1),
  "INV-18/another-id: Buyers see a different listing id from the seller's.": onField(INVENTORY_READS, 'id', (id) =>
    String(id).replace('inv_', 'inv_p'),
  ),
  'INV-18/another-id-in-the-detail: GET /inventory/{id} returns a different id from GET /inventory.': onField(
    'getInventory',
    'id',
    (id) => `${String(id)}x`,
  ),
  'INV-19/variety-dropped: Buyers see a null `variety`.': onField(INVENTORY_READS, 'variety', () => null),
  'INV-19/never-organic: GET /inventory shows `is_organic` as false for every listing.': onField(
    'listInventory',
    'is_organic',
    () => false,
  ),
  'INV-19/quality-rounded: Buyers see protein rounded to a whole number.': onField(INVENTORY_READS, 'quality.protein', (value) =>
    typeof value === 'number' ? Math.round(value) : value,
  ),
  'INV-19/dockage-dropped: GET /inventory/{id} shows a null `dockage`.': onField('getInventory', 'quality.dockage', () => null),
  'INV-19/quantity-rounded: Buyers see `quantity_mt` rounded down.': onField(INVENTORY_READS, 'quantity_mt', (value) =>
    typeof value === 'number' ? Math.floor(value) : value,
  ),
  'INV-20/nulls-left-out: Listings omit null fields.': onResource(INVENTORY_READS, (lot) =>
    Object.fromEntries(Object.entries(lot).filter(([, value]) => value !== null)),
  ),
  'INV-20/expiry-left-out: GET /inventory omits `expires_at` if it is null.': onField(
    'listInventory',
    'expires_at',
    (value) => value ?? undefined,
  ),
  'INV-22/drafts-on-offer: GET /inventory lists drafts.': alsoListing('unlisted'),
  'INV-22/archived-on-offer: GET /inventory lists archived lots.': alsoListing('archived'),
  'INV-22/drafts-by-grade: GET /inventory with `grade` lists drafts.': alsoListing('unlisted', false, (query) =>
    query.has('grade'),
  ),
  'INV-22/archived-by-price: GET /inventory with `sort=price` lists archived lots.': alsoListing('archived', false, (query) =>
    query.has('sort', 'price'),
  ),
  'INV-23/near-of-both: GET /inventory with `near` lists the listings of both modes.': alsoListing('listed', true, (query) =>
    query.has('near'),
  ),
  'INV-23/sorted-of-both: GET /inventory with `sort=-price` lists the listings of both modes.': alsoListing(
    'listed',
    true,
    (query) => query.has('sort', '-price'),
  ),
  'INV-23/sandbox-lots-on-offer: GET /inventory lists the listings of both modes.': alsoListing('listed', true),
  'INV-23/detail-of-both: GET /inventory/{id} finds listings of both modes.': onFind(
    'getInventory',
    async (found, { db, path, caller }) =>
      isRefusal(found) ? ((await findLot(db, idIn(path), caller.livemode === 1 ? 0 : 1)) ?? found) : found,
  ),
  'INV-23/live-bids-in-the-sandbox: Sandbox tokens read live bids.': inMode(['getBid', 'listBids'], 1),
  'INV-23/sandbox-trades-in-live: Live tokens read sandbox trades.': inMode(['getTrade', 'listTrades'], 0),
  'INV-23/keys-of-both-modes: A sandbox token that repeats a live request gets the live bid.': onKey((use) => ({
    owner: use.owner.replace(/^sandbox:/, ''),
  })),
  "INV-23/own-listings-of-live: Sandbox tokens read the seller's live listings.": inMode(['getListing', 'listListings'], 1),
});
