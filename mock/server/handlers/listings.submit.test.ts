/** Submitting a listing: what it needs, what is made of it. */
import type { Listing, Page } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantToken } from '../../testing/grant-token.ts';
import { itemsIn, listingIn, outcomeOf, readListing } from '../../testing/moves.ts';
import type { TestMock } from '../../testing/open-mock.ts';
import { TEST_NOW, makeFarm, openTestMock } from '../../testing/open-mock.ts';

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

let t: TestMock;
let farm_id: string;
let unpaid_farm_id: string;
beforeAll(async () => {
  t = await openTestMock();
  farm_id = await makeFarm(t, 'seller');
  unpaid_farm_id = await makeFarm(t, 'seller', false);
});
afterAll(() => t[Symbol.asyncDispose]());

async function submit(body: object, who = 'seller'): Promise<string> {
  return outcomeOf(await t.call(who, 'POST', '/me/inventory', { body }));
}

async function countOwn(who = 'seller'): Promise<number> {
  const answer = await t.call(who, 'GET', '/me/inventory');
  return (answer.body as Page<Listing>).total; // Judged by the document in t.call.
}

test('LST-2 LST-9 LST-1 LST-18 LST-8 BID-56 a submission with every field is answered with all of it', async () => {
  const answer = await t.call('seller', 'POST', '/me/inventory', { body: { ...FULL, farm_id, list: true } });
  expect(answer.status).toBe(201);
  const made = listingIn(answer);
  expect(`${made.id} ${made.reference}`).toMatch(/^inv_[0-9a-f]{16} LOT-\w+$/);
  expect(made).toEqual({
    ...FULL,
    id: made.id,
    reference: made.reference,
    status: 'listed',
    commodity: { slug: 'cwrs-wheat', name: 'CWRS Wheat' },
    quantity: { amount: 240.5, unit: 'MT' },
    target_price: { amount: 312.5, currency: 'CAD', unit: 'MT', firm: true },
    location: { province: 'SK', nearest_city: 'Swift Current' },
    farm: {
      id: farm_id,
      name: 'Quiet Coulee',
      latitude: 50.312477,
      longitude: -107.801932,
      nearest_city: 'Swift Current',
      nearest_province: 'SK',
      created_at: TEST_NOW,
    },
    manage_url: `https://marketplace.example/seller/listings/${made.id}`,
    public_url: `https://marketplace.example/listings/${made.id}`,
    listed_at: TEST_NOW,
    expires_at: null,
    created_at: TEST_NOW,
  });
  expect(await readListing(t, made.id)).toEqual(made);
  expect(itemsIn<Listing>(await t.call('seller', 'GET', '/me/inventory?limit=50&status=listed'))).toContainEqual(made);
});

test.for([
  ['LST-3 by default', {}, 'listed'],
  ['LST-3 with list true', { list: true }, 'listed'],
  ['LST-3 with list false', { list: false }, 'unlisted'],
] as const)('%s, which is %s, a submission is %s', async ([, change, status]) => {
  const body = { commodity: 'canola', farm_id, quantity_mt: 1, ...change };
  expect(listingIn(await t.call('seller', 'POST', '/me/inventory', { body }))).toMatchObject({
    status,
    variety: null,
    grade: null,
    crop_year: null,
    target_price: null,
    is_organic: false,
  });
});

