/** What a farm may give as its place: buyers are told it, so nothing but a town and a province (PRIV-1, PRIV-2). */
import { personas } from '#fixtures';
import { beforeAll, expect, test } from 'vitest';
import { grantToken } from '../../testing/grant-token.ts';
import { fieldsIn } from '../../testing/answers.ts';
import { makeLot, useMock } from '../../testing/open-mock.ts';

const FIELDS = {
  name: 'Zorblatt Farm',
  latitude: 50.123412,
  longitude: -104.567812,
  nearest_city: 'Nokomis',
  nearest_province: 'SK',
};

const t = useMock();
beforeAll(async () => {
  const { store } = t.mock.worlds.default;
  await store.write((tx) =>
    tx.updateTable('users').set({ name: 'Wilhelmina Quarbeck' }).where('id', '=', personas.seller.user_id).execute(),
  );
});

test('PRIV-8 PRIV-14 who may not read farms cannot guess their names: no unknown town is taken, whatever its name', async () => {
  const { data } = (await t.call('seller', 'POST', '/me/farms', { body: FIELDS })).body as { data: { id: string } }; // Judged in t.call.
  const writer = await grantToken(t, 'seller', { scopes: 'farms.write' });
  const said = async (nearest_city: string): Promise<string> =>
    (await t.call(writer, 'PATCH', `/me/farms/${data.id}`, { body: { nearest_city, longitude: 'x' } })).text;
  expect(await said('Zorblatt')).toContain('nearest_city');
  expect(new Set([await said('Zorblatt'), await said('Quarbeck'), await said('Ziemann'), await said('Nokomis')]).size).toBe(1);
  expect(await said('Weyburn')).not.toContain('nearest_city');
});

test.for([
  ['oyen ', 'Oyen'],
  ['OYEN', 'Oyen'],
  [' Little   Nokomis ', 'Little Nokomis'],
])('PRIV-9 PRIV-16 %j is told as %j: how it was typed tells no lots of one seller', async ([nearest_city, told]) => {
  const body = { ...FIELDS, nearest_city, nearest_province: 'AB' };
  const made = await t.call('seller', 'POST', '/me/farms', { body });
  expect(made.body).toMatchObject({ data: { nearest_city: told } });
});

/** The fields that are refused, first in a new farm and then in a change of an old one: they must be the same. */
async function refusedIn(change: Partial<typeof FIELDS>): Promise<readonly string[]> {
  const made = await t.call('seller', 'POST', '/me/farms', { body: { ...FIELDS, ...change } });
  const old = await t.call('seller', 'POST', '/me/farms', { body: FIELDS });
  const { data } = old.body as { data: { id: string } }; // Judged by the document in t.call.
  const changed = await t.call('seller', 'PATCH', `/me/farms/${data.id}`, { body: change });
  expect(changed.status).toBe(made.status === 201 ? 200 : made.status);
  if (made.status === 201) return [];
  expect(fieldsIn(changed)).toEqual(fieldsIn(made));
  return fieldsIn(made);
}

test.for([
  'Zorblatt Farm 50.1234,-104.5678',
  'Zorblatt Farm',
  'zorblatt  farm',
  'ＺＯＲＢＬＡＴＴ Farm',
  'near Zorblatt\u00A0Farm',
  'Zórblatt-Farm',
  '50.1234,-104.5678',
  'Nokomis, 12 km north',
  'five km from Nokomis, call 306-555-1234',
  'Nokomis ٣٠٦',
  'jo@zorblatt.example',
  'zorblatt.ca',
  'Wilhelmina Quarbeck',
  "Quarbeck's yard",
  'ask for WILHELMINA',
  'Nokomis\nSaskatchewan',
  'N\u200Bokomis',
  '-',
  'N'.repeat(61),
])('PRIV-1 PRIV-2 FARM-4 the city %j is none: 422 naming it, in a new farm and in a change', async (nearest_city) => {
  expect(await refusedIn({ nearest_city })).toEqual(['nearest_city']);
});

test.for(['SK, Bob 306-555-1234', 'Bob', 'S K Farms', 'ND', 'Canada', '50.1', 'SK\nBob'])(
  'PRIV-2 FARM-4 the province %j is not Canadian and gets 422 with the list of provinces',
  async (nearest_province) => {
    expect(await refusedIn({ nearest_province })).toEqual(['nearest_province']);
    const refused = await t.call('seller', 'POST', '/me/farms', { body: { ...FIELDS, nearest_province } });
    expect(refused.text).toContain('AB, BC, MB, NB, NL, NS, NT, NU, ON, PE, QC, SK or YT');
  },
);

test('PRIV-1 a farm cannot be given the name that its city has, nor another farm of the seller be near it', async () => {
  const made = await t.call('seller', 'POST', '/me/farms', { body: { ...FIELDS, name: 'Old Vumptious', nearest_city: 'Wynot' } });
  const { data } = made.body as { data: { id: string } }; // Judged by the document in t.call.
  const renamed = await t.call('seller', 'PATCH', `/me/farms/${data.id}`, { body: { name: 'Wynot' } });
  expect(fieldsIn(renamed)).toEqual(['name']);
  const other = await t.call('seller', 'POST', '/me/farms', { body: { ...FIELDS, nearest_city: 'by Old Vumptious' } });
  expect(fieldsIn(other)).toEqual(['nearest_city']);
  // What is a town is one, whatever farms are called after it.
  const known = { ...FIELDS, name: 'Regina', nearest_city: 'Regina' };
  expect((await t.call('seller', 'POST', '/me/farms', { body: known })).status).toBe(201);
});

test('PRIV-1 PRIV-2 ERR-5 what the critic tried: nothing of it reaches a buyer', async () => {
  const body = { ...FIELDS, nearest_city: 'Zorblatt Farm 50.1234,-104.5678', nearest_province: 'SK, Bob 306-555-1234' };
  const refused = await t.call('seller_sandbox', 'POST', '/me/farms', { body: { ...body, latitude: 91 } });
  expect(fieldsIn(refused)).toEqual(['latitude', 'nearest_city', 'nearest_province']);
  const farm = await t.call('seller_sandbox', 'POST', '/me/farms', { body: FIELDS });
  const { data } = farm.body as { data: { id: string } }; // Judged by the document in t.call.
  const lot = await makeLot(t, 'seller_sandbox', { farm_id: data.id });
  const shown = await t.call('buyer_sandbox', 'GET', `/inventory/${lot}`);
  expect(shown).toMatchObject({ status: 200, body: { data: { location: { province: 'SK', nearest_city: 'Nokomis' } } } });
});
