import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadBatch } from './load-fixtures.ts';
import { pageHistory, pricesAsOf, readCoverage, readHistory } from './market.ts';
import type { Store } from './store.ts';
import { openStore } from './store.ts';

function priceOf(
  commodity: string,
  date: string,
  price_amount: number,
): { commodity: string; date: string; price_amount: number; low: number; high: number } {
  return { commodity, date, price_amount, low: price_amount - 1, high: price_amount + 1 };
}

let store: Store;
beforeAll(async () => {
  store = await openStore(':memory:');
  const prices = [
    priceOf('canola', '2026-06-04', 660),
    priceOf('canola', '2026-06-05', 663.5),
    priceOf('canola', '2026-06-08', 662.1),
    priceOf('durum', '2026-06-08', 330),
  ];
  await store.write((tx) => loadBatch(tx, { prices }));
});
afterAll(() => store.close());

test('MKT-4 coverage counts the days that are known by then', async () => {
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
  // A weekend has no price of its own, and the day before is the trading day before.
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

test('MKT-2 prices of several commodities, by slug; of none, none', async () => {
  const both = await pricesAsOf(store.reader, ['durum', 'canola', 'flax'], '2026-06-10');
  expect(both.map(({ price }) => price)).toEqual([priceOf('canola', '2026-06-08', 662.1), priceOf('durum', '2026-06-08', 330)]);
  expect(await pricesAsOf(store.reader, [], '2026-06-10')).toEqual([]);
});

test('MKT-3 a stretch has both of its ends, oldest first', async () => {
  const stretch = { commodity: 'canola', from: '2026-06-04', to: '2026-06-05' };
  const days = [priceOf('canola', '2026-06-04', 660), priceOf('canola', '2026-06-05', 663.5)];
  expect(await readHistory(store.reader, stretch)).toEqual(days);
  expect(await pageHistory(store.reader, stretch, 1, 1)).toEqual({ days: days.slice(1), total: 2 });
  expect(await readHistory(store.reader, { ...stretch, from: undefined, to: '2026-06-04' })).toEqual(days.slice(0, 1));
  expect(await pageHistory(store.reader, { ...stretch, from: '2026-06-09', to: '2026-06-10' }, 20, 0)).toEqual({
    days: [],
    total: 0,
  });
});
