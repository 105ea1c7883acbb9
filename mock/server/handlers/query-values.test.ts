import { commodities } from '#spec/reference/index';
import { expect, test } from 'vitest';
import { readCommodities } from './query-values.ts';

test('INV-3 INV-24 MKT-5 a filter has each known commodity once, in any case', () => {
  expect(readCommodities(undefined)).toBeUndefined();
  expect(readCommodities(' Canola,flax,,canola, FLAX ,nothing')).toEqual(['canola', 'flax']);
  expect(readCommodities('nothing')).toEqual([]);
});

test('a commodity filter has at most as many values as there are commodities', () => {
  const unknown = Array.from({ length: 3_000 }, (_, index) => `c${index}`);
  const all = commodities.map(({ slug }) => slug);
  expect(readCommodities([...all, ...unknown, ...all].join(','))).toEqual(all);
});
