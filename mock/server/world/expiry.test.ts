/** Bids and lots that expire when the test moves the clock. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { moveClock, readBid, readListing, recordEvents } from '../../testing/actions.ts';
import type { TestMock } from '../../testing/open-mock.ts';
import { makeBid, makeLot, openTestMock } from '../../testing/open-mock.ts';

const DAY = 86_400;

let t: TestMock;
beforeEach(async () => {
  t = await openTestMock({ lots: 20 });
  // The generated lots and bids must not expire during a test.
  const { write } = t.mock.worlds.default.store;
  await write((tx) => tx.updateTable('lots').set({ expires_at: null }).execute());
  await write((tx) => tx.deleteFrom('bids').execute());
});
afterEach(() => t[Symbol.asyncDispose]());

/** Sets when a listed lot expires. No endpoint can. */
async function setLotExpiry(lot: string, expires_at: string): Promise<void> {
  const { store } = t.mock.worlds.default;
  await store.write((tx) => tx.updateTable('lots').set({ expires_at }).where('id', '=', lot).execute());
  await t.mock.worlds.default.schedule.rearm();
}

async function statusOf(id: string): Promise<string> {
  return (await readBid(t, id)).status;
}

test('a draft does not expire', async () => {
  const lot = await makeLot(t, 'seller', { list: false });
  await setLotExpiry(lot, '2026-06-12T12:00:00.000Z');
  moveClock(t, 3 * DAY);
  expect(await readListing(t, lot)).toMatchObject({ status: 'unlisted', expires_at: '2026-06-12T12:00:00.000Z' });
});

test('BID-12 BID-53 a bid due with its lot expires, and a bid that outlives the lot is rejected', async () => {
  const lot = await makeLot(t);
  const before = await makeBid(t, 'buyer', lot, { expires_at: '2026-06-11T12:00:00Z' });
  const together = await makeBid(t, 'buyer', lot, { expires_at: '2026-06-12T12:00:00Z' });
  const after = await makeBid(t, 'buyer', lot, { expires_at: '2026-06-12T12:00:00.001Z' });
  await setLotExpiry(lot, '2026-06-12T12:00:00.000Z');
  const recorded = await recordEvents(t, async () => {
    moveClock(t, 30 * DAY);
    expect(await Promise.all([before, together, after].map(statusOf))).toEqual(['expired', 'expired', 'rejected']);
  });
  expect(recorded).toMatchObject([{ type: 'bid.rejected', subject_id: after }]);
});
