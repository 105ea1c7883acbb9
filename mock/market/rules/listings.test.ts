import type { PlaceListing, UpdateListing } from '#spec';
import { expect, test } from 'vitest';
import type { Row } from '../records/tables.ts';
import { TEST_NOW as NOW } from '../../testing/open-mock.ts';
import { farmRow, lotRow } from '../../testing/rows.ts';
import { findSubmissionErrors, isDelisting, submitListing, updateListing } from './listings.ts';

const FARM = farmRow();
const UNPAID = { ...FARM, has_payment_method: 0 } as const;
const BODY: PlaceListing = { commodity: 'canola', farm_id: 'farm_secret', quantity_mt: 100 };

const LOT = lotRow();

test('a lot of a farm in an unknown town matches no near search', () => {
  expect(submitListing(BODY, { ...FARM, nearest_city: 'Nowhere' }, NOW)).toMatchObject({
    nearest_city: 'Nowhere',
    city_id: null,
  });
});

test.for([
  ['an unknown commodity', { commodity: 'gold' }, FARM, ['commodity']],
  ["a farm that is not the caller's", {}, undefined, ['farm_id']],
  ['a grade of another commodity', { grade: 'No. 1 CWRS' }, FARM, ['grade']],
  ['all errors at once', { commodity: 'gold', grade: 'x' }, undefined, ['commodity', 'farm_id', 'grade']],
  ['any grade is accepted for an unknown commodity', { commodity: 'gold', grade: 'No. 1 Canada' }, FARM, ['commodity']],
  ['a grade and a farm', { grade: 'x' }, undefined, ['farm_id', 'grade']],
] as const)('LST-19 LST-10 %s is rejected by name', ([, change, farm, fields]) => {
  expect(submitListing({ ...BODY, ...change }, farm, NOW)).toMatchObject({
    refused: 'validation_failed',
    errors: fields.map((field) => ({ field })),
  });
});

test.for([
  ['canolla', /did you mean canola\?$/],
  ['wheat', /did you mean cpsr-wheat\?$/],
  ['gold', /use one of barley, .*, yellow-peas$/],
] as const)('ERR-5 the error for the commodity %s names the closest one', ([commodity, message]) => {
  expect(submitListing({ ...BODY, commodity }, FARM, NOW)).toMatchObject({
    errors: [{ message: expect.stringMatching(message) }],
  });
});

test('ERR-5 in the valid part of an invalid body, missing fields are ignored', () => {
  expect(findSubmissionErrors({}, undefined)).toEqual([]);
  expect(findSubmissionErrors({ commodity: 'gold', farm_id: 'farm_secret' }, undefined)).toMatchObject([
    { field: 'commodity' },
    { field: 'farm_id' },
  ]);
});

test.for([
  ['listed', 'listed', false],
  ['listed', 'unlisted', true],
  ['listed', 'archived', true],
  ['unlisted', 'listed', false],
  ['unlisted', 'unlisted', false],
  ['unlisted', 'archived', true],
  ['archived', 'listed', false],
] as const)('BID-29 BID-52 BID-53 from %s to %s is delisting: %s', ([before, after, is_delisting]) => {
  expect(isDelisting(before, after)).toBe(is_delisting);
});

const EARLIER = '2026-06-09T00:00:00.000Z';
const LATER = '2026-06-11T00:00:00.000Z';
const SAME = { quantity_mt: 100, status: 'listed' } as const;
const PUBLISHED = { ...SAME, listed_at: NOW };
const CHANGES: readonly (readonly [string, Partial<Row<'lots'>>, UpdateListing, Partial<Row<'lots'>>])[] = [
  ['nothing', {}, {}, SAME],
  ['the quantity', {}, { quantity_mt: 7.5 }, { ...SAME, quantity_mt: 7.5 }],
  ['the amount, as firm as it was', {}, { target_price: { amount: 5 } }, { ...SAME, price_amount: 5, price_firm: 1 }],
  ['firmness', {}, { target_price: { amount: 5, firm: false } }, { ...SAME, price_amount: 5, price_firm: 0 }],
  [
    'a first price',
    { price_amount: null, price_firm: null },
    { target_price: { amount: 5 } },
    { ...SAME, price_amount: 5, price_firm: 0 },
  ],
  ['the price removed', {}, { target_price: null }, { ...SAME, price_amount: null, price_firm: null }],
  ['listed again while it is', {}, { listed: true }, SAME],
  ['off the market', {}, { listed: false }, { ...SAME, status: 'unlisted' }],
  ['back on the market', { status: 'unlisted' }, { listed: true }, PUBLISHED],
  ['out of the archive', { status: 'archived' }, { listed: true }, PUBLISHED],
  ['back after its expiry', { status: 'unlisted', expires_at: EARLIER }, { listed: true }, { ...PUBLISHED, expires_at: null }],
  ['back at its expiry', { status: 'unlisted', expires_at: NOW }, { listed: true }, { ...PUBLISHED, expires_at: null }],
  ['back before its expiry', { status: 'unlisted', expires_at: LATER }, { listed: true }, PUBLISHED],
  [
    'back with more to sell',
    { status: 'unlisted', quantity_mt: 0 },
    { listed: true, quantity_mt: 3 },
    { ...PUBLISHED, quantity_mt: 3 },
  ],
];

test.for(CHANGES)('LST-6 a change of %s', ([, had, body, change]) => {
  expect(updateListing({ ...LOT, ...had }, FARM, body, NOW)).toEqual(change);
});

test('LST-4 LST-24 publishing needs a payment method in every status, and no other change does', () => {
  for (const status of ['listed', 'unlisted', 'archived'] as const) {
    expect(updateListing({ ...LOT, status }, UNPAID, { listed: true }, NOW)).toMatchObject({
      refused: 'payment_method_required',
      message: expect.stringContaining('PATCH /_gristmill/farms/farm_secret {"payment_method":true}'),
    });
    expect(
      updateListing({ ...LOT, status }, UNPAID, { listed: false, quantity_mt: 1, target_price: { amount: 1 } }, NOW),
    ).toMatchObject({
      quantity_mt: 1,
      price_amount: 1,
    });
  }
});

test('a sold-out lot can only be published with a new quantity', () => {
  const sold_out = { ...LOT, status: 'unlisted', quantity_mt: 0 } as const;
  expect(updateListing(sold_out, FARM, { listed: true }, NOW)).toMatchObject({ errors: [{ field: 'quantity_mt' }] });
  expect(updateListing(sold_out, FARM, { listed: false }, NOW)).toMatchObject({ status: 'unlisted' });
});
