import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadBatch } from './load-fixtures.ts';
import { pricesAsOf, readCoverage } from './market.ts';
import type { Store } from './store.ts';
import { openTestStore } from '../../testing/test-database.ts';

function priceOf(
  commodity: string,
  date: string,
  price_amount: number,
): { commodity: string; date: string; price_amount: number; low: number; high: number } {
  return { commodity, date, price_amount, low: price_amount - 1, high: price_amount + 1 };
}

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
  const prices = [
    priceOf('canola', '2026-06-04', 660),
    priceOf('canola', '2026-06-05', 663.5),
    priceOf('canola', '2026-06-08', 662.1),
    priceOf('durum', '2026-06-08', 330),
  ];
  await store.write((tx) => loadBatch(tx, { prices }));
});
afterAll(() => store.close());

test('MKT-1 MKT-4 coverage counts the days up to the date', async () => {
  const slugs = ['canola', 'durum', 'flax'];
  expect(await readCoverage(store.reader, slugs, '2026-06-10')).toEqual([
    { slug: 'canola', from: '2026-06-04', to: '2026-06-08', count: 3 },
    { slug: 'durum', from: '2026-06-08', to: '2026-06-08', count: 1 },
    { slug: 'flax', from: null, to: null, count: 0 },
  ]);
  expect(await readCoverage(store.reader, ['durum', 'canola'], '2026-06-05')).toEqual([
    { slug: 'canola', from: '2026-06-04', to: '2026-06-05', count: 2 },
    { slug: 'durum', from: null, to: null, count: 0 },
  ]);
  expect(await readCoverage(store.reader, [], '2026-06-10')).toEqual([]);
});

const CANOLA: readonly (readonly [string, number | undefined, number | null | undefined])[] = [
  ['2026-06-10', 662.1, 663.5],
  ['2026-06-08', 662.1, 663.5],
  // A weekend has no price. The previous trading day is used.
  ['2026-06-07', 663.5, 660],
  ['2026-06-05', 663.5, 660],
  ['2026-06-04', 660, null],
  ['2026-06-03', undefined, undefined],
];

test.for(CANOLA)('MKT-5 as of %s canola is %d, before %d', async ([date, price_amount, before]) => {
  const [found] = await pricesAsOf(store.reader, ['canola'], date);
  expect(found?.price.price_amount).toBe(price_amount);
  expect(found?.before).toBe(before);
});
