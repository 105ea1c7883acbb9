/** A seller's own listings over HTTP: reading and changing them. */
import { personas } from '#fixtures';
import type { Listing, Page } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantToken } from '../../testing/grant-token.ts';
import { itemsIn, listingIn, outcomeOf, readListing } from '../../testing/moves.ts';
import type { TestMock } from '../../testing/open-mock.ts';
import { makeBid, makeFarm, makeLot, openTestMock } from '../../testing/open-mock.ts';

let t: TestMock;
let farm_id: string;
beforeAll(async () => {
  t = await openTestMock();
  farm_id = await makeFarm(t, 'seller');
});
afterAll(() => t[Symbol.asyncDispose]());

async function countOwn(who = 'seller'): Promise<number> {
  const answer = await t.call(who, 'GET', '/me/inventory');
  return (answer.body as Page<Listing>).total; // Judged by the document in t.call.
}

test('LST-8 LST-18 LST-24 the links, by mode and status', async () => {
  const live = await makeLot(t, 'seller', { farm_id });
  const manage_url = `https://marketplace.example/seller/listings/${live}`;
  const seen: unknown[] = [];
  for (const body of [{}, { listed: false }, { listed: true }]) {
    const { manage_url: manage, public_url } = listingIn(await t.call('seller', 'PATCH', `/me/inventory/${live}`, { body }));
    seen.push([manage === manage_url, public_url === null]);
  }
  const archived = listingIn(await t.call('seller', 'DELETE', `/me/inventory/${live}`));
  seen.push([archived.manage_url === manage_url, archived.public_url === null]);
  expect(seen).toEqual([
    [true, false],
    [true, true],
    [true, false],
    [true, true],
  ]);
  const sandbox = await makeLot(t, 'seller_sandbox');
  expect(await readListing(t, sandbox, 'seller_sandbox')).toMatchObject({ status: 'listed', manage_url: null, public_url: null });
});

test('LST-7 LST-10 DELETE answers the archived listing, from any status and again', async () => {
  for (const list of [true, false]) {
    const id = await makeLot(t, 'seller', { farm_id, list });
    for (let time = 0; time < 2; time += 1) {
      const answer = await t.call('seller', 'DELETE', `/me/inventory/${id}`);
      expect(answer.status).toBe(200);
      expect(listingIn(answer)).toMatchObject({ id, status: 'archived' });
    }
    expect(await readListing(t, id)).toMatchObject({ status: 'archived' });
  }
});

test.for([
  ['LST-6 a price', { target_price: { amount: 7 } }, { target_price: { amount: 7, firm: false } }],
  ['LST-6 a firm price', { target_price: { amount: 7, firm: true } }, { target_price: { amount: 7, firm: true } }],
  ['LST-6 no price', { target_price: null }, { target_price: null }],
  ['LST-6 LST-10 a quantity', { quantity_mt: 0.01 }, { quantity_mt: 0.01, quantity: { amount: 0.01, unit: 'MT' } }],
  ['LST-6 nothing', {}, {}],
  ['LST-6 no body', undefined, {}],
] as const)('%s in a PATCH changes that and nothing else', async ([, change, expected]) => {
  const id = await makeLot(t, 'seller', { farm_id });
  const before = await readListing(t, id);
  const changed = listingIn(await t.call('seller', 'PATCH', `/me/inventory/${id}`, change === undefined ? {} : { body: change }));
  expect(changed).toMatchObject(expected);
  const rest = Object.keys(expected);
  const without = (listing: Listing): unknown =>
    Object.fromEntries(Object.entries(listing).filter(([field]) => !rest.includes(field)));
  expect(without(changed)).toEqual(without(before));
  expect(await readListing(t, id)).toEqual(changed);
});

test('LST-6 a price that was firm stays so when only its amount changes', async () => {
  const id = await makeLot(t, 'seller', { farm_id, target_price: { amount: 600, firm: true } });
  await t.call('seller', 'PATCH', `/me/inventory/${id}`, { body: { target_price: { amount: 590 } } });
  expect(await readListing(t, id)).toMatchObject({ target_price: { amount: 590, firm: true } });
});

test.for([
  [{ quantity_mt: 0 }, 'quantity_mt'],
  [{ target_price: { amount: 0 } }, 'target_price.amount'],
  [{ listed: 'true' }, 'listed'],
  [{ quantity: 5 }, 'quantity'],
  [{ commodity: 'barley' }, 'commodity'],
] as const)('LST-6 LST-10 a PATCH of %o: 422 naming %s, and nothing changes', async ([body, field]) => {
  const id = await makeLot(t, 'seller', { farm_id });
  const before = await readListing(t, id);
  expect(outcomeOf(await t.call('seller', 'PATCH', `/me/inventory/${id}`, { body }))).toBe(`422 validation_failed: ${field}`);
  expect(await readListing(t, id)).toEqual(before);
});

