/** Nothing that a buyer gets of the inventory tells who sells, or from where; and the two modes know nothing of each other. */
import type { Inventory } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, TestMock } from '../../testing/open-mock.ts';
import { makeFarm, makeLot, openTestMock } from '../../testing/open-mock.ts';
import { inventoryIn, pageIn } from '../../testing/read-answer.ts';

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
  const drafts = await t.mock.worlds.default.store.db.selectFrom('lots').select('id').where('status', '!=', 'listed').execute();
  for (const { id } of drafts) await ask(`/inventory/${id}`);
  return answers;
}

test('PRIV-9 PRIV-1 whose a lot is changes not a byte of what a buyer reads, not even the order', async () => {
  const { db } = t.mock.worlds.default.store;
  const before = await readAll();
  const farms = await db.selectFrom('farms').select(['id', 'user_id']).where('livemode', '=', 1).orderBy('id').execute();
  const lots = await db.selectFrom('lots').select(['id']).where('livemode', '=', 1).orderBy('id').execute();
  for (const [index, { id }] of lots.entries()) {
    const farm = farms[(index * 7) % farms.length];
    await db
      .updateTable('lots')
      .set({ user_id: farm?.user_id ?? '', farm_id: farm?.id ?? '' })
      .where('id', '=', id)
      .execute();
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
