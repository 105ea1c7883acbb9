/** What buyers and sellers do over HTTP, for tests. */
import type { Bid, Listing, PlaceBid } from '#spec';
import { bidIn, idIn, listingIn } from './responses.ts';
import type { TestMock } from './open-mock.ts';
import { bidBody } from './open-mock.ts';

/** A bid as the buyer's team reads it. */
export async function readBid(t: TestMock, id: string): Promise<Bid> {
  return bidIn(await t.call('buyer', 'GET', `/bids/${id}`));
}

/** A listing as the seller reads it. */
export async function readListing(t: TestMock, id: string): Promise<Listing> {
  return listingIn(await t.call('seller', 'GET', `/me/inventory/${id}`));
}

/** The body of a multi-grade bid. @param prices the price of each grade */
export function linesBody(prices: Readonly<Record<string, number>>): PlaceBid {
  const { price: _, ...body } = bidBody();
  return { ...body, bids: Object.entries(prices).map(([grade, amount]) => ({ grade, price: { amount, unit: 'MT' } })) };
}

/** Places a bid with lines, and returns it. */
export async function placeLines(t: TestMock, lot_id: string, prices: Readonly<Record<string, number>>): Promise<Bid> {
  return bidIn(await t.call('buyer', 'POST', `/inventory/${lot_id}/bids`, { body: linesBody(prices) }));
}

/** Counters a bid, and returns the id of the counter. */
export async function counterBid(t: TestMock, who: string, id: string, change: Partial<PlaceBid> = {}): Promise<string> {
  return idIn(await t.call(who, 'POST', `/bids/${id}/counter`, { body: bidBody(change) }));
}

/** Advances the clock. The next request runs what has become due. */
export function moveClock(t: TestMock, seconds: number): void {
  const { clock } = t.mock.worlds.default;
  clock.set(clock.now_ms() + seconds * 1000);
}

/** Returns the events that an action records, in order. */
export async function recordEvents(
  t: TestMock,
  act: () => Promise<unknown>,
): Promise<{ type: string; subject_id: string | null }[]> {
  const { reader: db } = t.mock.worlds.default.store;
  const events = db.selectFrom('events').select(['seq', 'type', 'subject_id']).orderBy('seq');
  const before = (await events.execute()).length;
  await act();
  return (await events.execute()).slice(before).map(({ type, subject_id }) => ({ type, subject_id }));
}
