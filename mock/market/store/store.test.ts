import { expect, test } from 'vitest';
import type { Reader, Tx } from '../records/tables.ts';
import type { Call } from '../../server/http/call.ts';
import type { OPERATIONS } from '#spec';
import { setBidStatus } from './bids.ts';
import { openTestStore } from '../../testing/test-database.ts';

// The compiler checks this file: an unused @ts-expect-error is an error.
test('a write requires the transaction of its store at compile time', async () => {
  const store = await openTestStore();
  const { reader } = store;
  // @ts-expect-error: a reader is not a transaction
  const outside = (): Promise<void> => setBidStatus(reader, { id: 'bid_1', type: 'single_grade' }, 'pending');
  // @ts-expect-error: a reader has no methods that write
  const bare = (): unknown => reader.deleteFrom('bids');
  await store.write((tx) => setBidStatus(tx, { id: 'bid_1', type: 'single_grade' }, 'pending'));
  expect([outside, bare]).toHaveLength(2);
  await store.close();
});

test('a handler has only its own handle: the reader of a GET, or the transaction of a write', () => {
  const read = (call: Call<typeof OPERATIONS.getBid>): Reader => call.db;
  const write = (call: Call<typeof OPERATIONS.acceptBid>): Tx => call.db;
  // @ts-expect-error: a GET does not write
  const wrong = (call: Call<typeof OPERATIONS.getBid>): Tx => call.db;
  // @ts-expect-error: the store of the world, whose reader waits for the open transaction
  const other = (call: Call<typeof OPERATIONS.acceptBid>): unknown => call.world.store;
  expect([read, write, wrong, other]).toHaveLength(4);
});
