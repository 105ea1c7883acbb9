import { findCity } from '#spec/reference/index';
import type { PlaceListing, UpdateListing } from '#spec';
import { expect, test } from 'vitest';
import type { Row } from '../records/tables.ts';
import { TEST_NOW as NOW } from '../../testing/open-mock.ts';
import { farmRow, lotRow } from '../../testing/rows.ts';
import { isDelisting, moveListing, submitListing, updateListing } from './listings.ts';

const FARM = farmRow();
const UNPAID = { ...FARM, has_payment_method: 0 } as const;
const SELLER = { people: ['Ottoline Quarz'], holdings: [FARM.name] };
const BODY: PlaceListing = { commodity: 'canola', farm_id: 'farm_secret', quantity_mt: 100 };

const LOT = lotRow();

test('LST-9 LST-3 a submission with nothing but what is required is listed, ungraded and unpriced', () => {
  expect(submitListing(BODY, FARM, SELLER, NOW)).toEqual({
    user_id: 'usr_seller',
    farm_id: 'farm_secret',
    livemode: 1,
    commodity: 'canola',
    variety: null,
    grade: null,
    is_organic: 0,
    crop_year: null,
    quantity_mt: 100,
    price_amount: null,
    price_firm: null,
    is_unpriced: 1,
    protein: null,
    moisture: null,
    test_weight: null,
    dockage: null,
    falling_number: null,
    province: 'SK',
    nearest_city: 'Swift Current',
    city_id: findCity('Swift Current', 'SK')?.id,
    status: 'listed',
    listed_at: NOW,
    expires_at: null,
    created_at: NOW,
  });
});

test('LST-9 a submission with everything keeps everything', () => {
  const quality = { protein: 20.5, moisture: 8, test_weight: 65, dockage: 1, falling_number: 300 };
  const full = { variety: 'CDC Fraser', grade: 'no. 2 canada', crop_year: 2025, is_organic: true, quality, list: false };
  expect(
    submitListing({ ...BODY, commodity: 'Canola', ...full, target_price: { amount: 612.5, firm: true } }, FARM, SELLER, NOW),
  ).toMatchObject({
    commodity: 'canola',
    variety: 'CDC Fraser',
    grade: 'No. 2 Canada',
    crop_year: 2025,
    is_organic: 1,
    price_amount: 612.5,
    price_firm: 1,
    is_unpriced: 0,
    ...quality,
    status: 'unlisted',
  });
});

test('a farm in a town that nobody knows has a lot that no radius finds', () => {
  expect(submitListing(BODY, { ...FARM, nearest_city: 'Nowhere' }, SELLER, NOW)).toMatchObject({
    nearest_city: 'Nowhere',
    city_id: null,
  });
});

test.for([
  ['an unknown commodity', { commodity: 'gold' }, FARM, ['commodity']],
  ["a farm that is not the caller's", {}, undefined, ['farm_id']],
  ['a grade of another commodity', { grade: 'No. 1 CWRS' }, FARM, ['grade']],
  ['all that can be told at once', { commodity: 'gold', grade: 'x' }, undefined, ['commodity', 'farm_id', 'grade']],
  [
    'a grade of a commodity that nobody knows is one all the same',
    { commodity: 'gold', grade: 'No. 1 Canada' },
    FARM,
    ['commodity'],
  ],
  ['a grade and a farm', { grade: 'x' }, undefined, ['farm_id', 'grade']],
] as const)('LST-19 LST-10 %s is refused by name', ([, change, farm, fields]) => {
  expect(submitListing({ ...BODY, ...change }, farm, SELLER, NOW)).toMatchObject({
    refused: 'validation_failed',
    errors: fields.map((field) => ({ field })),
  });
});

test.for([
  [undefined, 'payment_method_required'],
  [true, 'payment_method_required'],
  [false, undefined],
] as const)('LST-4 LST-20 on a farm without a payment method, list %s', ([list, refused]) => {
  const submitted = submitListing(list === undefined ? BODY : { ...BODY, list }, UNPAID, SELLER, NOW);
  expect('refused' in submitted ? submitted.refused : undefined).toBe(refused);
});

