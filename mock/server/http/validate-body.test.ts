/** Which field is named, by which path, with which words; and what a lenient world lets pass. */
import { OPERATIONS } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, TestMock } from '../../testing/open-mock.ts';
import { bidBody, makeBid, makeFarm, makeLot, openTestMock } from '../../testing/open-mock.ts';
import { takePicture } from '../../testing/picture.ts';
import { bidIn, errorIn, fieldsIn, listingIn, verdictOf } from '../../testing/read-answer.ts';
import { validateBody } from './validate-body.ts';

let t: TestMock;
let farm_id: string;
let graded: string;
let ungraded: string;
beforeAll(async () => {
  t = await openTestMock();
  farm_id = await makeFarm(t, 'seller');
  graded = await makeLot(t, 'seller', { farm_id });
  ungraded = await makeLot(t, 'seller', { farm_id, grade: null });
});
afterAll(() => t[Symbol.asyncDispose]());

const LINE = { grade: 'No. 1 Canada', price: { amount: 600, unit: 'MT' as const } };
const LINES = { ...bidBody(), price: undefined };

const NO_INSTANT =
  'expires_at must be an ISO 8601 calendar date, alone or with a time (2026-06-17, 2026-06-17T12:00:00Z, 20260617T1200+0530), of the years 0100 to 9999; week and ordinal dates are not taken';

/** What is changed in a valid bid, and what is said of it. Undefined takes a field away. */
const BIDS: readonly (readonly [lot: 'graded' | 'ungraded', change: object, expected: readonly string[]])[] = [
  ['graded', { quantity_mt: undefined }, ['quantity_mt is required']],
  ['graded', { quantity_mt: null }, ['quantity_mt must be a number']],
  ['graded', { quantity_mt: '40' }, ['quantity_mt must be a number']],
  ['graded', { quantity_mt: [40] }, ['quantity_mt must be a number']],
  ['graded', { quantity_mt: true }, ['quantity_mt must be a number']],
  ['graded', { quantity_mt: 0.009 }, ['quantity_mt must be at least 0.01']],
  ['graded', { quantity_mt: 0 }, ['quantity_mt must be at least 0.01']],
  ['graded', { quantity_mt: -0 }, ['quantity_mt must be at least 0.01']],
  ['graded', { quantity_mt: -40 }, ['quantity_mt must be at least 0.01']],
  ['graded', { quantity_mt: 10_000_001 }, ['quantity_mt must be at most 10000000']],
  ['graded', { delivery: undefined }, ['delivery is required']],
  ['graded', { delivery: 'soon' }, ['delivery must be an object']],
  ['graded', { delivery: {} }, ['delivery.from is required', 'delivery.to is required']],
  ['graded', { delivery: { from: '2026-07-01' } }, ['delivery.to is required']],
  ['graded', { delivery: { from: '2026-02-30', to: '2026-07-31' } }, ['delivery.from must be a date, YYYY-MM-DD']],
  ['graded', { delivery: { from: '2026-07-01T00:00:00Z', to: '2026-07-31' } }, ['delivery.from must be a date, YYYY-MM-DD']],
  ['graded', { delivery: { from: '2026-08-01', to: '2026-07-31' } }, ['delivery.to must not be before from']],
  ['graded', { price: undefined }, ['price is required on a graded lot']],
  ['graded', { price: 630 }, ['price must be an object']],
  ['graded', { price: { unit: 'MT' } }, ['price.amount is required']],
  ['graded', { price: { amount: 630 } }, ['price.unit is required']],
  ['graded', { price: { amount: 0, unit: 'MT' } }, ['price.amount must be more than 0']],
  ['graded', { price: { amount: 630, unit: 'mt' } }, ['price.unit must be MT, BU, LB, CWT or ST']],
  ['graded', { price: { amount: 630, unit: 'MT', currency: 'USD' } }, ['price.currency must be CAD']],
  ['graded', { fob_farm: 'yes' }, ['fob_farm must be a boolean']],
  ['graded', { fob_farm: 1 }, ['fob_farm must be a boolean']],
  ['graded', { delivery_location_id: '1001' }, ['delivery_location_id must be a number']],
  ['graded', { delivery_location_id: 1001.5 }, ['delivery_location_id must be an integer']],
  ['graded', { expires_at: 'tomorrow' }, [NO_INSTANT]],
  ['graded', { expires_at: '2026-06-31' }, [NO_INSTANT]],
  ['graded', { expires_at: '2026-W25-3' }, [NO_INSTANT]],
  ['graded', { expires_at: '1960-01-01' }, ['expires_at must be in the future']],
  ['graded', { expires_at: '2026-06-17 12:00:00' }, [NO_INSTANT]],
  ['graded', { additional_terms: 7 }, ['additional_terms must be a string']],
  ['graded', { additional_terms: 'x'.repeat(2001) }, ['additional_terms must be at most 2000 characters']],
  ['graded', { additional_terms: 'a\u0000b' }, ['additional_terms must not contain NUL characters']],
  ['graded', { additional_terms: 'a\uD800b' }, ['additional_terms must not contain lone surrogates']],
  ['ungraded', { ...LINES, bids: [] }, ['bids must be at least 1 long']],
  [
    'ungraded',
    { ...LINES, bids: [LINE, { ...LINE, grade: 'No. 2 Canada', price: { amount: 'x', unit: 'MT' } }] },
    ['bids[1].price.amount must be a number'],
  ],
  ['ungraded', { ...LINES, bids: [LINE, { price: LINE.price }] }, ['bids[1].grade is required']],
  ['ungraded', { ...LINES, bids: [{ ...LINE, grade: ' ' }] }, ['bids[0].grade must not be empty']],
  ['ungraded', { ...LINES, bids: Array.from({ length: 21 }, () => LINE) }, ['bids must be at most 20 long']],
  ['ungraded', { ...LINES, bids: { 0: LINE } }, ['bids must be an array']],
];

