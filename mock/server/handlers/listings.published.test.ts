/** What a seller submits is what buyers read: the same lot from both sides, in both modes. */
import type { Inventory, Listing, Page } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { itemsIn, outcomeOf, readListing } from '../../testing/moves.ts';
import type { TestMock } from '../../testing/open-mock.ts';
import { makeBid, makeFarm, makeLot, openTestMock } from '../../testing/open-mock.ts';

let t: TestMock;
let farm_id: string;
beforeAll(async () => {
  t = await openTestMock();
  farm_id = await makeFarm(t, 'seller');
});
afterAll(() => t[Symbol.asyncDispose]());

async function readPublic(id: string, who = 'reader'): Promise<Inventory> {
  const answer = await t.call(who, 'GET', `/inventory/${id}`);
  expect(answer.status).toBe(200);
  return (answer.body as { data: Inventory }).data; // Judged by the document in t.call.
}

/** Every lot on offer, page by page. */
async function listPublic(who: string, query = ''): Promise<Inventory[]> {
  const lots: Inventory[] = [];
  for (let offset = 0; ; offset += 50) {
    const items = itemsIn<Inventory>(await t.call(who, 'GET', `/inventory?limit=50&offset=${offset}${query}`));
    if (items.length === 0) return lots;
    lots.push(...items);
  }
}

/** The fields that both sides see under one name. */
const SHARED = [
  'id',
  'commodity',
  'variety',
  'grade',
  'is_organic',
  'crop_year',
  'quantity_mt',
  'quantity',
  'quality',
  'location',
  'listed_at',
  'expires_at',
] as const;

const FULL = {
  commodity: 'cwrs-wheat',
  quantity_mt: 240.5,
  variety: 'AAC Brandon',
  crop_year: 2025,
  grade: 'No. 1 CWRS',
  target_price: { amount: 312.5, firm: true },
  is_organic: true,
  quality: { protein: 13.4, moisture: 12.1, test_weight: 80.5, dockage: 0.8, falling_number: 340 },
};

test.for([
  ['everything', FULL],
  ['nothing but what is required', { commodity: 'oats', grade: null, target_price: null, crop_year: null }],
] as const)('INV-18 INV-19 INV-17 INV-20 a lot with %s is the same to buyers, under the same id', async ([, listing]) => {
  const id = await makeLot(t, 'seller', { farm_id, ...listing });
  const own = await readListing(t, id);
  const seen = await readPublic(id);
  for (const field of SHARED) expect(seen[field]).toEqual(own[field]);
  expect(seen.asking_price).toEqual(own.target_price);
  expect(Object.keys(seen).toSorted()).toEqual([...SHARED, 'asking_price'].toSorted());
  expect(await listPublic('reader')).toContainEqual(seen);
});

test('INV-17 INV-19 LST-6 what the seller changes, buyers see changed', async () => {
  const id = await makeLot(t, 'seller', { farm_id, target_price: { amount: 640, firm: true } });
  expect((await readPublic(id)).asking_price).toEqual({ amount: 640, currency: 'CAD', unit: 'MT', firm: true });
  for (const [body, asking_price] of [
    [{ target_price: { amount: 630 } }, { amount: 630, currency: 'CAD', unit: 'MT', firm: true }],
    [{ target_price: { amount: 620, firm: false } }, { amount: 620, currency: 'CAD', unit: 'MT', firm: false }],
    [{ target_price: null }, null],
  ] as const) {
    await t.call('seller', 'PATCH', `/me/inventory/${id}`, { body });
    expect((await readPublic(id)).asking_price).toEqual(asking_price);
  }
  await t.call('seller', 'PATCH', `/me/inventory/${id}`, { body: { quantity_mt: 12.25 } });
  expect(await readPublic(id)).toMatchObject({ quantity_mt: 12.25, quantity: { amount: 12.25, unit: 'MT' } });
});