test('LST-1 LST-16 LST-22 the list has all own listings of one mode, or those of one status', async () => {
  const draft = await makeLot(t, 'seller', { farm_id, list: false });
  const archived = await makeLot(t, 'seller', { farm_id });
  await t.call('seller', 'DELETE', `/me/inventory/${archived}`);
  const rows = await t.mock.worlds.default.store.reader
    .selectFrom('lots')
    .select(['id', 'status'])
    .where('user_id', '=', personas.seller.user_id)
    .where('livemode', '=', 1)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const walk = async (query: string): Promise<string[]> => {
    const ids: string[] = [];
    for (let offset = 0; ; offset += 50) {
      const items = itemsIn<Listing>(await t.call('seller', 'GET', `/me/inventory?limit=50&offset=${offset}${query}`));
      if (items.length === 0) return ids;
      ids.push(...items.map(({ id }) => id));
    }
  };
  expect(await walk('')).toEqual(rows.map(({ id }) => id));
  expect(await countOwn()).toBe(rows.length);
  for (const status of ['listed', 'unlisted', 'archived']) {
    const expected = rows.filter((row) => row.status === status).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(0);
    expect(await walk(`&status=${status}`)).toEqual(expected);
  }
  expect(await walk('&status=unlisted')).toContain(draft);
  for (const status of ['Listed', 'draft', '', 'listed,archived']) {
    expect(outcomeOf(await t.call('seller', 'GET', `/me/inventory?status=${status}`))).toBe('400 invalid_filter: status');
  }
});

test("LST-5 LST-16 ERR-3 ERR-7 another's listing, and one of the other mode, are as missing as none", async () => {
  const id = await makeLot(t, 'seller', { farm_id });
  for (const path of ['', '/bids']) {
    const missing = await t.call('partner', 'GET', `/me/inventory/inv_0000000000000000${path}`);
    expect(outcomeOf(missing)).toBe('404 not_found');
    for (const who of ['partner', 'seller_sandbox']) {
      expect((await t.call(who, 'GET', `/me/inventory/${id}${path}`)).text).toBe(missing.text);
    }
  }
});

test('LST-1 LST-5 BID-56 FMT-8 units change the quantity that is shown', async () => {
  const id = await makeLot(t, 'seller', { farm_id, quantity_mt: 45.359237 });
  const plain = await readListing(t, id);
  const inPounds = listingIn(await t.call('seller', 'GET', `/me/inventory/${id}?units=LB`));
  expect(inPounds).toEqual({ ...plain, quantity: { amount: 100_000, unit: 'LB' } });
  expect(itemsIn<Listing>(await t.call('seller', 'GET', '/me/inventory?limit=50&units=LB'))).toContainEqual(inPounds);
  expect(outcomeOf(await t.call('seller', 'GET', `/me/inventory/${id}?units=KG`))).toBe('400 invalid_filter: units');
});

test('PRIV-8 PRIV-14 a token without farms.read gets an opaque farm in every answer with a listing', async () => {
  const blind = await grantToken(t, 'seller', { scopes: 'listings.read listings.write bids.read' });
  const body = { commodity: 'canola', farm_id, quantity_mt: 10 };
  const made = await t.call(blind, 'POST', '/me/inventory', { body });
  const { id } = listingIn(made);
  const answers = [
    made,
    await t.call(blind, 'GET', `/me/inventory/${id}`),
    await t.call(blind, 'PATCH', `/me/inventory/${id}`, { body: { quantity_mt: 11 } }),
    await t.call(blind, 'GET', '/me/inventory?limit=50'),
    await t.call(blind, 'DELETE', `/me/inventory/${id}`),
  ];
  const opaque = { id: farm_id, location: { province: 'SK', nearest_city: 'Swift Current' } };
  const [, , , list, archived] = answers;
  expect(itemsIn<Listing>(list ?? made).find((listing) => listing.id === id)?.farm).toEqual(opaque);
  for (const answer of [made, answers[1], answers[2], archived]) expect(listingIn(answer ?? made).farm).toEqual(opaque);
  await makeBid(t, 'buyer', await makeLot(t, 'seller', { farm_id }));
  answers.push(await t.call(blind, 'GET', '/me/bids-received?limit=50'));
  for (const { text, status } of answers) {
    expect(status).toBeLessThan(300);
    expect(text).not.toMatch(/Quiet Coulee|50\.31|107\.8/);
  }
  // The whole of it for who may read farms, whoever submitted.
  expect((await readListing(t, id)).farm).toMatchObject({ name: 'Quiet Coulee', latitude: 50.312477 });
});
