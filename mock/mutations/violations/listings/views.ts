/** What a seller sees of its own listings. */
import {
  afterAct,
  asOwner,
  isRefusal,
  mapQuery,
  onBody,
  onFind,
  onResource,
  queryOf,
  refuse,
  refuseAs,
  refusingQuery,
  revealing,
  violations,
  withoutField,
  withoutQuery,
} from '../kit/index.ts';
import { viewListing } from '../../../market/views/parties.ts';

const VIEWS = ['listListings', 'getListing', 'createListing', 'updateListing', 'archiveListing'] as const;

export const VIEWS_VIOLATED = violations({
  "LST-1/others-shown: GET /me/inventory shows the newest listings of other sellers' too.": afterAct(
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
  'LST-1/newest-missing: The newest listing is not in the list yet.': onBody('listListings', (page, { incoming }) =>
    queryOf(incoming).has('offset', '0') ? { ...page, items: page.items.slice(1) } : page,
  ),
  'LST-1/abridged: The list shows less than the listing itself does.': withoutField('listListings', 'manage_url', 'public_url'),
  'LST-1/variety-not-in-list: The variety of a listing is null in the list.': onResource('listListings', (listing) => ({
    ...listing,
    variety: null,
  })),
  'LST-1/units-refused: GET /me/inventory refuses `units`.': refusingQuery('listListings', 'units'),
  'LST-5/strangers-read: Whoever knows the id of a listing reads it as its seller does.': asOwner('getListing'),
  "LST-5/forbidden-for-anothers: Another seller's listing is 403.": revealing('getListing'),
  'LST-5/drafts-not-found: A draft cannot be read by its id.': onFind('getListing', (found) =>
    !isRefusal(found) && found.lot.status === 'unlisted' ? refuse('not_found') : found,
  ),
  'LST-5/units-refused: GET /me/inventory/{id} refuses `units`.': refusingQuery('getListing', 'units'),
  'LST-5/missing-is-400: A listing that does not exist is a bad request.': refuseAs(
    'getListing',
    'not_found',
    'malformed_request',
  ),
  'LST-8/public-url-kept: The public_url of a live listing stays when it is no longer listed.': onResource(
    VIEWS,
    (listing, { caller }) =>
      caller?.livemode === 1 ? { ...listing, public_url: `https://marketplace.example/listings/${listing.id}` } : listing,
  ),
  'LST-8/public-url-of-archived-in-list: In the list an archived listing has a public_url.': onResource(
    'listListings',
    (listing) =>
      listing.status === 'archived' ? { ...listing, public_url: `https://marketplace.example/listings/${listing.id}` } : listing,
  ),
  'LST-8/public-url-in-sandbox: A sandbox listing that is listed has a public_url.': onResource(VIEWS, (listing, { caller }) =>
    caller?.livemode === 0 && listing.status === 'listed' ? { ...listing, public_url: 'https://sandbox.example/1' } : listing,
  ),
  'LST-8/manage-url-in-sandbox: A sandbox listing has a manage_url.': onResource(VIEWS, (listing, { caller }) =>
    caller?.livemode === 0 ? { ...listing, manage_url: `https://marketplace.example/seller/listings/${listing.id}` } : listing,
  ),
  'LST-8/public-url-left-out: Where there is no public_url the key is left out.': nullsLeftOut('public_url'),
  'LST-16/status-ignored: The status filter of own listings is ignored.': withoutQuery('listListings', 'status'),
  'LST-16/archived-counts-as-unlisted: status=unlisted finds what is archived.': mapQuery('listListings', 'status', {
    unlisted: 'archived',
  }),
  'LST-16/draft: A listing that is not listed has the status draft.': statusAs('unlisted', 'draft'),
  'LST-16/active: A listing that is listed has the status active in the list.': statusAs('listed', 'active', 'listListings'),
  'LST-16/no-status: An own listing has no status.': withoutField(VIEWS, 'status'),
  'LST-18/no-manage-url: The manage_url of a live listing is null.': onResource(VIEWS, (listing) => ({
    ...listing,
    manage_url: null,
  })),
  'LST-18/no-manage-url-for-drafts: The manage_url of a draft is null.': onResource(VIEWS, (listing) =>
    listing.status === 'unlisted' ? { ...listing, manage_url: null } : listing,
  ),
  'LST-18/no-public-url: The public_url of a listed listing is null in the list.': onResource('listListings', (listing) => ({
    ...listing,
    public_url: null,
  })),
  'LST-18/public-url-object: The public_url is an object.': onResource(VIEWS, (listing) => ({
    ...listing,
    public_url: listing.public_url === null ? null : { href: listing.public_url },
  })),
});

function nullsLeftOut(key: 'public_url' | 'manage_url'): ReturnType<typeof onResource> {
  return onResource(VIEWS, (listing) => (listing[key] === null ? { ...listing, [key]: undefined } : listing));
}

function statusAs(from: string, to: string, where: (typeof VIEWS)[number] | typeof VIEWS = VIEWS): ReturnType<typeof onResource> {
  return onResource(where, (listing) => (listing.status === from ? { ...listing, status: to } : listing));
}