test('INV-10 LST-6 a lot that loses its price sorts with the unpriced, and one that gets a price with the priced', async () => {
  const id = await makeLot(t, 'seller', { farm_id, commodity: 'mustard', grade: null, target_price: { amount: 1 } });
  const others = await listPublic('reader', '&commodity=mustard');
  const placeOf = async (): Promise<[number, number]> => {
    const ids = (await listPublic('reader', '&commodity=mustard&sort=price')).map((lot) => lot.id);
    return [ids.indexOf(id), ids.length];
  };
  expect(await placeOf()).toEqual([0, others.length]);
  await t.call('seller', 'PATCH', `/me/inventory/${id}`, { body: { target_price: null } });
  const unpriced = others.filter(({ asking_price }) => asking_price === null).length + 1;
  expect((await placeOf())[0]).toBeGreaterThanOrEqual(others.length - unpriced);
  await t.call('seller', 'PATCH', `/me/inventory/${id}`, { body: { target_price: { amount: 1 } } });
  expect(await placeOf()).toEqual([0, others.length]);
});

test('INV-15 INV-22 LST-3 a draft, a delisted and an archived lot are nowhere to be found, and back when they are published', async () => {
  const id = await makeLot(t, 'seller', { farm_id, list: false });
  const missing = await t.call('buyer', 'GET', '/inventory/inv_0000000000000000');
  const expectGone = async (): Promise<void> => {
    const answer = await t.call('buyer', 'GET', `/inventory/${id}`);
    expect(outcomeOf(answer)).toBe('404 not_found');
    // ERR-7
    expect(answer.text).toBe(missing.text);
    expect((await listPublic('buyer')).map((lot) => lot.id)).not.toContain(id);
  };
  const publish = async (): Promise<void> => {
    await t.call('seller', 'PATCH', `/me/inventory/${id}`, { body: { listed: true } });
    expect((await listPublic('buyer')).map((lot) => lot.id)).toContain(id);
  };
  await expectGone();
  await publish();
  // INV-15: a bidder too loses sight of the lot, and keeps its bid.
  const bid = await makeBid(t, 'buyer', id);
  await t.call('seller', 'PATCH', `/me/inventory/${id}`, { body: { listed: false } });
  await expectGone();
  expect(outcomeOf(await t.call('buyer', 'GET', `/bids/${bid}`))).toBe('200');
  await publish();
  await t.call('seller', 'DELETE', `/me/inventory/${id}`);
  await expectGone();
  await publish();
});

test('INV-21 PAGE-15 ties keep their order from read to read, whatever the sort, and no lot is met twice', async () => {
  for (let made = 0; made < 6; made += 1) await makeLot(t, 'seller', { farm_id });
  for (const sort of ['price', '-price', 'quantity', '-quantity', 'listed_at', '-listed_at']) {
    const first = (await listPublic('buyer', `&sort=${sort}`)).map(({ id }) => id);
    expect(new Set(first).size).toBe(first.length);
    expect((await listPublic('rival', `&sort=${sort}`)).map(({ id }) => id)).toEqual(first);
    const small: string[] = [];
    for (let offset = 0; offset < 21; offset += 7) {
      small.push(
        ...itemsIn<Inventory>(await t.call('buyer', 'GET', `/inventory?limit=7&offset=${offset}&sort=${sort}`)).map(
          ({ id }) => id,
        ),
      );
    }
    expect(small).toEqual(first.slice(0, 21));
  }
});

