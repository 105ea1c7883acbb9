import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore } from '../../testing/test-database.ts';
import { readHistories } from './market.ts';
import type { Store } from './store.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
  const origin = { seed: 'prices', lots: 20, priced_until: '2026-06-08' };
  await store.write(async (tx) => tx.insertInto('origins').values(origin).execute());
});
afterAll(() => store.close());

async function datesOf(slug: string, until: string): Promise<readonly string[]> {
  const [history] = await readHistories(store.reader, [slug], until);
  return history?.days.map(({ date }) => date) ?? [];
}

test.for([
  // Nothing is known after the day on which the world was created.
  ['2026-06-10', '2026-06-08'],
  ['2026-06-08', '2026-06-08'],
  // A weekend has no price. The previous trading day is the last one.
  ['2026-06-07', '2026-06-05'],
  ['2026-06-05', '2026-06-05'],
] as const)('MKT-5 as of %s the last day of canola is %s', async ([until, last]) => {
  const dates = await datesOf('canola', until);
  expect(dates[0]).toBe('2023-06-08');
  expect(dates.at(-1)).toBe(last);
});

test('MKT-5 there are no prices before the first day, and none for an unknown commodity', async () => {
  expect(await datesOf('canola', '2023-06-07')).toEqual([]);
  expect(await datesOf('gold', '2026-06-08')).toEqual([]);
});

test('MKT-1 histories are sorted by slug, and an earlier end only shortens them', async () => {
  const read = async (until: string) => readHistories(store.reader, ['durum', 'canola'], until);
  const [all, before] = await Promise.all([read('2026-06-08'), read('2026-01-02')]);
  expect(all.map(({ slug }) => slug)).toEqual(['canola', 'durum']);
  expect(all[0]?.days.slice(0, before[0]?.days.length)).toEqual(before[0]?.days);
  expect(all[0]?.days.map(({ price_amount }) => price_amount)).not.toEqual(all[1]?.days.map(({ price_amount }) => price_amount));
});