const LEAST = { commodity: 'canola', quantity_mt: 10 };
test.for([
  ['LST-2 no commodity', { commodity: undefined }, 'commodity'],
  ['LST-2 no farm', { farm_id: undefined }, 'farm_id'],
  ['LST-2 no quantity', { quantity_mt: undefined }, 'quantity_mt'],
  ['LST-2 LST-9 a quantity in words', { quantity_mt: '10' }, 'quantity_mt'],
  ['LST-10 too little', { quantity_mt: 0.009 }, 'quantity_mt'],
  ['LST-2 LST-9 a variety that is no text', { variety: 7 }, 'variety'],
  ['LST-2 LST-9 half a year', { crop_year: 2025.5 }, 'crop_year'],
  ['LST-2 LST-9 a price without an amount', { target_price: { firm: true } }, 'target_price.amount'],
  ['LST-2 LST-9 firmness in words', { target_price: { amount: 1, firm: 'yes' } }, 'target_price.firm'],
  ['LST-2 LST-9 organic in words', { is_organic: 'yes' }, 'is_organic'],
  ['LST-2 LST-9 a measurement in words', { quality: { protein: '13' } }, 'quality.protein'],
  ['LST-2 LST-9 list in words', { list: 'now' }, 'list'],
  ['LST-19 LST-10 an unknown commodity', { commodity: 'gold' }, 'commodity'],
  ['LST-10 an unknown grade', { grade: 'No. 9 Gold' }, 'grade'],
  ['LST-10 a grade of another commodity', { grade: 'No. 1 CWRS' }, 'grade'],
  ['LST-19 LST-10 an unknown farm', { farm_id: 'farm_0000000000000000' }, 'farm_id'],
  ['LST-2 ERR-5 several at once', { quantity_mt: 0, quality: { protein: -1 } }, 'quantity_mt, quality.protein'],
] as const)('%s: 422 naming the field, and nothing is made', async ([, change, fields]) => {
  const total = await countOwn();
  expect(await submit({ ...LEAST, farm_id, ...change })).toBe(`422 validation_failed: ${fields}`);
  expect(await countOwn()).toBe(total);
});

test("LST-19 LST-10 another's farm, and one of the other mode, are refused as one that does not exist", async () => {
  const others = [await makeFarm(t, 'partner'), await makeFarm(t, 'seller_sandbox')];
  const missing = await t.call('seller', 'POST', '/me/inventory', { body: { ...LEAST, farm_id: 'farm_0000000000000000' } });
  for (const other of others) {
    expect((await t.call('seller', 'POST', '/me/inventory', { body: { ...LEAST, farm_id: other } })).text).toBe(missing.text);
  }
});

test('LST-4 LST-17 LST-20 LST-24 without a payment method on the farm a draft is made, and nothing published', async () => {
  const total = await countOwn();
  expect(await submit({ ...LEAST, farm_id: unpaid_farm_id })).toBe('403 payment_method_required');
  expect(await countOwn()).toBe(total);
  const made = await t.call('seller', 'POST', '/me/inventory', { body: { ...LEAST, farm_id: unpaid_farm_id, list: false } });
  const { id, status } = listingIn(made);
  expect(status).toBe('unlisted');
  const patch = { body: { listed: true, quantity_mt: 3 } };
  expect(outcomeOf(await t.call('seller', 'PATCH', `/me/inventory/${id}`, patch))).toBe('403 payment_method_required');
  expect(await readListing(t, id)).toMatchObject({ status: 'unlisted', quantity_mt: 10 });
});

test.for([
  ['LST-2 AUTH-6 a client that is no approved partner', 'POST', 'buyer', {}, '403 insufficient_scope'],
  ['LST-2 a token without listings.write', 'POST', 'seller', { scopes: 'listings.read' }, '403 insufficient_scope'],
  ['LST-1 a token without listings.read', 'GET', 'seller', { scopes: 'listings.write' }, '403 insufficient_scope'],
  [
    'LST-2 AUTH-6 the scope alone, without the partnership',
    'POST',
    'seller',
    { client_id: 'gristmill-desk' },
    '403 insufficient_scope',
  ],
] as const)('%s: %s by %s is refused', async ([, method, who, change, expected]) => {
  const token = await grantToken(t, who, change);
  const options = method === 'POST' ? { body: { ...LEAST, farm_id } } : {};
  expect(outcomeOf(await t.call(token, method, '/me/inventory', options))).toBe(expected);
});
