/** Nothing that a buyer gets of the inventory tells who sells, or from where; and the two modes know nothing of each other. */
import type { Inventory } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, TestMock } from '../../testing/open-mock.ts';
import { bidBody, makeBid, makeFarm, makeLot, openTestMock } from '../../testing/open-mock.ts';
import { fieldsIn, inventoryIn, listingIn, pageIn, verdictOf } from '../../testing/read-answer.ts';

let t: TestMock;
beforeAll(async () => {
  t = await openTestMock();
});
afterAll(() => t[Symbol.asyncDispose]());

/** Every way to ask for lots: list, one, filters, pages, places, and wrong ways that are refused. */
async function readAll(): Promise<Answer[]> {
  const answers: Answer[] = [];
  const ask = async (path: string): Promise<Answer> => {
    const answer = await t.call('buyer', 'GET', path);
    answers.push(answer);
    return answer;
  };
  for (const sort of ['price', '-price', 'quantity', '-quantity', 'listed_at', '-listed_at']) {
    for (const offset of [0, 50, 100]) await ask(`/inventory?sort=${sort}&limit=50&offset=${offset}`);
  }
  for (const { id } of pageIn<Inventory>(await ask('/inventory?limit=50')).items) await ask(`/inventory/${id}?units=BU`);
  for (const query of ['near=50.3,-107.8,50', 'near=50.312477,-107.801932,0.5', 'near=x', 'province=SK', 'grade=%00'])
    await ask(`/inventory?${query}`);
  await ask('/inventory/filters');
  const drafts = await t.mock.worlds.default.store.reader
    .selectFrom('lots')
    .select('id')
    .where('status', '!=', 'listed')
    .execute();
  for (const { id } of drafts) await ask(`/inventory/${id}`);
  return answers;
}

test('PRIV-1 PRIV-2 INV-2 no answer about lots, its headers, links and errors included, holds a secret of the seller', async () => {
  const { reader: db } = t.mock.worlds.default.store;
  const users = await db
    .selectFrom('users')
    .innerJoin('farms', 'farms.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email'])
    .execute();
  const farms = await db.selectFrom('farms').selectAll().execute();
  const lots = await db.selectFrom('lots').select('reference').execute();
  const secrets = [
    ...users.flatMap(({ id, name, email }) => [id, name, email]),
    ...farms.flatMap(({ id, name, latitude, longitude }) => [id, name, String(latitude), String(longitude)]),
    ...lots.map(({ reference }) => reference),
    'farm',
    'seller',
    'latitude',
  ];
  expect(secrets.length).toBeGreaterThan(100);
  const answers = await readAll();
  expect(answers.length).toBeGreaterThan(80);
  const said = answers.map(({ text, headers }) => text + JSON.stringify([...headers])).join('\n');
  expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
});

test('PRIV-2 FMT-4 FMT-11 of a place there is the province and the nearest city, and no key more', async () => {
  const { items } = pageIn<Inventory>(await t.call('buyer', 'GET', '/inventory?limit=50&near=52,-110,2000'));
  expect(items).toHaveLength(50);
  for (const item of items) {
    expect(Object.keys(item.location ?? {})).toEqual(['province', 'nearest_city']);
    expect(Object.keys(item)).toEqual([
      'id',
      'commodity',
      'variety',
      'grade',
      'is_organic',
      'crop_year',
      'quantity_mt',
      'quantity',
      'asking_price',
      'quality',
      'location',
      'listed_at',
      'expires_at',
    ]);
  }
});

test('PRIV-9 PRIV-1 whose a lot is changes not a byte of what a buyer reads, not even the order', async () => {
  const { reader: db, write } = t.mock.worlds.default.store;
  const before = await readAll();
  const farms = await db.selectFrom('farms').select(['id', 'user_id']).where('livemode', '=', 1).orderBy('id').execute();
  const lots = await db.selectFrom('lots').select(['id']).where('livemode', '=', 1).orderBy('id').execute();
  for (const [index, { id }] of lots.entries()) {
    const farm = farms[(index * 7) % farms.length];
    await write((tx) =>
      tx
        .updateTable('lots')
        .set({ user_id: farm?.user_id ?? '', farm_id: farm?.id ?? '' })
        .where('id', '=', id)
        .execute(),
    );
  }
  const after = await readAll();
  expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
});

test('PRIV-9 two lots of one farm, submitted one after the other, have nothing in common that a buyer could see', async () => {
  const farm_id = await makeFarm(t, 'seller');
  const one = await makeLot(t, 'seller', { farm_id });
  const other = await makeLot(t, 'seller', { farm_id });
  const stranger = await makeLot(t, 'partner', { farm_id: await makeFarm(t, 'partner') });
  const read = async (id: string): Promise<Inventory> => inventoryIn(await t.call('buyer', 'GET', `/inventory/${id}`));
  const [first, second, third] = [await read(one), await read(other), await read(stranger)];
  // But for the id they are equal, and so is the lot of another seller.
  expect({ ...second, id: one }).toEqual(first);
  expect({ ...third, id: one }).toEqual(first);
  // Ids that count, or that begin alike, would tell who listed them together.
  const bits = (id: string): bigint => BigInt(`0x${id.replace('inv_', '')}`);
  const distance = bits(one) - bits(other);
  expect(distance > 1_000_000n || distance < -1_000_000n).toBe(true);
  expect(one.slice(0, 8)).not.toBe(other.slice(0, 8));
});

