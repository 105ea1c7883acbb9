import type { StoreCashBid } from '#spec';
import { expect, test } from 'vitest';
import { checkCashBid, findCashBidErrors, requireElevator } from './cash-bids.ts';

const OWN: ReadonlySet<number> = new Set([1001, 1002]);

function bodyWith(change: Partial<StoreCashBid> = {}): StoreCashBid {
  return {
    commodity: 'canola',
    grade: 'No. 1 Canada',
    crop_year: 2025,
    price: { amount: 664, unit: 'MT' },
    quantity_mt: 500,
    delivery: { from: '2026-09-01', to: '2026-10-31' },
    delivery_location_id: 1002,
    ...change,
  };
}

test('AUTH-21 only an elevator can post cash bids', () => {
  expect(requireElevator({ type: 'elevator' })).toBeUndefined();
  expect(requireElevator({ type: 'buyer' })).toMatchObject({ refused: 'insufficient_scope' });
  expect(requireElevator(undefined)).toMatchObject({ refused: 'insufficient_scope' });
});

test('ERR-5 in the valid part of an invalid body, missing fields are ignored', () => {
  expect(findCashBidErrors({}, OWN)).toEqual([]);
  expect(findCashBidErrors({ commodity: 'gold', delivery_location_id: 9 }, OWN)).toMatchObject([
    { field: 'commodity' },
    { field: 'delivery_location_id' },
  ]);
});

test('CB-8 a cash bid is active by default', () => {
  const terms = {
    commodity: 'canola',
    grade: 'No. 1 Canada',
    crop_year: 2025,
    price_amount: 664,
    price_unit: 'MT',
    quantity_mt: 500,
    delivery_from: '2026-09-01',
    delivery_to: '2026-10-31',
    delivery_location_id: 1002,
    is_active: 1,
  };
  expect(checkCashBid(bodyWith(), OWN)).toEqual(terms);
  expect(checkCashBid(bodyWith({ is_active: true }), OWN)).toEqual(terms);
  expect(checkCashBid(bodyWith({ is_active: false }), OWN)).toEqual({ ...terms, is_active: 0 });
  // INV-24: the reference tables decide how a commodity and a grade are written.
  expect(checkCashBid(bodyWith({ commodity: 'CANOLA', grade: 'no. 1 canada' }), OWN)).toEqual(terms);
});

test('a cash bid for any grade and crop year', () => {
  const any = { grade: null, crop_year: null };
  expect(checkCashBid(bodyWith(any), OWN)).toMatchObject(any);
  const { grade: _grade, crop_year: _crop_year, ...without } = bodyWith();
  expect(checkCashBid(without, OWN)).toMatchObject(any);
});

const REFUSED: readonly (readonly [string, Partial<StoreCashBid>, readonly string[]])[] = [
  ['an unknown commodity', { commodity: 'gold', grade: null }, ['commodity']],
  ['any grade is accepted for an unknown commodity', { commodity: 'gold' }, ['commodity']],
  ['an unknown grade', { commodity: 'gold', grade: 'Golden' }, ['commodity', 'grade']],
  ['a grade of another commodity', { grade: 'Select CW Two-Row' }, ['grade']],
  ['a location of another team', { delivery_location_id: 1003 }, ['delivery_location_id']],
  ['everything at once', { grade: 'Golden', delivery_location_id: -1 }, ['grade', 'delivery_location_id']],
  ['a commodity and a location', { commodity: 'gold', delivery_location_id: 0 }, ['commodity', 'delivery_location_id']],
];

test.for(REFUSED)('CB-2 DLOC-3 ERR-5 rejected: %s', ([, change, fields]) => {
  const refusal = checkCashBid(bodyWith(change), OWN);
  expect(refusal).toMatchObject({ refused: 'validation_failed', errors: fields.map((field) => ({ field })) });
});