test.for([
  ['listed', 'publish', 'listed'],
  ['listed', 'unlist', 'unlisted'],
  ['listed', 'archive', 'archived'],
  ['unlisted', 'publish', 'listed'],
  ['unlisted', 'unlist', 'unlisted'],
  ['unlisted', 'archive', 'archived'],
  ['archived', 'publish', 'listed'],
  ['archived', 'unlist', 'archived'],
  ['archived', 'archive', 'archived'],
] as const)('LST-6 LST-7 %s, %s: %s', ([status, action, to]) => {
  expect(moveListing({ status }, action)).toBe(to);
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
const CHANGES: readonly (readonly [string, Partial<Row<'lots'>>, UpdateListing, Partial<Row<'lots'>>])[] = [
  ['nothing', {}, {}, { quantity_mt: 100, status: 'listed' }],
  ['the quantity', {}, { quantity_mt: 7.5 }, { quantity_mt: 7.5, status: 'listed' }],
  [
    'the amount, as firm as it was',
    {},
    { target_price: { amount: 5 } },
    { quantity_mt: 100, status: 'listed', price_amount: 5, price_firm: 1 },
  ],
  [
    'firmness',
    {},
    { target_price: { amount: 5, firm: false } },
    { quantity_mt: 100, status: 'listed', price_amount: 5, price_firm: 0 },
  ],
  [
    'a first price',
    { price_amount: null, price_firm: null },
    { target_price: { amount: 5 } },
    { quantity_mt: 100, status: 'listed', price_amount: 5, price_firm: 0 },
  ],
  ['no price any more', {}, { target_price: null }, { quantity_mt: 100, status: 'listed', price_amount: null, price_firm: null }],
  ['listed again while it is', {}, { listed: true }, { quantity_mt: 100, status: 'listed' }],
  ['off the market', {}, { listed: false }, { quantity_mt: 100, status: 'unlisted' }],
  ['back on the market', { status: 'unlisted' }, { listed: true }, { quantity_mt: 100, status: 'listed', listed_at: NOW }],
  ['out of the archive', { status: 'archived' }, { listed: true }, { quantity_mt: 100, status: 'listed', listed_at: NOW }],
  [
    'back after its expiry',
    { status: 'unlisted', expires_at: EARLIER },
    { listed: true },
    { quantity_mt: 100, status: 'listed', listed_at: NOW, expires_at: null },
  ],
  [
    'back at its expiry',
    { status: 'unlisted', expires_at: NOW },
    { listed: true },
    { quantity_mt: 100, status: 'listed', listed_at: NOW, expires_at: null },
  ],
  [
    'back before its expiry',
    { status: 'unlisted', expires_at: LATER },
    { listed: true },
    { quantity_mt: 100, status: 'listed', listed_at: NOW },
  ],
  [
    'back with more to sell',
    { status: 'unlisted', quantity_mt: 0 },
    { listed: true, quantity_mt: 3 },
    { quantity_mt: 3, status: 'listed', listed_at: NOW },
  ],
];

test.for(CHANGES)('LST-6 a change: %s', ([, had, body, change]) => {
  expect(updateListing({ ...LOT, ...had }, FARM, body, NOW)).toEqual(change);
});

test('LST-4 LST-24 to publish needs a payment method, whatever the status; nothing else does', () => {
  for (const status of ['listed', 'unlisted', 'archived'] as const) {
    expect(updateListing({ ...LOT, status }, UNPAID, { listed: true }, NOW)).toMatchObject({
      refused: 'payment_method_required',
    });
    expect(
      updateListing({ ...LOT, status }, UNPAID, { listed: false, quantity_mt: 1, target_price: { amount: 1 } }, NOW),
    ).toMatchObject({
      quantity_mt: 1,
      price_amount: 1,
    });
  }
});

test('what is sold out is published with a new quantity only', () => {
  const sold_out = { ...LOT, status: 'unlisted', quantity_mt: 0 } as const;
  expect(updateListing(sold_out, FARM, { listed: true }, NOW)).toMatchObject({ errors: [{ field: 'quantity_mt' }] });
  expect(updateListing(sold_out, FARM, { listed: false }, NOW)).toMatchObject({ status: 'unlisted' });
});