test('INV-16 what a sandbox token made is there for the sandbox', async () => {
  const farm = await t.call('seller_sandbox', 'POST', '/me/farms', {
    body: { name: 'Play', latitude: 51, longitude: -110, nearest_city: 'Oyen', nearest_province: 'AB' },
  });
  const { id: farm_id } = (farm.body as { data: { id: string } }).data; // judged by the document in `call`
  const made = listingIn(
    await t.call('seller_sandbox', 'POST', '/me/inventory', { body: { commodity: 'rye', farm_id, quantity_mt: 7 } }),
  );
  expect(inventoryIn(await t.call('buyer_sandbox', 'GET', `/inventory/${made.id}`)).quantity_mt).toBe(7);
  expect(
    pageIn<Inventory>(await t.call('buyer_sandbox', 'GET', '/inventory?max_quantity=7')).items.map(({ id }) => id),
  ).toContain(made.id);
  const bid = await makeBid(t, 'buyer_sandbox', made.id, {
    quantity_mt: 5,
    price: undefined,
    bids: [{ grade: 'No. 1 CW', price: { amount: 200, unit: 'MT' } }],
  });
  expect(verdictOf(await t.call('buyer_sandbox', 'GET', `/bids/${bid}`))).toBe('200');
  expect(verdictOf(await t.call('buyer', 'GET', `/bids/${bid}`))).toBe('404 not_found');
  expect(verdictOf(await t.call('buyer', 'GET', `/inventory/${made.id}`))).toBe('404 not_found');
  expect(verdictOf(await t.call('seller', 'GET', `/me/farms/${farm_id}`))).toBe('404 not_found');
});

const LISTS: readonly (readonly [who: string, path: string])[] = [
  ['buyer', '/inventory'],
  ['buyer', '/bids'],
  ['buyer', '/trades'],
  ['elevator', '/cash-bids'],
  ['seller', '/me/inventory'],
  ['seller', '/me/farms'],
  ['seller', '/trades'],
  ['buyer', '/webhooks'],
];

test.for(LISTS)('INV-23 INV-25 as %s, %s shows each mode its own, and the other nothing', async ([who, path]) => {
  if (path === '/webhooks') {
    for (const mode of ['buyer', 'buyer_sandbox'])
      await t.call(mode, 'POST', path, { body: { url: 'http://127.0.0.1:9/', events: ['bid.accepted'] } });
  }
  const read = async (token: string): Promise<string[]> => {
    const ids: string[] = [];
    for (let offset = 0; ; offset += 50) {
      const page = pageIn<{ id: string }>(await t.call(token, 'GET', `${path}?limit=50&offset=${offset}`));
      ids.push(...page.items.map(({ id }) => id));
      if (page.next === null) return ids;
    }
  };
  const [live, sandbox] = [await read(who), await read(`${who}_sandbox`)];
  expect(live.length).toBeGreaterThan(0);
  expect(sandbox.length).toBeGreaterThan(0);
  expect(live.filter((id) => sandbox.includes(id))).toEqual([]);
});

test('INV-25 market data, grades, teams and locations are shared', async () => {
  for (const [who, path] of [
    ['reader', '/market/prices'],
    ['reader', '/market/commodities'],
    ['reader', '/grades'],
    ['buyer', '/teams'],
    ['elevator', '/delivery-locations'],
  ] as const) {
    const live = await t.call(who, 'GET', path);
    expect((await t.call(`${who}_sandbox`, 'GET', path)).text).toBe(live.text);
  }
});

test('PRIV-10 ERR-5 terms that lead round anonymity are refused by name, on a bid and on a counter', async () => {
  const lot_id = await makeLot(t, 'seller', { farm_id: await makeFarm(t, 'seller') });
  const bid_id = await makeBid(t, 'buyer', lot_id, { additional_terms: 'Clean trucks only.' });
  for (const additional_terms of ['Call 403-555-0199.', 'pat@quietcoulee.example', 'See https://quietcoulee.example/lots']) {
    for (const [who, path] of [
      ['buyer', `/inventory/${lot_id}/bids`],
      ['seller', `/bids/${bid_id}/counter`],
    ] as const) {
      const answer = await t.call(who, 'POST', path, { body: bidBody({ additional_terms }) });
      expect(verdictOf(answer)).toBe('422 validation_failed');
      expect(fieldsIn(answer)).toEqual(['additional_terms']);
    }
  }
});
