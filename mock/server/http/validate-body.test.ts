/** Which field is named, by which path, with which words; and what a lenient world lets pass. */
import { OPERATIONS } from '#spec';
import { beforeAll, expect, test } from 'vitest';
import { bidIn, errorIn, fieldsIn, listingIn, verdictOf } from '../../testing/answers.ts';
import type { Answer } from '../../testing/open-mock.ts';
import { bidBody, makeBid, makeFarm, makeLot, openTestMock, useMock } from '../../testing/open-mock.ts';
import { validateBody } from './validate-body.ts';

const t = useMock();
let farm_id: string;
let graded: string;
let ungraded: string;
beforeAll(async () => {
  farm_id = await makeFarm(t, 'seller');
  graded = await makeLot(t, 'seller', { farm_id });
  ungraded = await makeLot(t, 'seller', { farm_id, grade: null });
});

const LINE = { grade: 'No. 1 Canada', price: { amount: 600, unit: 'MT' as const } };
const LINES = { ...bidBody(), price: undefined };

function place(lot: 'graded' | 'ungraded', change: object): Promise<Answer> {
  return t.call('buyer', 'POST', `/inventory/${lot === 'graded' ? graded : ungraded}/bids`, {
    body: { ...bidBody(), ...change },
  });
}

function saidIn(answer: Answer): string[] {
  return (errorIn(answer).errors ?? []).map(({ field, message }) => `${field} ${message}`);
}

test('ERR-5 a number that overflows is not a number', async () => {
  const text = JSON.stringify(bidBody());
  for (const number of ['1e400', '-1e400']) {
    const answer = await t.call('buyer', 'POST', `/inventory/${graded}/bids`, { body: text.replace('40', number) });
    expect(saidIn(answer)).toEqual(['quantity_mt must be a number']);
  }
});

const UNKNOWN: readonly (readonly [text: string, field: string])[] = [
  ['"colour":"red"', 'colour'],
  ['"__proto__":{"quantity_mt":1}', '__proto__'],
  ['"constructor":1', 'constructor'],
  ['"toString":1', 'toString'],
  ['"":1', ''],
  ['"Quantity_mt":1', 'Quantity_mt'],
  ['"quantity":1', 'quantity'],
  ['"id":"bid_1"', 'id'],
];

test.for(UNKNOWN)('CONV-7 a strict world refuses %s by name', async ([text, field]) => {
  const body = JSON.stringify(bidBody()).replace('{', `{${text},`);
  const answer = await t.call('buyer', 'POST', `/inventory/${graded}/bids`, { body });
  expect(saidIn(answer)).toEqual([`${field} is not a known field`]);
});

test('CONV-7 a strict world refuses unknown fields inside of others', async () => {
  const bid = {
    ...LINES,
    delivery: { ...bidBody().delivery, at: 1 },
    bids: [LINE, { ...LINE, grade: 'No. 2 Canada', price: { ...LINE.price, tax: 1 }, best: true }],
  };
  expect(fieldsIn(await place('ungraded', bid)).toSorted()).toEqual(['bids[1].best', 'bids[1].price.tax', 'delivery.at']);
  const farm = { name: 'Far', latitude: 1, longitude: 2, nearest_city: 'Olds', nearest_province: 'AB', has_payment_method: true };
  expect(fieldsIn(await t.call('seller', 'POST', '/me/farms', { body: farm }))).toEqual(['has_payment_method']);
  const listing = { commodity: 'canola', farm_id, quantity_mt: 5, quality: { protein: 1, gluten: 2 } };
  expect(fieldsIn(await t.call('seller', 'POST', '/me/inventory', { body: listing }))).toEqual(['quality.gluten']);
  expect(fieldsIn(await t.call('seller', 'PATCH', `/me/inventory/${graded}`, { body: { status: 'archived' } }))).toEqual([
    'status',
  ]);
});

test('CONV-7 a lenient world ignores unknown fields, everywhere, and nothing else', async () => {
  await using lenient = await openTestMock({ lenient: true, lots: 20 });
  const farm = await makeFarm(lenient, 'seller');
  const made = await lenient.call('seller', 'POST', '/me/inventory', {
    body: { commodity: 'canola', farm_id: farm, quantity_mt: 50, colour: 'red', quality: { moisture: 8, gluten: 2 } },
  });
  expect(listingIn(made).quality.moisture).toBe(8);
  const line = { ...LINE, price: { ...LINE.price, tax: 1 }, best: true };
  const body = { ...LINES, delivery: { ...bidBody().delivery, at: 1 }, bids: [line], colour: 'red', ['__proto__']: 1 };
  const placed = await lenient.call('buyer', 'POST', `/inventory/${listingIn(made).id}/bids`, { body });
  expect(verdictOf(placed)).toBe('201');
  const wrong = { ...body, quantity_mt: 'x', delivery: { from: '2026-08-01', to: '2026-07-01', at: 1 } };
  const refused = await lenient.call('buyer', 'POST', `/inventory/${listingIn(made).id}/bids`, { body: wrong });
  expect(fieldsIn(refused).toSorted()).toEqual(['delivery.to', 'quantity_mt']);
  const accept = { body: { bid_items: [{ grade: 'No. 1 Canada', note: 'x' }], note: 'y' } };
  expect(verdictOf(await lenient.call('seller', 'POST', `/bids/${bidIn(placed).id}/accept`, accept))).toBe('200');
});

