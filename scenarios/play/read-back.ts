/** The requests that read back the affected resources after every command, as each party. */
import { readUntil, encodePath } from '#client';
import { isUpToDate } from '../invariants/lists.ts';
import { isSandbox, getById, type Bid, type Party, type Trade } from '../model/model.ts';
import { readResources } from '../session/resources.ts';
import type { Session } from '../session/session.ts';

/** The number of touched resources of each kind to read, newest first. */
const DETAILS_MAX = 2;

/** Reads back what the command touched. Checks nothing itself: the invariants check the responses. */
export async function readBack(session: Session): Promise<void> {
  const { model, touched } = session;
  session.phase = 'read_back';
  const trades = newestOf(model.trades, touched.trades);
  for (const trade of trades) if (trade.bid_id !== null) touched.bids.add(trade.bid_id);
  const bids = newestOf(model.bids, touched.bids);
  for (const bid of bids) touched.lots.add(bid.lot_id);
  await readTrades(session, trades);
  await readBids(session, bids);
  await readLots(session);
  await readOffers(session);
}

function newestOf<Item extends { readonly id: string }>(items: readonly Item[], ids: ReadonlySet<string>): readonly Item[] {
  return items.filter(({ id }) => ids.has(id)).slice(-DETAILS_MAX);
}

async function readTrades(session: Session, trades: readonly Trade[]): Promise<void> {
  for (const { id, buyer, seller } of trades) {
    if (buyer !== 'simulator') await session.actor(buyer).get(encodePath`/trades/${id}`);
    await session.actor(seller).get(encodePath`/trades/${id}`);
  }
  const last = trades.at(-1);
  if (last === undefined) return;
  const { buyer, seller } = last;
  for (const party of [buyer, seller]) if (party !== 'simulator') await readList(session, party, '/trades');
}

async function readBids(session: Session, bids: readonly Bid[]): Promise<void> {
  const { lots } = session.model;
  for (const { id, buyer } of bids) if (buyer !== 'simulator') await session.actor(buyer).get(encodePath`/bids/${id}`);
  const last = bids.at(-1);
  if (last === undefined) return;
  const { seller } = getById(lots, last.lot_id);
  if (last.buyer !== 'simulator') await readList(session, last.buyer, '/bids');
  await readList(session, seller, encodePath`/me/inventory/${last.lot_id}/bids`);
  await readList(session, seller, '/me/bids-received');
}

/** Reads a list until it is up to date, which can take a moment. Only the last response counts. */
async function readList(session: Session, party: Party, path: string): Promise<void> {
  const seen = session.actions.flatMap((one) =>
    one.type === 'exchange' && one.step === session.step && session.isReadBack(one.exchange) ? readResources(one.exchange) : [],
  );
  await readUntil(
    () => session.actor(party).get(path, { limit: 50 }),
    ({ exchange }) => {
      if (isUpToDate(session, exchange, seen)) return true;
      session.supersede(exchange);
      return false;
    },
  );
}

async function readLots(session: Session): Promise<void> {
  const lot = session.model.lots.findLast(({ id }) => session.touched.lots.has(id));
  if (lot === undefined) return;
  await session.actor(lot.seller).get(encodePath`/me/inventory/${lot.id}`);
  // Prefer the rival, because the buyer already sends most requests.
  const reader = session.has('rival') ? 'rival' : 'buyer';
  if (!isSandbox(lot.seller)) await session.actor(reader).get(encodePath`/inventory/${lot.id}`);
}

/** CB-4 */
async function readOffers(session: Session): Promise<void> {
  for (const { id, owner } of newestOf(session.model.cash_bids, session.touched.cash_bids)) {
    await session.actor(owner).get(encodePath`/cash-bids/${id}/offers`, { limit: 50 });
  }
}
