import { personas } from '#fixtures';
import type { Farm, FarmOfEitherForm, Page, StoreFarm } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantToken } from '../../testing/grant-token.ts';
import type { Answer, TestMock } from '../../testing/open-mock.ts';
import { TEST_NOW, makeLot, openTestMock } from '../../testing/open-mock.ts';

const FIELDS: StoreFarm = {
  name: 'Quiet Coulee',
  latitude: 50.312477,
  longitude: -107.801932,
  nearest_city: 'Swift Current',
  nearest_province: 'SK',
};
const COARSE = { location: { province: 'SK', nearest_city: 'Swift Current' } };

let t: TestMock;
/** A seller's token that may submit, and may create farms, but may not read them. */
let blind: string;
beforeAll(async () => {
  t = await openTestMock();
  blind = await grantToken(t, 'seller', { scopes: 'listings.read listings.write farms.write' });
});
afterAll(() => t[Symbol.asyncDispose]());

/** The one farm of an answer. */
function farmIn(answer: Answer): Farm {
  const { data } = answer.body as { data: Farm }; // Judged by the document in t.call.
  return data;
}

async function createFarm(who = 'seller', body: unknown = FIELDS): Promise<Farm> {
  const made = await t.call(who, 'POST', '/me/farms', { body });
  expect(made.status).toBe(201);
  return farmIn(made);
}

async function listAll(who: string): Promise<Page<FarmOfEitherForm>> {
  const answer = await t.call(who, 'GET', '/me/farms?limit=50');
  expect(answer.status).toBe(200);
  return answer.body as Page<FarmOfEitherForm>; // Judged by the document in t.call.
}

test('FARM-2 FARM-6 CONV-9 a farm is created with the fields of its body, and read back', async () => {
  const farm = await createFarm();
  expect(farm.id).toMatch(/^farm_/);
  expect(farm).toEqual({ id: farm.id, ...FIELDS, created_at: TEST_NOW });
  expect(farmIn(await t.call('seller', 'GET', `/me/farms/${farm.id}`))).toEqual(farm);
  expect((await listAll('seller')).items).toContainEqual(farm);
});

test.for(Object.keys(FIELDS))('FARM-2 without %s: 422 with an entry for it', async (field) => {
  const total = (await listAll('seller')).total;
  const refused = await t.call('seller', 'POST', '/me/farms', { body: { ...FIELDS, [field]: undefined } });
  expect(refused).toMatchObject({
    status: 422,
    body: { error: { code: 'validation_failed', errors: [{ field, message: 'is required' }] } },
  });
  expect((await listAll('seller')).total).toBe(total);
});

test.for([
  ['latitude', 90, 90.000001],
  ['latitude', -90, -90.000001],
  ['longitude', 180, 180.000001],
  ['longitude', -180, -180.000001],
] as const)('FARM-4 a %s of %d is the last that is taken, on create and on change', async ([field, within, beyond]) => {
  const refusal = { status: 422, body: { error: { errors: [{ field }] } } };
  expect(await t.call('seller', 'POST', '/me/farms', { body: { ...FIELDS, [field]: beyond } })).toMatchObject(refusal);
  const farm = await createFarm('seller', { ...FIELDS, [field]: within });
  expect(farm[field]).toBe(within);
  expect(await t.call('seller', 'PATCH', `/me/farms/${farm.id}`, { body: { [field]: beyond } })).toMatchObject(refusal);
});

test('FARM-2 ERR-5 all that is wrong is named at once', async () => {
  const refused = await t.call('seller', 'POST', '/me/farms', {
    body: { ...FIELDS, name: ' ', latitude: 91, longitude: 'west', nearest_city: 7 },
  });
  const fields = ['name', 'latitude', 'longitude', 'nearest_city'].map((field) => ({ field }));
  expect(refused).toMatchObject({ status: 422, body: { error: { errors: fields } } });
});

test.for([
  { change: { name: 'Loud Coulee' } },
  { change: { latitude: 51, longitude: -106 } },
  { change: { nearest_city: 'Brandon', nearest_province: 'MB' } },
  { change: {} },
  { change: undefined },
])('FARM-3 a change of $change changes nothing else', async ({ change }) => {
  const farm = await createFarm();
  const options = change === undefined ? {} : { body: change };
  const changed = farmIn(await t.call('seller', 'PATCH', `/me/farms/${farm.id}`, options));
  expect(changed).toEqual({ ...farm, ...change });
  expect(farmIn(await t.call('seller', 'GET', `/me/farms/${farm.id}`))).toEqual(changed);
});

