/** Bids, trades, and lots with an unusual history, which all checks of whole lists share. */
import {
  Blocked,
  Unverifiable,
  encodePath,
  ensureSuccess,
  readId,
  sendBid,
  type Actor,
  type Bid,
  type Lot,
  type Trade,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { actOnBid } from '../bids/states.ts';

/** Plain data, because an actor belongs to one check. */
export interface Deals {
  readonly bids: { id: string; lot_id: string; by: 'buyer' | 'seller' }[];
  /** The lots with bids, except one that is archived. */
  readonly lots: { id: string; is_sold: boolean }[];
  readonly trades: string[];
}

/** Adds the records of one history. */
type Part = (t: CheckContext, deals: Deals) => Promise<void>;

function add({ bids, lots, trades }: Deals, lot: Lot, own: { bids: readonly Bid[]; trade?: Trade }): void {
  lots.push({ id: lot.id, is_sold: own.trade !== undefined });
  for (const { id, by } of own.bids) bids.push({ id, lot_id: lot.id, by: by.name === lot.seller.name ? 'seller' : 'buyer' });
  if (own.trade !== undefined) trades.push(own.trade.id);
}

/** Another bid of the buyer, if the target takes one. */
async function addLaterBid(t: CheckContext, { bids }: Deals, lot: Lot): Promise<void> {
  const { reply } = await sendBid(t, t.buyer, lot.id);
  const id = readId(reply);
  if (reply.is_success && id !== undefined) bids.push({ id, lot_id: lot.id, by: 'buyer' });
}

/** A lot that is published again, with a bid from before and one from after. */
const relist: Part = async (t, deals) => {
  const lot = await t.arrange.lot();
  add(deals, lot, { bids: [await t.arrange.bid(lot)] });
  for (const listed of [false, true]) ensureSuccess(await lot.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed }));
  await addLaterBid(t, deals, lot);
};

/** A bid, three counters, and the rejection of the last one. */
const counterAgain: Part = async (t, deals) => {
  const lot = await t.arrange.lot();
  const bid = await t.arrange.bid(lot);
  const counter = await t.arrange.counter(lot, bid);
  add(deals, lot, { bids: [bid, counter] });
  let last = counter.id;
  const sides: readonly (readonly [Actor, 'buyer' | 'seller'])[] = [
    [t.buyer, 'buyer'],
    [lot.seller, 'seller'],
  ];
  for (const [actor, by] of sides) {
    // That a counter can be countered is only derived (BID-57).
    const id = readId(await actOnBid(t, actor, last, 'counter'));
    if (id === undefined) return;
    deals.bids.push({ id, lot_id: lot.id, by });
    last = id;
  }
  await actOnBid(t, t.buyer, last, 'reject');
};

/** A trade with one paid invoice, and a later bid on its lot. */
const sell: Part = async (t, deals) => {
  const trade = await t.arrange.trade();
  add(deals, trade.lot, { bids: [trade.bid], trade });
  await addLaterBid(t, deals, trade.lot);
  if (t.hasHook('pay_invoice')) await t.arrange.pay(trade, 'buyer');
};

/** The settled trade of a counter. */
const sellByCounter: Part = async (t, deals) => {
  const trade = await t.arrange.tradeOfCounter();
  add(deals, trade.lot, { bids: [trade.countered, trade.bid], trade });
  if (t.hasHook('pay_invoice')) await t.arrange.settle(trade);
};

const sellByGrades: Part = async (t, deals) => {
  const bid = await t.arrange.multiGradeBid();
  if (bid.lot === undefined) return;
  add(deals, bid.lot, { bids: [bid] });
  const accepted = await bid.lot.seller.post(encodePath`/bids/${bid.id}/accept`, { bid_items: bid.grades.slice(0, 1) });
  ensureSuccess(accepted);
  const id = readId(accepted);
  if (id !== undefined) deals.trades.push(id);
};

const rejectByGrades: Part = async (t, deals) => {
  const bid = await t.arrange.multiGradeBid();
  if (bid.lot === undefined) return;
  add(deals, bid.lot, { bids: [bid] });
  ensureSuccess(await actOnBid(t, bid.lot.seller, bid.id, 'reject'));
};

const sellAndArchive: Part = async (t, deals) => {
  const trade = await t.arrange.trade();
  ensureSuccess(await trade.lot.seller.delete(encodePath`/me/inventory/${trade.lot.id}`));
  deals.bids.push({ id: trade.bid.id, lot_id: trade.lot.id, by: 'buyer' });
  deals.trades.push(trade.id);
};

/** A lot that is unlisted while its counter is pending. */
const unlist: Part = async (t, deals) => {
  const lot = await t.arrange.lot();
  const bid = await t.arrange.bid(lot);
  add(deals, lot, { bids: [bid, await t.arrange.counter(lot, bid)] });
  ensureSuccess(await lot.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed: false }));
};

const PARTS: readonly Part[] = [relist, counterAgain, sell, sellByCounter, sellByGrades, rejectByGrades, sellAndArchive, unlist];

/** Runs each part. Those that fail are left out. @returns why parts were blocked @throws Unverifiable if the target takes none of them */
async function runParts(parts: readonly (() => Promise<void>)[]): Promise<readonly Blocked[]> {
  const blocked: Blocked[] = [];
  const untaken: Unverifiable[] = [];
  for (const part of parts) {
    try {
      await part();
    } catch (error) {
      if (error instanceof Blocked) blocked.push(error);
      else if (error instanceof Unverifiable) untaken.push(error);
      else throw error;
    }
  }
  const [first] = untaken;
  if (first !== undefined && untaken.length === parts.length) throw first;
  return blocked;
}

/**
 * Creates records, once per run. A check that uses them cannot pass if some are missing because of a failure.
 * @param made receives the records, as plain data
 * @param parts each creates the records of one history
 * @throws Unverifiable if the target takes none of the parts
 */
export async function arrangeOnce<Made>(
  t: CheckContext,
  name: string,
  made: Made,
  parts: readonly ((made: Made) => Promise<void>)[],
): Promise<Made> {
  const shared = await t.run.once(name, async () => ({
    made,
    blocked: await runParts(parts.map((part) => async () => part(made))),
  }));
  for (const why of shared.blocked) t.misses(why);
  return shared.made;
}

/** Creates the deals, once per run. */
export async function arrangeDeals(t: CheckContext): Promise<Deals> {
  const none: Deals = { bids: [], lots: [], trades: [] };
  return arrangeOnce(
    t,
    'deals with a history',
    none,
    PARTS.map((part) => async (made) => part(t, made)),
  );
}