test('CONV-7 FMT-1 `firm` in the price of a bid gets 422 in strict mode and is ignored in lenient mode', async () => {
  const copied = { amount: 630, currency: 'CAD', unit: 'MT', firm: true } as const;
  const refused = await t.call('buyer', 'POST', `/inventory/${graded}/bids`, { body: { ...bidBody(), price: copied } });
  expect(saidIn(refused)).toEqual(['price.firm is not a known field']);
  const lines = { ...LINES, bids: [{ ...LINE, price: copied }] };
  expect(fieldsIn(await t.call('buyer', 'POST', `/inventory/${ungraded}/bids`, { body: lines }))).toEqual(['bids[0].price.firm']);

  await using lenient = await openTestMock({ lenient: true, lots: 20 });
  const placed = await lenient.call('buyer', 'POST', `/inventory/${await makeLot(lenient)}/bids`, {
    body: { ...bidBody(), price: copied },
  });
  expect(bidIn(placed).price).toEqual({ amount: 630, currency: 'CAD', unit: 'MT' });
});

test('an operation without a body ignores bodies, and an optional body can be omitted', () => {
  expect(validateBody(OPERATIONS.rejectBid, { a: 1 }, false)).toEqual({ body: undefined });
  expect(validateBody(OPERATIONS.acceptBid, undefined, false)).toEqual({ body: undefined });
  expect(validateBody(OPERATIONS.acceptBid, {}, false)).toEqual({ body: {} });
  expect(validateBody(OPERATIONS.acceptBid, null, true)).toMatchObject({
    refused: 'validation_failed',
    errors: [{ field: 'body' }],
  });
  expect(validateBody(OPERATIONS.placeBid, undefined, true)).toMatchObject({ refused: 'validation_failed' });
});

test('CONV-7 what was sent is not changed by leaving things out', () => {
  const body = { bid_items: ['x'], more: { a: 1 } };
  expect(validateBody(OPERATIONS.acceptBid, body, true)).toEqual({ body: { bid_items: ['x'] } });
  expect(body).toEqual({ bid_items: ['x'], more: { a: 1 } });
});

test('BID-20 ERR-5 of a bid that is decided nothing is said about terms that do not fit', async () => {
  const id = await makeBid(t, 'buyer', graded);
  await t.call('seller', 'POST', `/bids/${id}/reject`);
  const answer = await t.call('seller', 'POST', `/bids/${id}/counter`, { body: { quantity_mt: 'x', fob_farm: false } });
  expect(fieldsIn(answer)).toEqual(['quantity_mt', 'delivery']);
});

test('ERR-5 what has the wrong shape, and what does not fit, is one list', async () => {
  const bid = {
    price: { amount: 1, unit: 'MT' },
    quantity_mt: 1e6,
    delivery: { from: '2030-09-30', to: '2030-09-01' },
    fob_farm: false,
    additional_terms: 'a@b.ca',
    expires_at: '2020-01-01T00:00:00Z',
  };
  const all = ['quantity_mt', 'delivery.to', 'delivery_location_id', 'additional_terms', 'expires_at'];
  for (const quantity_mt of [1e6, 0]) {
    expect(fieldsIn(await t.call('buyer', 'POST', `/inventory/${graded}/bids`, { body: { ...bid, quantity_mt } }))).toEqual(all);
  }
  const listing = { commodity: 'nope', farm_id: 'farm_x', quantity_mt: 0, grade: 'n', crop_year: 'x' };
  const refused = await t.call('seller', 'POST', '/me/inventory', { body: listing });
  expect(fieldsIn(refused)).toEqual(['commodity', 'farm_id', 'quantity_mt', 'crop_year', 'grade']);
  expect(errorIn(refused).errors?.at(-1)?.message).toBe('is not a grade; GET /grades lists them');
});

test('ERR-5 SBX-3 a listing on which nothing can be simulated is named beside what else is wrong', async () => {
  const draft = await makeLot(t, 'seller_sandbox', { list: false });
  await t.call('seller_sandbox', 'DELETE', `/me/inventory/${draft}`);
  const body = { event: 'bid.sent', inventory_id: draft, price: 0 };
  const refused = await t.call('seller_sandbox', 'POST', '/sandbox/simulate-event', { body });
  expect(fieldsIn(refused)).toEqual(['event', 'inventory_id', 'price']);
});
