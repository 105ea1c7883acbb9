import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startMock, type TestMock } from '../testing/start-mock.ts';
import { PROPERTIES, tryProperties } from './index.ts';

const TIMEOUT_MS = 120_000;

let mock: TestMock;
beforeAll(async () => {
  mock = await startMock();
}, TIMEOUT_MS);
afterEach(() => mock.violate());
afterAll(() => mock[Symbol.asyncDispose]());

test(
  'every property holds on the clean mock and examined something',
  async () => {
    const results = await tryProperties(mock.settings, { runs: 12, seed: 5 });
    expect(results.map(({ id }) => id)).toEqual(PROPERTIES.map(({ id }) => id));
    expect(results.filter(({ finding, reason }) => finding !== undefined || reason !== undefined)).toEqual([]);
    expect(results.filter(({ checked }) => checked === 0).map(({ id }) => id)).toEqual([]);
  },
  TIMEOUT_MS,
);

test.for([
  ['INV-11/province-alone', 'inventory/a-filter-more-finds-less'],
  ['INV-9/sort-ignored', 'inventory/sorted-both-ways'],
  ['INV-8/organic-false-ignored', 'inventory/organic-or-not'],
  ['INV-7/wider-loses', 'inventory/near-by-cities'],
  ['BID-14/countered-means-rejected', 'bids/statuses-make-the-whole'],
  ['TRD-1/completed-finds-pending', 'trades/statuses-are-disjoint'],
] as const)('%s is found by %s', { timeout: TIMEOUT_MS }, async ([violation, property]) => {
  await mock.violate(violation);
  const [result] = await tryProperties(mock.settings, { runs: 80, only: [property] });
  expect(result?.finding?.message).toBeDefined();
});