test("FARM-3 ERR-3 ERR-7 another's farm, one of the other mode and one that does not exist get the same answer", async () => {
  const farm = await createFarm();
  const missing = '/me/farms/farm_0000000000000000';
  for (const [method, options] of [
    ['GET', {}],
    ['PATCH', { body: { name: 'Taken' } }],
    ['PATCH', { body: { name: 7 } }],
  ] as const) {
    const expected = await t.call('partner', method, missing, options);
    expect(expected.status).toBe(404);
    expect((await t.call('partner', method, `/me/farms/${farm.id}`, options)).text).toBe(expected.text);
    expect((await t.call('seller_sandbox', method, `/me/farms/${farm.id}`, options)).text).toBe(expected.text);
  }
  expect(farmIn(await t.call('seller', 'GET', `/me/farms/${farm.id}`))).toEqual(farm);
});

test('FARM-1 the list has the own farms of one mode, oldest first', async () => {
  const { reader: db } = t.mock.worlds.default.store;
  for (const [who, livemode] of [
    ['seller', 1],
    ['seller_sandbox', 0],
  ] as const) {
    const rows = await db
      .selectFrom('farms')
      .selectAll()
      .where('user_id', '=', personas.seller.user_id)
      .where('livemode', '=', livemode)
      .execute();
    const ids = rows.toSorted((a, b) => (`${a.created_at} ${a.id}` < `${b.created_at} ${b.id}` ? -1 : 1)).map(({ id }) => id);
    const { items, total } = await listAll(who);
    expect(items.map(({ id }) => id)).toEqual(ids);
    expect(total).toBe(ids.length);
    // PAGE-16
    const page = await t.call(who, 'GET', '/me/farms?limit=1&offset=1');
    expect(page.body).toMatchObject({ items: [items[1]], total, limit: 1, offset: 1 });
  }
});

test('PRIV-8 PRIV-14 without farms.read every answer has an opaque id and a coarse place alone', async () => {
  const made = await t.call(blind, 'POST', '/me/farms', { body: FIELDS });
  const { id } = farmIn(made);
  expect(id).toMatch(/^farm_/);
  expect(farmIn(made)).toEqual({ id, ...COARSE });
  const changed = await t.call(blind, 'PATCH', `/me/farms/${id}`, { body: { name: 'Hidden Coulee' } });
  expect(farmIn(changed)).toEqual({ id, ...COARSE });

  const { items } = await listAll(blind);
  const known = await listAll('seller');
  expect(items.map((farm) => farm.id)).toEqual(known.items.map((farm) => farm.id));
  for (const farm of items) expect(Object.keys(farm)).toEqual(['id', 'location']);
  // FARM-3: one farm alone is for farms.read.
  expect((await t.call(blind, 'GET', `/me/farms/${id}`)).status).toBe(403);
  expect(farmIn(await t.call('seller', 'GET', `/me/farms/${id}`))).toMatchObject({ name: 'Hidden Coulee' });
});

test('FARM-5 the opaque id is the farm_id of a submission', async () => {
  const { items } = await listAll(blind);
  const body = { commodity: 'canola', quantity_mt: 10, farm_id: items[0]?.id, list: false };
  expect((await t.call(blind, 'POST', '/me/inventory', { body })).status).toBe(201);
});

test('LST-24 a new live farm has no payment method, a new sandbox farm has one', async () => {
  const publish = async (who: string): Promise<Answer> => {
    const { id } = await createFarm(who);
    return t.call(who, 'POST', '/me/inventory', { body: { commodity: 'canola', quantity_mt: 10, farm_id: id } });
  };
  expect(await publish('seller')).toMatchObject({ status: 403, body: { error: { code: 'payment_method_required' } } });
  expect(await publish('seller_sandbox')).toMatchObject({ status: 201 });
});

test('a lot keeps the place that its farm had when it was submitted', async () => {
  const { id: farm_id } = await createFarm();
  await t.mock.worlds.default.store.write((tx) =>
    tx.updateTable('farms').set({ has_payment_method: 1 }).where('id', '=', farm_id).execute(),
  );
  const placeOf = async (lot: string): Promise<unknown> => (await t.call('buyer', 'GET', `/inventory/${lot}`)).body;
  const before = await makeLot(t, 'seller', { farm_id });
  await t.call('seller', 'PATCH', `/me/farms/${farm_id}`, { body: { nearest_city: 'Weyburn' } });
  const after = await makeLot(t, 'seller', { farm_id });
  expect(await placeOf(before)).toMatchObject({ data: { location: { province: 'SK', nearest_city: 'Swift Current' } } });
  expect(await placeOf(after)).toMatchObject({ data: { location: { province: 'SK', nearest_city: 'Weyburn' } } });
});
