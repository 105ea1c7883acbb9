/** Expired rows are deleted, a few with each change. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { TEST_NOW, bidBody, makeLot, useMock } from '../../../testing/open-mock.ts';
import { countRows } from '../count-rows.ts';
import { ROWS_DELETED_PER_CHANGE } from './delete-past.ts';
import type { Tables } from '../../records/tables.ts';

const LEFT_OVER = 250;
const DAYS = 86_400_000;

const t = useMock({ lots: 20 });
let lot_id: string;
beforeAll(async () => {
  lot_id = await makeLot(t, 'seller', { quantity_mt: 1000 });
});
beforeEach(() => {
  t.mock.worlds.default.clock.set(Date.parse(TEST_NOW));
});

async function count(table: keyof Tables): Promise<number> {
  return countRows(t.mock.worlds.default.store.reader.selectFrom(table));
}

async function placeWithKey(key: string): Promise<void> {
  const headers = { 'Idempotency-Key': key };
  const placed = await t.call('buyer', 'POST', `/inventory/${lot_id}/bids`, { body: bidBody({ quantity_mt: 1 }), headers });
  expect(placed.status).toBe(201);
}

test('IDEM-6 keys that are a day old are deleted in batches as new ones are stored', async () => {
  const { store, clock } = t.mock.worlds.default;
  const row = { team_id: 'tm_old', path: '/bids', body_hash: '', status: 201, response: '{}', created_at: TEST_NOW };
  const rows = Array.from({ length: LEFT_OVER }, (_, index) => ({ ...row, key: `old-${index}` }));
  await store.write((tx) => tx.insertInto('idempotency_keys').values(rows).execute());
  clock.set(Date.parse(TEST_NOW) + DAYS);
  await placeWithKey('on-the-day');
  expect(await count('idempotency_keys')).toBe(LEFT_OVER + 1);
  clock.set(Date.parse(TEST_NOW) + DAYS + 1);
  await placeWithKey('after-it');
  expect(await count('idempotency_keys')).toBe(LEFT_OVER + 2 - ROWS_DELETED_PER_CHANGE);
  for (const key of ['one', 'two', 'three']) await placeWithKey(key);
  expect(await count('idempotency_keys')).toBe(5);
});

test('minted tokens are deleted a day after their expiry, and the expired developer token stays', async () => {
  const { clock } = t.mock.worlds.default;
  const mint = async (): Promise<void> => {
    expect((await t.control('POST', '/tokens', { persona: 'buyer', expires_in: 60 })).status).toBe(201);
  };
  const before = await count('tokens');
  for (let minted = 0; minted < 5; minted += 1) await mint();
  expect(await count('tokens')).toBe(before + 5);
  clock.set(Date.parse(TEST_NOW) + DAYS + 61_000);
  await mint();
  expect(await count('tokens')).toBe(before + 1);
  const { body } = await t.call('expired', 'GET', '/bids');
  expect(body).toMatchObject({ error: { message: 'The access token has expired.' } });
});
