/** What buyers and sellers do over HTTP, for tests. */
import type { Bid, EventType, Listing, PlaceBid, ReceivedBid, Trade } from '#spec';
import { bidIn, itemsIn, listingIn, tradeIn } from './answers.ts';
import type { TestMock } from './open-mock.ts';
import { bidBody, makeBid } from './open-mock.ts';

/** A bid as the buyer's team reads it. */
export async function readBid(t: TestMock, id: string, who = 'buyer'): Promise<Bid> {
  return bidIn(await t.call(who, 'GET', `/bids/${id}`));
}

/** The bids on a lot as its seller reads them, newest first. */
export async function readReceived(t: TestMock, lot_id: string, who = 'seller'): Promise<ReceivedBid[]> {
  return itemsIn(await t.call(who, 'GET', `/me/inventory/${lot_id}/bids?limit=50`));
}

/** A bid as the seller of its lot reads it. */
export async function readReceivedBid(t: TestMock, lot_id: string, id: string, who = 'seller'): Promise<ReceivedBid> {
  const found = (await readReceived(t, lot_id, who)).find((bid) => bid.id === id);
  if (found === undefined) throw new Error(`${id} is not among the bids received`);
  return found;
}

export async function readListing(t: TestMock, id: string, who = 'seller'): Promise<Listing> {
  return listingIn(await t.call(who, 'GET', `/me/inventory/${id}`));
}

/** A bid with a line for each grade and price. */
export function linesBody(prices: Readonly<Record<string, number>>, change: Partial<PlaceBid> = {}): PlaceBid {
  const { price: _, ...body } = bidBody(change);
  return { ...body, bids: Object.entries(prices).map(([grade, amount]) => ({ grade, price: { amount, unit: 'MT' } })) };
}

/** Places a bid with lines, and answers it. */
export async function placeLines(t: TestMock, lot_id: string, prices: Readonly<Record<string, number>>): Promise<Bid> {
  return bidIn(await t.call('buyer', 'POST', `/inventory/${lot_id}/bids`, { body: linesBody(prices) }));
}

/** Counters a bid, and answers the id of the new one. */
export async function counterBid(t: TestMock, who: string, id: string, change: Partial<PlaceBid> = {}): Promise<string> {
  return bidIn(await t.call(who, 'POST', `/bids/${id}/counter`, { body: bidBody(change) })).id;
}

export async function acceptBid(t: TestMock, who: string, id: string, body?: unknown): Promise<Trade> {
  return tradeIn(await t.call(who, 'POST', `/bids/${id}/accept`, body === undefined ? {} : { body }));
}

/** Places a bid of the buyer's that the seller accepts. */
export async function makeTrade(t: TestMock, lot_id: string, seller = 'seller', buyer = 'buyer'): Promise<Trade> {
  return acceptBid(t, seller, await makeBid(t, buyer, lot_id));
}

/** Pays one invoice of a trade, through the control plane. */
export async function payInvoice(t: TestMock, trade_id: string, invoice: 'buyer' | 'seller'): Promise<void> {
  const paid = await t.control('POST', `/trades/${trade_id}/invoices/${invoice}/pay`);
  if (paid.status !== 200) throw new Error(`the invoice was not paid: ${paid.text}`);
}

/** Moves the clock ahead of where it stands; what falls due happens with the next request. */
export function moveClock(t: TestMock, seconds: number): void {
  const { clock } = t.mock.worlds.default;
  clock.set(clock.now_ms() + seconds * 1000);
}

/** An event as it was recorded, and the teams whose subscriptions it was queued for. */
export interface Recorded {
  type: string;
  subject_id: string | null;
  livemode: number;
  heard_by: string[];
}

/** What a deed recorded, in order: `bid.accepted` of which bid, `trade.created` of which trade. */
export async function recordEvents(t: TestMock, deed: () => Promise<unknown>): Promise<Recorded[]> {
  const { reader: db } = t.mock.worlds.default.store;
  const before = await db.selectFrom('events').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  await deed();
  const events = await db
    .selectFrom('events')
    .selectAll()
    .where('seq', '>', before?.seq ?? 0)
    .orderBy('seq')
    .execute();
  const queued = await db
    .selectFrom('queue')
    .innerJoin('subscriptions', 'subscriptions.id', 'queue.subscription_id')
    .select(['event_id', 'team_id'])
    .orderBy('team_id')
    .execute();
  return events.map(({ id, type, subject_id, livemode }) => ({
    type,
    subject_id,
    livemode,
    heard_by: queued.filter(({ event_id }) => event_id === id).map(({ team_id }) => team_id),
  }));
}

/**
 * Subscribes a team to types of events, at an address where nobody listens: on a clock that stands still, what is queued for it stays in the
 * queue.
 */
export async function subscribeTeam(
  t: TestMock,
  team_id: string,
  events: readonly EventType[],
  change: { livemode?: 0 | 1; client_id?: string; is_active?: 0 | 1; deleted_at?: string } = {},
): Promise<void> {
  const { store, clock } = t.mock.worlds.default;
  const { total } = await store.reader
    .selectFrom('subscriptions')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const id = `whk_test_${total}`;
  const row = { team_id, client_id: 'gristmill-desk', livemode: 1, is_active: 1, deleted_at: null, ...change } as const;
  await store.write((tx) =>
    tx
      .insertInto('subscriptions')
      .values({
        id,
        ...row,
        url: 'http://127.0.0.1:1/',
        events: JSON.stringify(events),
        secret: 'whsec_test',
        created_at: clock.now(),
      })
      .execute(),
  );
}
