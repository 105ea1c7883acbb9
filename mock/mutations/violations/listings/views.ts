/** A seller's own listings. */
import {
  afterAct,
  all,
  asOwner,
  asOwnerOfLot,
  isRefusal,
  mapQuery,
  onBody,
  onFind,
  queryOf,
  refuse,
  refusingUnits,
  revealing,
  violations,
  withFields,
  withoutField,
  withoutItems,
  withoutQuery,
} from '../kit/index.ts';
import { viewListing } from '../../../market/views/parties.ts';

const VIEWS = ['listListings', 'getListing', 'createListing', 'updateListing', 'archiveListing'] as const;

export const VIEWS_VIOLATED = violations({
  "LST-1/others-shown: GET /me/inventory lists other sellers' listings.": afterAct(
    'listListings',
    async ({ db, caller, query }, page) => {
      let others = db
        .selectFrom('lots')
        .selectAll()
        .where('user_id', '!=', caller.user_id)
        .where('livemode', '=', caller.livemode);
      if (query.status !== undefined) others = others.where('status', '=', query.status);
      const lots = await others.orderBy('created_at', 'desc').limit(40).execute();
      const items = [...page.items];
      for (const lot of lots) {
        const farm = await db.selectFrom('farms').selectAll().where('id', '=', lot.farm_id).executeTakeFirstOrThrow();
        items.push(viewListing(lot, farm, false));
      }
      return { ...page, items };
    },
  ),
  'LST-1/newest-missing: GET /me/inventory omits the newest listing.': onBody('listListings', (page, { incoming }) =>
    queryOf(incoming).has('offset', '0') ? { ...page, items: page.items.slice(1) } : page,
  ),
  'LST-1/abridged: GET /me/inventory omits `manage_url` and `public_url`.': withoutField(
    'listListings',
    'manage_url',
    'public_url',
  ),
  'LST-1/variety-not-in-list: GET /me/inventory returns a null `variety`.': withFields('listListings', { variety: null }),
  'LST-1/units-refused: GET /me/inventory rejects `units`.': refusingUnits('listListings'),
  "LST-5/strangers-read: GET /me/inventory/{id} returns another seller's listing.": asOwner('getListing'),
  "LST-5/strangers-read-archived: GET /me/inventory/{id} returns another seller's archived listing.": asOwnerOfLot(
    'getListing',
    'archived',
  ),
  "LST-5/strangers-read-unlisted: GET /me/inventory/{id} returns another seller's unlisted listing.": asOwnerOfLot(
    'getListing',
    'unlisted',
  ),
  "LST-5/forbidden-for-anothers: GET /me/inventory/{id} returns 403 instead of 404 for another seller's listing.":
    revealing('getListing'),
  'LST-5/drafts-not-found: GET /me/inventory/{id} returns 404 for a draft.': onFind('getListing', (found) =>
    !isRefusal(found) && found.lot.status === 'unlisted' ? refuse('not_found') : found,
  ),
  'LST-5/units-refused: GET /me/inventory/{id} rejects `units`.': refusingUnits('getListing'),
  'LST-8/public-url-kept: Live listings keep their `public_url` when they are not listed.': withFields(
    VIEWS,
    ({ id }, { caller }) => (caller?.livemode === 1 ? { public_url: `https://marketplace.example/listings/${id}` } : {}),
  ),
  'LST-8/public-url-of-archived-in-list: GET /me/inventory shows a `public_url` for archived listings.': withFields(
    'listListings',
    ({ id, status }) => (status === 'archived' ? { public_url: `https://marketplace.example/listings/${id}` } : {}),
  ),
  'LST-8/public-url-in-sandbox: Listed sandbox listings have a `public_url`.': withFields(VIEWS, ({ status }, { caller }) =>
    caller?.livemode === 0 && status === 'listed' ? { public_url: 'https://sandbox.example/1' } : {},
  ),
  'LST-8/manage-url-in-sandbox: Sandbox listings have a `manage_url`.': withFields(VIEWS, ({ id }, { caller }) =>
    caller?.livemode === 0 ? { manage_url: `https://marketplace.example/seller/listings/${id}` } : {},
  ),
  'LST-8/manage-url-of-archived: Archived sandbox listings have a `manage_url`.': withFields(
    ['getListing', 'archiveListing'],
    ({ id, status }, { caller }) =>
      caller?.livemode === 0 && status === 'archived' ? { manage_url: `https://marketplace.example/seller/listings/${id}` } : {},
  ),
  'LST-8/manage-url-when-submitted: POST /me/inventory returns a `manage_url` for a sandbox listing.': withFields(
    'createListing',
    ({ id }, { caller }) => (caller?.livemode === 0 ? { manage_url: `https://marketplace.example/seller/listings/${id}` } : {}),
  ),
  'LST-8/public-url-when-relisted: PATCH /me/inventory/{id} returns a `public_url` for a sandbox listing.': withFields(
    'updateListing',
    ({ id, status }, { caller }) =>
      caller?.livemode === 0 && status === 'listed' ? { public_url: `https://marketplace.example/listings/${id}` } : {},
  ),
  'LST-8/public-url-left-out: Listings omit `public_url` instead of null.': withFields(VIEWS, ({ public_url }) => ({
    public_url: public_url ?? undefined,
  })),
  'LST-16/status-ignored: GET /me/inventory ignores `status`.': withoutQuery('listListings', 'status'),
  'LST-16/archived-counts-as-unlisted: `status=unlisted` finds archived listings.': mapQuery('listListings', 'status', {
    unlisted: 'archived',
  }),
  'LST-16/draft: Unlisted listings have the status draft.': withFields(VIEWS, ({ status }) =>
    status === 'unlisted' ? { status: 'draft' } : {},
  ),
  'LST-16/active: GET /me/inventory returns the status active for listed listings.': withFields('listListings', ({ status }) =>
    status === 'listed' ? { status: 'active' } : {},
  ),
  'LST-16/no-status: Own listings omit `status`.': withoutField(VIEWS, 'status'),
  'LST-18/no-manage-url: Live listings have a null `manage_url`.': withFields(VIEWS, { manage_url: null }),
  'LST-18/no-manage-url-for-drafts: Live drafts have a null `manage_url`.': withFields(VIEWS, ({ status }) =>
    status === 'unlisted' ? { manage_url: null } : {},
  ),
  'LST-18/public-url-lost: A listing that is published again has a null `public_url`.': () => {
    const unlisted = new Set<string>();
    return all(
      afterAct('updateListing', (_call, { data }) => {
        if (data.status === 'unlisted') unlisted.add(data.id);
      }),
      withFields(VIEWS, ({ id }) => (unlisted.has(id) ? { public_url: null } : {})),
    );
  },
  'LST-1/priceless-left-out: GET /me/inventory omits listings without a price.': withoutItems(
    'listListings',
    ({ target_price }) => target_price === null,
  ),
  'LST-18/no-public-url: GET /me/inventory returns a null `public_url` for listed listings.': withFields('listListings', {
    public_url: null,
  }),
  'LST-18/public-url-object: `public_url` is an object.': withFields(VIEWS, ({ public_url }) => ({
    public_url: public_url === null ? null : { href: public_url },
  })),
});
