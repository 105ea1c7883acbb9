/** INV-1, INV-2, INV-12, INV-14, INV-16 to INV-20, INV-22, INV-23: what listings are, and who sees which. */
import {
  idIn,
  insteadOfRefusal,
  isJsonObject,
  isRefusal,
  onBody,
  onCaller,
  onField,
  onFind,
  onKey,
  onResource,
  onStatus,
  refuseAs,
  refusing,
  violations,
  withoutField,
  withoutQuery,
  withoutScopes,
} from '../kit/index.ts';
import { inventoryOf } from './reveal.ts';
import { findLot } from '../../../market/store/lots.ts';

const VIEWS = ['listInventory', 'getInventory'] as const;

export const INVENTORY_VIEWS = violations({
  'INV-1/bare-list: The inventory is a list and no page.': onBody('listInventory', ({ items }) => items),
  'INV-1/without-scope: The inventory is open to every token.': withoutScopes('listInventory'),
  'INV-1/machines-refused: Client-credentials tokens do not read the inventory.': onCaller('listInventory', (caller) =>
    caller.user_id === null ? { ...caller, scopes: new Set() } : caller,
  ),
  'INV-2/organic-as-number: `is_organic` is 0 or 1.': onField(VIEWS, 'is_organic', (value) => (value === true ? 1 : 0)),
  'INV-2/no-quality: A listing without measurements has no quality.': onField(VIEWS, 'quality', (quality) =>
    JSON.stringify(quality).match(/\d/) === null ? null : quality,
  ),
  'INV-2/quantity-as-text: A single listing has its tonnes as a text.': onField('getInventory', 'quantity_mt', String),
  'INV-2/year-as-text: The crop year is a text.': onField(VIEWS, 'crop_year', (year) =>
    typeof year === 'number' ? `${year}` : year,
  ),
  'INV-2/commodity-as-slug: A commodity in the list is its slug.': onField('listInventory', 'commodity', (commodity) =>
    isJsonObject(commodity) ? commodity['slug'] : commodity,
  ),
  'INV-2/no-listed-at: The list leaves out when a lot was listed.': withoutField('listInventory', 'listed_at'),
  'INV-2/epoch: `listed_at` is in seconds.': onField(VIEWS, 'listed_at', (value) =>
    Math.round(Date.parse(String(value)) / 1_000),
  ),
  'INV-2/later-pages: From the second page on the price is a number.': onResource('listInventory', (lot, { incoming }) =>
    /offset=[1-9]/.test(incoming.search) ? { ...lot, asking_price: lot.asking_price?.amount ?? null } : lot,
  ),
  'INV-12/years-as-texts: The crop years of the filters are texts.': onField('getInventoryFilters', 'crop_years', (years) =>
    Array.isArray(years) ? years.map(String) : years,
  ),
  'INV-12/slugs-alone: The commodities of the filters are slugs.': onField('getInventoryFilters', 'commodities', (all) =>
    Array.isArray(all) ? all.map(({ slug }: { slug: string }) => slug) : all,
  ),
  'INV-12/no-grades: The filters have no grades.': withoutField('getInventoryFilters', 'grades'),
  'INV-12/without-scope: The filters are open to every token.': withoutScopes('getInventoryFilters'),
  'INV-14/missing-is-empty: A listing that is missing is null.': insteadOfRefusal('getInventory', 'not_found', () => ({
    data: null,
  })),
  'INV-14/missing-is-403: A listing that is missing is forbidden.': refuseAs('getInventory', 'not_found', 'insufficient_scope'),
  'INV-14/always-404: No listing is found by itself.': refusing('getInventory', () => 'not_found'),
  'INV-14/units-ignored: `units` is ignored of a single listing.': withoutQuery('getInventory', 'units'),
  'INV-14/without-scope: A single listing is open to every token.': withoutScopes('getInventory'),
  'INV-14/created: A listing is answered with 201.': onStatus('getInventory', 200, 201),
  'INV-16/sandbox-reads-live: Sandbox tokens read the live inventory.': onCaller(VIEWS, (caller) => ({ ...caller, livemode: 1 })),
  'INV-18/another-id: Buyers know a listing by another id than its seller.': onField(VIEWS, 'id', (id) =>
    String(id).replace('inv_', 'inv_p'),
  ),
  'INV-18/another-id-in-the-detail: A single listing has another id than in the list.': onField(
    'getInventory',
    'id',
    (id) => `${String(id)}x`,
  ),
  'INV-19/variety-dropped: Buyers read no variety.': onField(VIEWS, 'variety', () => null),
  'INV-19/never-organic: The list shows nothing as organic.': onField('listInventory', 'is_organic', () => false),
  'INV-19/quality-rounded: Buyers read whole numbers of protein.': onField(VIEWS, 'quality.protein', (value) =>
    typeof value === 'number' ? Math.round(value) : value,
  ),
  'INV-19/dockage-dropped: A single listing has no dockage.': onField('getInventory', 'quality.dockage', () => null),
  'INV-19/quantity-rounded: Buyers read whole tonnes.': onField(VIEWS, 'quantity_mt', (value) =>
    typeof value === 'number' ? Math.floor(value) : value,
  ),
  'INV-20/nulls-left-out: What is null is left out.': onResource(VIEWS, (lot) =>
    Object.fromEntries(Object.entries(lot).filter(([, value]) => value !== null)),
  ),
  'INV-20/expiry-left-out: `expires_at` is left out of the list where it is null.': onField(
    'listInventory',
    'expires_at',
    (value) => value ?? undefined,
  ),
  'INV-22/drafts-on-offer: Drafts are on offer.': onBody('listInventory', async (page, { db, caller, incoming }) => ({
    ...page,
    items: [...page.items, ...(await inventoryOf(db, 'unlisted', caller?.livemode ?? 1, incoming.search))],
  })),
  'INV-22/archived-on-offer: Archived lots stay on offer.': onBody('listInventory', async (page, { db, caller, incoming }) => ({
    ...page,
    items: [...page.items, ...(await inventoryOf(db, 'archived', caller?.livemode ?? 1, incoming.search))],
  })),
  'INV-23/sandbox-lots-on-offer: The inventory has the listings of the sandbox as well.': onBody(
    'listInventory',
    async (page, { db, caller, incoming }) => ({
      ...page,
      items: [...page.items, ...(await inventoryOf(db, 'listed', caller?.livemode === 1 ? 0 : 1, incoming.search))],
    }),
  ),
  'INV-23/detail-of-both: A single listing is found by tokens of either mode.': onFind(
    'getInventory',
    async (found, { db, path, caller }) =>
      isRefusal(found) ? ((await findLot(db, idIn(path), caller.livemode === 1 ? 0 : 1)) ?? found) : found,
  ),
  'INV-23/live-bids-in-the-sandbox: Sandbox tokens read live bids.': onCaller(['getBid', 'listBids'], (caller) =>
    caller.livemode === 0 ? { ...caller, livemode: 1 } : caller,
  ),
  'INV-23/sandbox-trades-in-live: Live tokens read sandbox trades.': onCaller(['getTrade', 'listTrades'], (caller) => ({
    ...caller,
    livemode: 0,
  })),
  'INV-23/keys-of-both-modes: A sandbox token that repeats a live request with its key gets the live bid.': onKey((use) => ({
    ...use,
    owner: use.owner.replace(/^sandbox:/, ''),
  })),
  'INV-23/own-listings-of-live: Sandbox tokens of a seller read its live listings.': onCaller(
    ['getListing', 'listListings'],
    (caller) => ({ ...caller, livemode: 1 }),
  ),
});
