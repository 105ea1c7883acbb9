/** A page never shows a lot as it was before: whatever changed it, and however few lots are kept. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMock } from '../../../server/server.ts';
import type { Mock } from '../../../server/server.ts';
import type { PublicLot } from '../../records/truths.ts';
import type { InventoryQuery } from '../inventory.ts';
import { pageInventory } from '../inventory.ts';
import { RowCache } from './row-cache.ts';
import type { Store } from '../store.ts';

const QUERY: InventoryQuery = {
  livemode: 1,
  commodities: undefined,
  grade: undefined,
  min_quantity: undefined,
  max_quantity: undefined,
  province: undefined,
  city_ids: undefined,
  crop_year: undefined,
  is_organic: undefined,
  min_protein: undefined,
  sort: 'listed_at',
  limit: 50,
  offset: 0,
  units: 'MT',
};

const folder = mkdtempSync(join(tmpdir(), 'gristmill-kept-'));
const path = join(folder, 'world.db');
let mock: Mock;
let store: Store;
beforeAll(async () => {
  mock = await createMock({ lots: 60, clock: '2026-06-10T12:00:00.000Z', db: path });
  ({ store } = mock.worlds.default);
});
afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true });
});

let first: PublicLot;
beforeEach(async () => {
  const [lot] = await readPage();
  if (lot === undefined) throw new Error('the world has no lot on offer');
  first = lot;
});

async function readPage(): Promise<PublicLot[]> {
  return (await pageInventory(store.reader, store.listed_lots, QUERY)).lots;
}

async function setVariety(variety: string): Promise<void> {
  await store.write((tx) => tx.updateTable('lots').set({ variety }).where('id', '=', first.id).execute());
}

/** What the database holds, read past everything that is kept. */
async function readAfresh(): Promise<PublicLot[]> {
  return (await pageInventory(store.reader, new RowCache(100, () => ''), QUERY)).lots;
}

test('a lot that has not changed is not read again', async () => {
  expect((await readPage())[0]).toBe(first);
});

test('a change is seen at once', async () => {
  await setVariety('Changed');
  expect((await readPage())[0]).toEqual({ ...first, variety: 'Changed' });
});

test('what was rolled back was never there', async () => {
  const failing = store.write(async (tx) => {
    await tx.updateTable('lots').set({ variety: 'Never' }).where('id', '=', first.id).execute();
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(await readPage()).toEqual(await readAfresh());
  expect((await readPage())[0]).toEqual(first);
});

test.for(['a file', 'memory'])('a snapshot brings back what it holds, in %s', async (place) => {
  await using other = await createMock({ lots: 20, clock: '2026-06-10T12:00:00.000Z' });
  const it = place === 'memory' ? other.worlds.default.store : store;
  const image = await it.snapshot();
  const { lots: before } = await pageInventory(it.reader, it.listed_lots, QUERY);
  await it.write((tx) => tx.updateTable('lots').set({ variety: 'After the snapshot' }).execute());
  expect((await pageInventory(it.reader, it.listed_lots, QUERY)).lots[0]?.variety).toBe('After the snapshot');
  await it.restore(image);
  expect((await pageInventory(it.reader, it.listed_lots, QUERY)).lots).toEqual(before);
});

test('a change over another connection to the same file is seen', async () => {
  const other = new DatabaseSync(path);
  other.prepare('update lots set variety = ? where id = ?').run('From elsewhere', first.id);
  other.close();
  expect((await readPage())[0]?.variety).toBe('From elsewhere');
});

test('a lot that is no longer on offer is gone, and the others stay in their order', async () => {
  const before = await readPage();
  await store.write((tx) => tx.updateTable('lots').set({ status: 'unlisted' }).where('id', '=', first.id).execute());
  expect((await readPage()).map(({ id }) => id)).toEqual(before.slice(1).map(({ id }) => id));
});

test.for([1, 3, 49])('with no more than %d kept every page is whole and in order', async (max) => {
  const few = new RowCache<PublicLot>(max, () => '');
  const expected = await readAfresh();
  expect(expected.length).toBeGreaterThan(10);
  for (const [offset, limit] of [
    [0, 50],
    [2, 4],
    [0, 6],
    [5, 50],
  ] as const) {
    const { lots } = await pageInventory(store.reader, few, { ...QUERY, offset, limit });
    expect(lots).toEqual(expected.slice(offset, offset + limit));
  }
});

test('a full cache drops its oldest row, and a changed database empties it', () => {
  let version = '1';
  const cache = new RowCache<number>(2, () => version);
  cache.refresh();
  for (const [id, row] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ] as const)
    cache.set(id, row);
  cache.refresh();
  expect(['a', 'b', 'c'].map((id) => cache.get(id))).toEqual([undefined, 2, 3]);
  version = '2';
  cache.refresh();
  expect(cache.get('c')).toBeUndefined();
});
