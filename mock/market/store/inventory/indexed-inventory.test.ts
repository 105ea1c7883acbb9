/** A page never shows an old version of a lot. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Mock } from '../../../server/server.ts';
import { createMock } from '../../../server/server.ts';
import type { Tx } from '../../records/tables.ts';
import { useFolder } from '../../../testing/use-folder.ts';

const path = join(useFolder(), 'world.db');

/** The varieties of the first page. */
async function readVarieties(mock: Mock): Promise<(string | null)[]> {
  const { data } = await mock.as('buyer').GET('/inventory', { params: { query: { limit: 50 } } });
  return data?.items.map(({ variety }) => variety) ?? [];
}

/** The only variety of the first page. */
async function readVariety(mock: Mock): Promise<string | null | undefined> {
  const [variety, ...others] = new Set(await readVarieties(mock));
  expect(others).toEqual([]);
  return variety;
}

test.each([
  ['a file', { db: path }],
  ['memory', {}],
])('in %s, a page shows committed and restored changes immediately, and no rolled-back ones', async (_, options) => {
  await using mock = await createMock({ lots: 20, ...options });
  const { store } = mock.worlds.default;
  const set = (variety: string): Promise<unknown> => store.write((tx) => tx.updateTable('lots').set({ variety }).execute());
  const before = await readVarieties(mock);
  const image = await store.snapshot();
  await set('Changed');
  expect(await readVariety(mock)).toBe('Changed');
  const failing = store.write(async (tx) => {
    await tx.updateTable('lots').set({ variety: 'Never' }).execute();
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(await readVariety(mock)).toBe('Changed');
  const restore = (adjust: (tx: Tx) => Promise<unknown>): Promise<void> =>
    store.restore(
      image,
      async (tx) => void (await adjust(tx)),
      () => Promise.resolve(),
    );
  await restore(() => Promise.resolve());
  expect(await readVarieties(mock)).toEqual(before);
  await restore((tx) => tx.updateTable('lots').set({ variety: 'Adjusted' }).execute());
  expect(await readVariety(mock)).toBe('Adjusted');
});

test('a page shows the changes of another connection immediately', async () => {
  await using mock = await createMock({ lots: 20, db: path });
  await readVarieties(mock);
  using other = new DatabaseSync(path);
  other.exec("update lots set variety = 'From elsewhere'");
  expect(await readVariety(mock)).toBe('From elsewhere');
});

test('worlds in memory are searched, reset, searched again, and deleted', async () => {
  await using mock = await createMock({ lots: 20 });
  for (let round = 0; round < 20; round += 1) {
    const world = await mock.world();
    const before = await world.as('buyer').GET('/inventory');
    expect(before.data?.total).toBeGreaterThan(0);
    await world.reset();
    expect((await world.as('buyer').GET('/inventory')).data).toEqual(before.data);
    await world.delete();
  }
});
