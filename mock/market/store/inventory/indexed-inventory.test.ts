/** A page never shows an old version of a lot. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mock } from '../../../server/server.ts';
import { createMock } from '../../../server/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'gristmill-cache-'));
const path = join(folder, 'world.db');
let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ lots: 20, db: path });
});
afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true });
});

/** The varieties of the first page. */
async function readVarieties(): Promise<(string | null)[]> {
  const response = await fetch(`${mock.base_url}/inventory?limit=50`, { headers: { Authorization: 'Bearer dev_buyer' } });
  const { items } = (await response.json()) as { items: { variety: string | null }[] }; // as the document has it
  return items.map(({ variety }) => variety);
}

test('a page shows committed and restored changes, and those of another connection, at once, and no rolled-back ones', async () => {
  const { store } = mock.worlds.default;
  const set = (variety: string): Promise<unknown> => store.write((tx) => tx.updateTable('lots').set({ variety }).execute());
  const before = await readVarieties();
  const image = await store.snapshot();
  await set('Changed');
  expect(new Set(await readVarieties())).toEqual(new Set(['Changed']));
  const failing = store.write(async (tx) => {
    await tx.updateTable('lots').set({ variety: 'Never' }).execute();
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(new Set(await readVarieties())).toEqual(new Set(['Changed']));
  await store.restore(
    image,
    () => Promise.resolve(),
    () => Promise.resolve(),
  );
  expect(await readVarieties()).toEqual(before);
  using other = new DatabaseSync(path);
  other.exec("update lots set variety = 'From elsewhere'");
  expect(new Set(await readVarieties())).toEqual(new Set(['From elsewhere']));
});
