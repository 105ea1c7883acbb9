/** What time alone brings, on a clock that the test moves. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acceptBid, counterBid, moveClock, readBid, readListing, recordEvents } from '../../testing/moves.ts';
import { itemsIn, outcomeOf } from '../../testing/answers.ts';
import type { TestMock } from '../../testing/open-mock.ts';
import { bidBody, makeBid, makeLot, openTestMock } from '../../testing/open-mock.ts';

const DAY = 86_400;
const HOUR = 3600;

let t: TestMock;
beforeEach(async () => {
  t = await openTestMock({ lots: 20 });
  // What the world holds besides expires when it will: only what a test makes is looked at.
  const { write } = t.mock.worlds.default.store;
  await write((tx) => tx.updateTable('lots').set({ expires_at: null }).execute());
  await write((tx) => tx.deleteFrom('bids').execute());
});
afterEach(() => t[Symbol.asyncDispose]());

/** Lets a listed lot expire at an instant; no endpoint does. */
async function setLotExpiry(lot: string, expires_at: string): Promise<void> {
  const { store } = t.mock.worlds.default;
  await store.write((tx) => tx.updateTable('lots').set({ expires_at }).where('id', '=', lot).execute());
  await t.mock.worlds.default.rearm();
}

async function statusOf(id: string): Promise<string> {
  return (await readBid(t, id)).status;
}

test('BID-12 BID-11 a bid is pending until its seven days are over, and expired at that very instant, without an event', async () => {
  const lot = await makeLot(t);
  const id = await makeBid(t, 'buyer', lot);
  const recorded = await recordEvents(t, async () => {
    moveClock(t, 7 * DAY - 0.001);
    expect(await readBid(t, id)).toMatchObject({ status: 'pending', awaiting: 'seller', expires_at: '2026-06-17T12:00:00.000Z' });
    moveClock(t, 0.001);
    expect(await readBid(t, id)).toMatchObject({ status: 'expired', awaiting: null });
  });
  expect(recorded).toEqual([]);
  expect(await readListing(t, lot)).toMatchObject({ status: 'listed', quantity_mt: 100 });
});

test('BID-12 BID-20 acting on an expired bid gets 422', async () => {
  const lot = await makeLot(t);
  const bid = await makeBid(t, 'buyer', lot);
  const counter = await counterBid(t, 'seller', await makeBid(t, 'buyer', lot));
  const expires_at = '2026-06-10T13:00:00Z';
  const given = await makeBid(t, 'buyer', lot, { expires_at });
  moveClock(t, HOUR);
  // The first to come after the instant is the one who wants to act.
  expect(outcomeOf(await t.call('seller', 'POST', `/bids/${given}/accept`))).toBe('422 bid_not_pending');
  moveClock(t, 7 * DAY);
  const act = async (who: string, id: string, action: string): Promise<string> =>
    outcomeOf(await t.call(who, 'POST', `/bids/${id}/${action}`, action === 'counter' ? { body: bidBody() } : {}));
  for (const action of ['accept', 'reject', 'counter']) {
    expect(await act('seller', bid, action)).toBe('422 bid_not_pending');
    expect(await act('buyer', counter, action)).toBe('422 bid_not_pending');
    // AUTH-18
    expect(await act('rival', bid, action)).toBe('404 not_found');
  }
  expect(await statusOf(counter)).toBe('expired');
});

test('BID-12 only pending bids expire', async () => {
  const lot = await makeLot(t);
  const accepted = await makeBid(t, 'buyer', lot, { quantity_mt: 10 });
  const rejected = await makeBid(t, 'buyer', lot);
  const countered = await makeBid(t, 'buyer', lot);
  await acceptBid(t, 'seller', accepted);
  await t.call('seller', 'POST', `/bids/${rejected}/reject`);
  const counter = await counterBid(t, 'seller', countered);
  moveClock(t, 8 * DAY);
  expect(await Promise.all([accepted, rejected, countered, counter].map(statusOf))).toEqual([
    'accepted',
    'rejected',
    'countered',
    'expired',
  ]);
});

test('BID-53 INV-15 INV-22 EVT-27 a lot that expires is off the market at once, and rejects its bids with bid.rejected', async () => {
  const lot = await makeLot(t);
  const bid = await makeBid(t, 'buyer', lot);
  const counter = await counterBid(t, 'seller', await makeBid(t, 'rival', lot));
  await setLotExpiry(lot, '2026-06-12T12:00:00.000Z');
  moveClock(t, 2 * DAY - 0.001);
  expect(outcomeOf(await t.call('buyer', 'GET', `/inventory/${lot}`))).toBe('200');
  const recorded = await recordEvents(t, async () => {
    moveClock(t, 0.001);
    expect(outcomeOf(await t.call('buyer', 'GET', `/inventory/${lot}`))).toBe('404 not_found');
  });
  expect(recorded.map(({ type, subject_id }) => `${type} ${subject_id}`).toSorted()).toEqual(
    [`bid.rejected ${bid}`, `bid.rejected ${counter}`].toSorted(),
  );
  expect(await statusOf(bid)).toBe('rejected');
  const listed = itemsIn<{ id: string }>(await t.call('buyer', 'GET', '/inventory?limit=50'));
  expect(listed.map(({ id }) => id)).not.toContain(lot);
  expect(await readListing(t, lot)).toMatchObject({ status: 'unlisted', public_url: null });
  expect(outcomeOf(await t.call('buyer', 'POST', `/inventory/${lot}/bids`, { body: bidBody() }))).toBe('404 not_found');
});

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
