/** Buyers read the place of a farm, so it can contain only a town and a province. */
import { personas } from '#fixtures';
import { beforeAll, expect, test } from 'vitest';
import { fieldsIn } from '../../testing/responses.ts';
import { grantToken } from '../../testing/grant-token.ts';
import type { TestResponse } from '../../testing/open-mock.ts';
import { useMock } from '../../testing/open-mock.ts';

const FIELDS = {
  name: 'Zorblatt Farm',
  latitude: 50.123412,
  longitude: -104.567812,
  nearest_city: 'Nokomis',
  nearest_province: 'SK',
};

const t = useMock({ lots: 20 });
beforeAll(async () => {
  const { store } = t.mock.worlds.default;
  await store.write((tx) =>
    tx.updateTable('users').set({ name: 'Wilhelmina Quarbeck' }).where('id', '=', personas.seller.user_id).execute(),
  );
});

function create(change: Partial<typeof FIELDS> = {}): Promise<TestResponse> {
  return t.call('seller', 'POST', '/me/farms', { body: { ...FIELDS, ...change } });
}

async function farmId(change: Partial<typeof FIELDS> = {}): Promise<string> {
  const made = await create(change);
  return (made.body as { data: { id: string } }).data.id; // validated in `call`
}

test('PRIV-8 PRIV-14 a caller that may not read farms cannot guess their names from the refusals', async () => {
  const id = await farmId();
  const writer = await grantToken(t, 'seller', { scopes: 'farms.write' });
  const messageFor = async (nearest_city: string): Promise<string> =>
    (await t.call(writer, 'PATCH', `/me/farms/${id}`, { body: { nearest_city, longitude: 'x' } })).text;
  const messages = await Promise.all(['Zorblatt', 'Quarbeck', 'Ziemann', 'Nokomis'].map(messageFor));
  expect(messages[0]).toContain('nearest_city');
  expect(new Set(messages).size).toBe(1);
  expect(await messageFor('Weyburn')).not.toContain('nearest_city');
});

test.for([
  ['oyen ', 'Oyen'],
  ['OYEN', 'Oyen'],
  [' Little   Nokomis ', 'Little Nokomis'],
] as const)('PRIV-9 PRIV-16 the city %j is shown as %j, so its spelling links no lots', async ([nearest_city, shown]) => {
  const made = await create({ nearest_city, nearest_province: 'AB' });
  expect(made.body).toMatchObject({ data: { nearest_city: shown } });
});

test.for([
  'Zorblatt Farm 50.1234,-104.5678',
  'ＺＯＲＢＬＡＴＴ Farm',
  'Zórblatt-Farm',
  'Nokomis, 12 km north',
  'Nokomis ٣٠٦',
  'zorblatt.ca',
  "Quarbeck's yard",
  'ask for WILHELMINA',
  'Nokomis\nSaskatchewan',
  'N\u200Bokomis',
  '-',
  'N'.repeat(61),
])('PRIV-1 PRIV-2 FARM-4 the city %j gets 422, in a new farm and in a change', async (nearest_city) => {
  expect(fieldsIn(await create({ nearest_city }))).toEqual(['nearest_city']);
  const changed = await t.call('seller', 'PATCH', `/me/farms/${await farmId()}`, { body: { nearest_city } });
  expect(fieldsIn(changed)).toEqual(['nearest_city']);
});

test.for(['SK, Bob 306-555-1234', 'ND', 'SK\nBob'])('PRIV-2 FARM-4 the province %j gets 422', async (nearest_province) => {
  expect(fieldsIn(await create({ nearest_province }))).toEqual(['nearest_province']);
});

test('PRIV-2 PRIV-8 a change of the province alone is validated with the city', async () => {
  const id = await farmId({ name: 'Weyburn', nearest_city: 'Weyburn' });
  const moved = await t.call('seller', 'PATCH', `/me/farms/${id}`, { body: { nearest_province: 'AB' } });
  expect([moved.status, fieldsIn(moved)]).toEqual([422, ['nearest_province']]);
  const writer = await grantToken(t, 'seller', { scopes: 'farms.write' });
  const other_id = await farmId({ nearest_city: 'Estevan' });
  const unknown = await t.call(writer, 'PATCH', `/me/farms/${other_id}`, { body: { nearest_province: 'AB' } });
  expect([unknown.status, unknown.text]).toEqual([422, expect.stringContaining('which then is not a known town')]);
  const known = await t.call('seller', 'PATCH', `/me/farms/${other_id}`, { body: { nearest_province: 'AB' } });
  expect(known.status).toBe(200);
});

test('PRIV-1 the name of a farm and the city of any farm of the seller must differ, unless the city is a known town', async () => {
  const id = await farmId({ name: 'Old Vumptious', nearest_city: 'Wynot' });
  expect(fieldsIn(await t.call('seller', 'PATCH', `/me/farms/${id}`, { body: { name: 'Wynot' } }))).toEqual(['name']);
  expect(fieldsIn(await create({ nearest_city: 'by Old Vumptious' }))).toEqual(['nearest_city']);
  expect((await create({ name: 'Regina', nearest_city: 'Regina' })).status).toBe(201);
});
