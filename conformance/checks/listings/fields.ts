import { check, type Check } from '../../check/check.ts';
import {
  awaitListed,
  ensureSuccess,
  expectListing,
  expectRefusal,
  expectStatus,
  expectThat,
  findItem,
  isInOwnList,
  isInOwnListSoon,
  readListing,
  type JsonNode,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { agrees } from '../../expectations/same-values.ts';
import { DETAILS, OF_LISTING } from './as-read.ts';

const NEEDS = ['seller', 'writes'] as const;
const TWO_SELLERS = [...NEEDS, 'partner'] as const;

const STATUSES = ['listed', 'unlisted', 'archived'] as const;

const COMPARED = [
  'status',
  'commodity',
  'variety',
  'grade',
  'crop_year',
  'is_organic',
  'quantity_mt',
  'quantity',
  'quality',
] as const;
/** The documented fields of a seller's own listing, all of which the detail has. */
const IN_FULL = ['status', 'manage_url', 'public_url'] as const;

/** Waits for a listing in the seller's list of published ones; undefined if it does not appear. */
async function awaitInList(t: CheckContext, id: string): Promise<JsonNode | undefined> {
  return awaitListed(async () =>
    findItem(t.seller, '/me/inventory', { status: 'listed' }, (listing) => listing.get('id').value === id),
  );
}

/** A seller's view of its own listings. */
/** Asserts that the URLs of a sandbox listing are null, where it has them. */
function expectNoUrls(listing: JsonNode): void {
  for (const key of ['manage_url', 'public_url']) listing.find(key)?.null();
}

export const LISTING_FIELDS_CHECKS: readonly Check[] = [
  // In the quiet lane: a list that always lacks the newest listing is noticed only if no other check creates a newer one.
  check(
    'LST-1/own-in-list',
    'GET /me/inventory lists a new listing of the caller',
    NEEDS,
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      expectThat(await isInOwnListSoon(t.seller, '/me/inventory', lot.id, { status: 'listed' }), {
        message: 'GET /me/inventory?status=listed does not list a new listing.',
        expected: lot.id,
      });
    },
    { lane: 'quiet' },
  ),
  check('LST-1/not-another-s', "GET /me/inventory does not list another seller's listings", TWO_SELLERS, async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    await isInOwnListSoon(t.seller, '/me/inventory', lot.id, { status: 'listed' });
    for (const query of [{}, { status: 'listed' }]) {
      expectThat(!(await isInOwnList(t.partner, '/me/inventory', lot.id, query)), {
        message: "GET /me/inventory lists another seller's listing.",
        observed: lot.id,
      });
    }
  }),
  check('LST-1/full-detail', 'GET /me/inventory shows the submitted values, like GET /me/inventory/{id}', NEEDS, async (t) => {
    const lot = await t.arrange.lot(DETAILS, t.seller);
    const item = await awaitInList(t, lot.id);
    expectThat(item !== undefined, {
      message: 'GET /me/inventory?status=listed does not list a new listing.',
      expected: lot.id,
    });
    const own = await readListing(t.seller, lot.id);
    own.find('quantity_mt')?.is(lot.quantity_mt);
    for (const key of IN_FULL) item.get(key);
    // Keys in both replies have the same value.
    for (const key of COMPARED) if (own.has(key)) item.find(key)?.is(own.get(key).value);
    // The others can be written in two ways, as instants can.
    for (const key of OF_LISTING) {
      expectThat(agrees(item.find(key)?.value, own.find(key)?.value), {
        message: `GET /me/inventory shows another ${key} than GET /me/inventory/{id}.`,
        expected: JSON.stringify(own.find(key)?.value),
        observed: item.find(key)?.value,
      });
    }
  }),
  check('LST-1/units', 'GET /me/inventory accepts units', ['seller'], async (t) => {
    expectStatus(await t.seller.get('/me/inventory', { units: 'MT' }), 200);
  }),
  check('LST-16/status', 'The status of a listing in GET /me/inventory is one of the three', NEEDS, async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    const listing = await readListing(t.seller, lot.id);
    listing.get('status').oneOf(STATUSES);
    const page = await t.seller.get('/me/inventory', { limit: 50 });
    for (const item of page.items) item.get('status').oneOf(STATUSES);
  }),
  check('LST-5/read', 'GET /me/inventory/{id} returns the listing in full', NEEDS, async (t) => {
    const lot = await t.arrange.lot({ variety: 'AAC Brandon' }, t.seller);
    const reply = await t.seller.get(encodePath`/me/inventory/${lot.id}`, { units: 'MT' });
    expectStatus(reply, 200);
    reply.data.get('id').is(lot.id);
    expectRefusal(await t.seller.get('/me/inventory/inv_000000000000000000000000'), 404, { code: 'not_found' });
  }),
  check('LST-5/archived-and-draft', 'GET /me/inventory/{id} returns drafts and archived listings', NEEDS, async (t) => {
    const draft = await t.arrange.draft({}, t.seller);
    (await expectListing(t.seller, draft.id)).get('id').is(draft.id);
    const lot = await t.arrange.lot({}, t.seller);
    ensureSuccess(await t.seller.delete(encodePath`/me/inventory/${lot.id}`));
    (await expectListing(t.seller, lot.id)).get('id').is(lot.id);
  }),
  check('LST-5/another-s', "GET /me/inventory/{id} of another seller's listing returns 404", TWO_SELLERS, async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    expectRefusal(await t.partner.get(encodePath`/me/inventory/${lot.id}`), 404, { code: 'not_found' });
    ensureSuccess(await t.seller.get(encodePath`/me/inventory/${lot.id}`));
  }),
  check('LST-8/public-url-null-unless-listed', 'public_url is null unless the listing is listed', NEEDS, async (t) => {
    const draft = await t.arrange.draft({}, t.seller);
    (await readListing(t.seller, draft.id)).get('public_url').null();
    const lot = await t.arrange.lot({}, t.seller);
    ensureSuccess(await t.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed: false }));
    (await readListing(t.seller, lot.id)).get('public_url').null();
    ensureSuccess(await t.seller.delete(encodePath`/me/inventory/${lot.id}`));
    (await readListing(t.seller, lot.id)).get('public_url').null();
    for (const status of ['unlisted', 'archived']) {
      const page = await t.seller.get('/me/inventory', { status, limit: 50 });
      for (const item of page.items) item.get('public_url').null();
    }
  }),
  check('LST-8/null-in-sandbox', 'manage_url and public_url are null in the sandbox', ['seller_sandbox', 'writes'], async (t) => {
    const seller = t.actor('seller_sandbox');
    const lot = await t.arrange.lot({}, seller);
    const draft = await t.arrange.draft({}, seller);
    const own = [await readListing(seller, lot.id), await readListing(seller, draft.id)];
    const page = await seller.get('/me/inventory', { limit: 50 });
    for (const listing of [...own, ...page.items]) {
      listing.get('manage_url').null();
      listing.get('public_url').null();
    }
  }),
  check(
    'LST-8/null-in-sandbox-answers',
    'Submitting, changing, and archiving a sandbox listing returns no manage_url and no public_url',
    ['seller_sandbox', 'writes'],
    async (t) => {
      const seller = t.actor('seller_sandbox');
      const lot = await t.arrange.lot({}, seller);
      const path = encodePath`/me/inventory/${lot.id}`;
      const requests = [
        async () => seller.patch(path, { target_price: { amount: 287.5 } }),
        async () => seller.patch(path, { listed: false }),
        async () => seller.patch(path, { listed: true }),
        async () => seller.delete(path),
      ];
      expectNoUrls(lot.reply.data);
      for (const request of requests) {
        const response = await request();
        ensureSuccess(response);
        // DELETE can return the Deleted object instead (LST-7).
        expectNoUrls(response.data);
        expectNoUrls(await readListing(seller, lot.id));
      }
    },
  ),
  check(
    'LST-18/urls-of-live',
    'A live listing has a manage_url, and a public_url while it is listed',
    ['seller', 'live', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      const listing = await readListing(t.seller, lot.id);
      if (listing.get('manage_url').value === null) await excludeSandbox(t);
      listing.get('manage_url').text();
      listing.get('public_url').text();
      const item = await awaitInList(t, lot.id);
      item?.get('manage_url').text();
      item?.get('public_url').text();
      const draft = await readListing(t.seller, (await t.arrange.draft({}, t.seller)).id);
      draft.get('manage_url').text();
      for (const listed of [false, true]) ensureSuccess(await t.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed }));
      (await readListing(t.seller, lot.id)).get('public_url').text();
    },
  ),
  check(
    'LST-22/without-status',
    'Reports whether GET /me/inventory without status lists drafts and archived listings',
    NEEDS,
    async (t) => {
      const draft = await t.arrange.draft({}, t.seller);
      const archived = await t.arrange.lot({}, t.seller);
      ensureSuccess(await t.seller.delete(encodePath`/me/inventory/${archived.id}`));
      t.observe(`drafts are ${(await isInOwnList(t.seller, '/me/inventory', draft.id)) ? '' : 'not '}in the list without status`);
      t.observe(`archived listings are ${(await isInOwnList(t.seller, '/me/inventory', archived.id)) ? '' : 'not '}in it`);
    },
  ),
];

/** SBX-1: the simulator rejects a live token, and the empty body of a sandbox token. @throws Unverifiable if it rejects the body */
async function excludeSandbox(t: CheckContext): Promise<void> {
  const { status } = await t.seller.post('/sandbox/simulate-event', {});
  if (status === 400 || status === 422) t.unverifiable('the token of seller seems to be a sandbox token', 'target.mode');
}
