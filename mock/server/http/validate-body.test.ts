import { OPERATIONS } from '#spec';
import { beforeAll, describe, expect, test } from 'vitest';
import { isRefusal } from '../../market/rules/refusal.ts';
import { bidIn, errorIn, fieldsIn } from '../../testing/responses.ts';
import type { TestResponse } from '../../testing/open-mock.ts';
import { bidBody, makeBid, makeLot, useMock } from '../../testing/open-mock.ts';
import { validateBody } from './validate-body.ts';

const LINE = { grade: 'No. 1 Canada', price: { amount: 600, unit: 'MT' } } as const;
const LINES = { ...bidBody(), price: undefined, bids: [LINE] };

function errorsOf(operation: keyof typeof OPERATIONS, body: unknown, is_lenient = false): string[] {
  const result = validateBody(OPERATIONS[operation], body, is_lenient);
  return isRefusal(result) ? result.errors.map(({ field, message }) => `${field} ${message}`) : [];
}

test.for(['constructor', 'toString', '', 'Quantity_mt'])('CONV-7 strict mode rejects the field %j', (name) => {
  const body: unknown = JSON.parse(JSON.stringify(bidBody()).replace('{', `{${JSON.stringify(name)}:1,`));
  expect(errorsOf('placeBid', body)).toEqual([`${name} is not a known field`]);
  expect(errorsOf('placeBid', body, true)).toEqual([]);
});

test('CONV-7 unknown fields at any depth are rejected in strict mode and dropped in lenient mode', () => {
  const body = {
    ...LINES,
    delivery: { ...LINES.delivery, at: 1 },
    bids: [{ ...LINE, price: { ...LINE.price, tax: 1 }, best: true }],
  };
  const fields = errorsOf('placeBid', body).map((error) => error.split(' ')[0]);
  expect(fields.toSorted()).toEqual(['bids[0].best', 'bids[0].price.tax', 'delivery.at']);
  expect(validateBody(OPERATIONS.placeBid, body, true)).toEqual({ body: { ...bidBody(), price: undefined, bids: [LINE] } });
  expect(body.bids[0]).toHaveProperty('best');
  expect(errorsOf('placeBid', { ...body, quantity_mt: 'x' }, true)).toEqual(['quantity_mt must be a number']);
});

test('an optional field can be null, at any depth; a required field cannot', () => {
  const nulls = { bids: null, fob_farm: null, delivery_location_id: null, additional_terms: null, expires_at: null };
  const price = { amount: 600, unit: 'MT', currency: null };
  expect(validateBody(OPERATIONS.placeBid, { ...bidBody(), ...nulls, price }, false)).toEqual({
    body: { ...bidBody(), price: { amount: 600, unit: 'MT' } },
  });
  expect(errorsOf('placeBid', { ...LINES, bids: [{ ...LINE, subject_to_sample_approval: null }] })).toEqual([]);
  expect(errorsOf('placeBid', { ...bidBody(), quantity_mt: null })).toEqual(['quantity_mt must be a number']);
  expect(errorsOf('placeBid', { ...bidBody(), colour: null })).toEqual(['colour is not a known field']);
});

test('a null with a meaning is kept', () => {
  expect(validateBody(OPERATIONS.updateListing, { target_price: null, listed: null }, false)).toEqual({
    body: { target_price: null },
  });
});

test('an operation without a body ignores bodies, and an optional body can be absent but not null', () => {
  expect(validateBody(OPERATIONS.rejectBid, { a: 1 }, false)).toEqual({ body: undefined });
  expect(validateBody(OPERATIONS.acceptBid, undefined, false)).toEqual({ body: undefined });
  expect(errorsOf('acceptBid', null, true)).toEqual(['body must be an object']);
  expect(errorsOf('placeBid', undefined, true)).not.toEqual([]);
});

describe('over HTTP', () => {
  const t = useMock({ lots: 20 });
  let lot_id: string;
  beforeAll(async () => {
    lot_id = await makeLot(t);
  });
  const place = (body: unknown): Promise<TestResponse> => t.call('buyer', 'POST', `/inventory/${lot_id}/bids`, { body });

  test('FMT-1 an asking price can be sent back as the price of a bid', async () => {
    const asked = await t.call('buyer', 'GET', `/inventory/${lot_id}`);
    const price: unknown = asked.body.data.asking_price;
    expect(price).toHaveProperty('firm');
    expect(bidIn(await place({ ...bidBody(), price })).price).toEqual({ amount: 640, currency: 'CAD', unit: 'MT' });
  });

  test('ERR-5 fields of the wrong type and fields that break a rule are listed together', async () => {
    const wrong = { fob_farm: false, additional_terms: 'a@b.ca', expires_at: '2020-01-01T00:00:00Z' };
    const response = await place({ ...bidBody(), ...wrong, quantity_mt: 0, delivery: { from: '2030-09-30', to: '2030-09-01' } });
    expect(fieldsIn(response)).toEqual(['quantity_mt', 'delivery.to', 'delivery_location_id', 'additional_terms', 'expires_at']);
    const listing = { commodity: 'nope', farm_id: 'farm_x', quantity_mt: 0, grade: 'n', crop_year: 'x' };
    const refused = await t.call('seller', 'POST', '/me/inventory', { body: listing });
    expect(fieldsIn(refused).toSorted()).toEqual(['commodity', 'crop_year', 'farm_id', 'grade', 'quantity_mt']);
    expect(errorIn(refused).errors?.find(({ field }) => field === 'grade')?.message).toBe(
      'is not a grade; GET /grades lists them',
    );
  });

  test('BID-20 ERR-5 a counter to a decided bid gets only the errors about types', async () => {
    const id = await makeBid(t, 'buyer', lot_id);
    await t.call('seller', 'POST', `/bids/${id}/reject`);
    const response = await t.call('seller', 'POST', `/bids/${id}/counter`, { body: { quantity_mt: 'x', fob_farm: false } });
    expect(fieldsIn(response)).toEqual(['quantity_mt', 'delivery']);
  });
});