function place(lot: 'graded' | 'ungraded', change: object): Promise<Answer> {
  return t.call('buyer', 'POST', `/inventory/${lot === 'graded' ? graded : ungraded}/bids`, {
    body: { ...bidBody(), ...change },
  });
}

function saidIn(answer: Answer): string[] {
  return (errorIn(answer).errors ?? []).map(({ field, message }) => `${field} ${message}`);
}

test.for(BIDS)('ERR-2 ERR-5 BID-4 a bid on a %s lot with %j', async ([lot, change, expected]) => {
  const before = await takePicture(t);
  const answer = await place(lot, change);
  expect(verdictOf(answer)).toBe('422 validation_failed');
  expect(saidIn(answer)).toEqual(expected);
  expect(await takePicture(t)).toBe(before);
});

test('ERR-5 every invalid field is named at once, each once', async () => {
  const all = {
    price: { amount: -1, unit: 'kg' },
    quantity_mt: 'x',
    delivery: { from: 'x', to: 'y' },
    fob_farm: 0,
    expires_at: 1,
    additional_terms: null,
    foo: 1,
  };
  const fields = fieldsIn(await place('graded', all));
  expect(fields.toSorted()).toEqual([
    'additional_terms',
    'delivery.from',
    'delivery.to',
    'expires_at',
    'fob_farm',
    'foo',
    'price.amount',
    'price.unit',
    'quantity_mt',
  ]);
});

test('ERR-5 so are those that depend on the lot', async () => {
  const fields = fieldsIn(
    await place('graded', {
      quantity_mt: 101,
      price: undefined,
      bids: [LINE],
      fob_farm: false,
      expires_at: '2026-06-10T12:00:00Z',
    }),
  );
  expect(fields.toSorted()).toEqual(['bids', 'delivery_location_id', 'expires_at', 'price', 'quantity_mt']);
});

test('ERR-5 a number too large for JSON readers is none', async () => {
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

test('CONV-7 FMT-1 firm is of asking prices: a bid that copies one is told so by name, and in a lenient world is placed without it', async () => {
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

test('CONV-7 unknown query parameters are ignored in either world', async () => {
  const plain = await t.call('buyer', 'GET', '/inventory?limit=3');
  const more = await t.call('buyer', 'GET', '/inventory?limit=3&colour=red&limits=x&Limit=9&%zz=1&[]=&__proto__=1&=');
  expect(more.status).toBe(200);
  expect(more.body).toMatchObject({ limit: 3, total: (plain.body as { total: number }).total }); // judged by the document in `call`
});

test('BID-24 ERR-5 bid_items name their place', async () => {
  const lines = await makeBid(t, 'buyer', ungraded, { bids: [LINE], price: undefined });
  const said = async (bid_items: unknown): Promise<string[]> =>
    saidIn(await t.call('seller', 'POST', `/bids/${lines}/accept`, { body: { bid_items } }));
  expect(await said([])).toEqual(['bid_items must be at least 1 long']);
  expect(await said('No. 1 Canada')).toEqual(['bid_items must be an array']);
  expect(await said(['No. 1 Canada', 7])).toEqual(['bid_items[1] has none of the forms that it may have']);
  expect(await said(['No. 1 Canada', 'No. 9'])).toEqual(['bid_items[1] names no line of this bid']);
});

test('an operation without a body takes any, and an optional body may be missing', () => {
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

const INSTANTS: readonly (readonly [sent: string, kept: string])[] = [
  ['2026-06-17T12:00:00Z', '2026-06-17T12:00:00.000Z'],
  ['2026-06-17T12:00', '2026-06-17T12:00:00.000Z'],
  ['20260617T1200Z', '2026-06-17T12:00:00.000Z'],
  ['2026-06-17', '2026-06-17T00:00:00.000Z'],
  ['2026-06-17T12:00:00.250Z', '2026-06-17T12:00:00.250Z'],
  ['2026-06-17T06:00:00-06:00', '2026-06-17T12:00:00.000Z'],
  ['2026-06-18T01:30:00.5+13:30', '2026-06-17T12:00:00.500Z'],
  ['2027-01-01T24:00:00Z', '2027-01-02T00:00:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
];

test.for(INSTANTS)('FMT-6 FMT-10 expires_at may be sent as %s, and comes back as %s', async ([expires_at, kept]) => {
  expect(bidIn(await place('graded', { quantity_mt: 1, expires_at })).expires_at).toBe(kept);
});
