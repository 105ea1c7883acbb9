import { expect, test } from 'vitest';
import { ExtraKeys } from './extra-keys.ts';
import { membersOf, objectPathsIn } from './views.ts';
import type { JsonObject } from '#client';

function vary(...listings: readonly JsonObject[]): readonly (readonly string[])[] {
  const extra = new ExtraKeys();
  return listings.map((listing) => {
    const members = membersOf(listing).filter(({ key }) => key !== 'asking_price');
    return extra.findVarying(members, objectPathsIn(listing)).map(({ key }) => key);
  });
}

test('PRIV-16 a key with the same value on every listing identifies no seller', () => {
  expect(vary({ x: 'v1', y: null }, { x: 'v1', y: null }, { x: 'v1', y: null })).toEqual([[], [], []]);
});

test('PRIV-16 a value that differs between listings varies, from the second value on', () => {
  expect(vary({ x: 1, y: 2 }, { x: 1, y: 3 }, { x: 1, y: 2 })).toEqual([[], ['y'], []]);
});

test('PRIV-16 a key that only some listings have varies', () => {
  expect(vary({}, { x: 1 })).toEqual([[], ['x']]);
  expect(vary({ x: 1 }, {}, { x: 1 })).toEqual([[], [], ['x']]);
});

test('PRIV-16 a key of an object is not missing where the object is null', () => {
  const priced = { asking_price: { x: 'v1' } };
  expect(vary({ asking_price: null }, priced, { asking_price: null }, priced)).toEqual([[], [], [], []]);
  expect(vary(priced, { asking_price: {} }, priced)).toEqual([[], [], ['x']]);
  expect(vary({ asking_price: {} }, priced)).toEqual([[], ['x']]);
});