test('INV-16 INV-23 INV-25 LST-8 what a sandbox token makes is there for it, and for no live token; nor the other way round', async () => {
  const lots = { live: await makeLot(t, 'seller', { farm_id }), sandbox: await makeLot(t, 'seller_sandbox') };
  const bids = { live: await makeBid(t, 'buyer', lots.live), sandbox: await makeBid(t, 'buyer_sandbox', lots.sandbox) };
  for (const [mode, other, suffix] of [
    ['live', 'sandbox', ''],
    ['sandbox', 'live', '_sandbox'],
  ] as const) {
    const buyer = `buyer${suffix}`;
    const seller = `seller${suffix}`;
    const statuses = async (lot: string, bid: string): Promise<number[]> =>
      Promise.all([
        t.call(buyer, 'GET', `/inventory/${lot}`),
        t.call(buyer, 'GET', `/bids/${bid}`),
        t.call(seller, 'GET', `/me/inventory/${lot}`),
        t.call(seller, 'GET', `/me/inventory/${lot}/bids`),
      ]).then((answers) => answers.map(({ status }) => status));
    expect(await statuses(lots[mode], bids[mode])).toEqual([200, 200, 200, 200]);
    expect(await statuses(lots[other], bids[other])).toEqual([404, 404, 404, 404]);
    for (const action of ['accept', 'reject']) {
      expect(outcomeOf(await t.call(seller, 'POST', `/bids/${bids[other]}/${action}`))).toBe('404 not_found');
    }
    const listed = await listPublic(buyer);
    expect(listed.map(({ id }) => id)).toContain(lots[mode]);
    expect(listed.map(({ id }) => id)).not.toContain(lots[other]);
    const own = itemsIn<Listing>(await t.call(seller, 'GET', '/me/inventory?limit=50&status=listed')).map(({ id }) => id);
    expect(own).toContain(lots[mode]);
    expect(own).not.toContain(lots[other]);
  }
});

test('INV-23 INV-25 no id that one mode lists is listed by the other; grades and commodities are shared', async () => {
  const idsOf = async (who: string, path: string): Promise<string[]> => {
    const answer = await t.call(who, 'GET', `${path}?limit=50`);
    return (answer.body as Page<{ id: string }>).items.map(({ id }) => id); // Judged by the document in t.call.
  };
  let compared = 0;
  for (const [who, path] of [
    ['buyer', '/inventory'],
    ['buyer', '/bids'],
    ['buyer', '/trades'],
    ['seller', '/trades'],
    ['seller', '/me/inventory'],
    ['elevator', '/cash-bids'],
  ] as const) {
    const live = await idsOf(who, path);
    const sandbox = await idsOf(`${who}_sandbox`, path);
    expect(live.filter((id) => sandbox.includes(id))).toEqual([]);
    compared += Math.min(live.length, sandbox.length);
  }
  expect(compared).toBeGreaterThan(10);
  for (const path of ['/grades', '/market/commodities']) {
    const [live, sandbox] = [await t.call('reader', 'GET', path), await t.call('reader_sandbox', 'GET', path)];
    expect(sandbox.text).toBe(live.text);
  }
});

test('INV-24 commodity, grade and province compare without regard to case, bounds are inclusive, and what has no value does not match', async () => {
  const id = await makeLot(t, 'seller', { farm_id, ...FULL });
  const bare = await makeLot(t, 'seller', { farm_id, commodity: 'cwrs-wheat', grade: null });
  const finds = async (query: string): Promise<[boolean, boolean]> => {
    const ids = (await listPublic('reader', `&${query}`)).map((lot) => lot.id);
    return [ids.includes(id), ids.includes(bare)];
  };
  expect(await finds('commodity=CWRS-Wheat&province=sk')).toEqual([true, true]);
  expect(await finds('commodity=canola,CWRS-WHEAT')).toEqual([true, true]);
  expect(await finds('grade=no.%201%20cwrs')).toEqual([true, false]);
  expect(await finds('min_protein=13.4')).toEqual([true, false]);
  expect(await finds('min_protein=13.41')).toEqual([false, false]);
  expect(await finds('min_quantity=240.5&max_quantity=240.5')).toEqual([true, false]);
  expect(await finds('min_quantity=240.51')).toEqual([false, false]);
  expect(await finds('max_quantity=100')).toEqual([false, true]);
  expect(await finds('is_organic=true')).toEqual([true, false]);
  expect(await finds('crop_year=2025')).toEqual([true, true]);
});
