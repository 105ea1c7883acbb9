import type { Bid, Desk, Parts, Trade } from './desk.ts';
import { readAll, readJson } from './market.ts';
import { readBid } from './events.ts';
import { sleep } from './wire.ts';

const DECIDED: ReadonlySet<string> = new Set(['accepted', 'rejected', 'countered', 'expired', 'cancelled']);

export const followParts: Pick<Parts, 'isOpen' | 'reconcile' | 'statusOf' | 'effects'> = {
  // A bid with an unknown status stays open, so that a person looks at it.
  isOpen: (status) => !DECIDED.has(status),
  // Events can be lost, and none is sent when a bid expires. Two lists need fewer requests than one read per bid.
  reconcile: async (desk) => {
    const [bids, trades] = await Promise.all([readAll<Bid>(desk, '/bids?limit=50'), readAll<Trade>(desk, '/trades?limit=50')]);
    for (const bid of bids) {
      const before = desk.bids.get(bid.id)?.status;
      desk.bids.set(bid.id, bid);
      if (before === undefined || before === bid.status) continue;
      desk.last_news_ms = Date.now();
      if (bid.status === 'countered') await desk.parts.onCountered(desk, bid);
    }
    for (const trade of trades) {
      if (desk.trades.get(trade.id)?.status !== trade.status) desk.last_news_ms = Date.now();
      desk.trades.set(trade.id, trade);
    }
  },
  effects: (desk) => desk.store.state.seen,
  statusOf: async (desk, bid_id) => {
    const known = desk.bids.get(bid_id);
    if (known !== undefined && !desk.parts.isOpen(known.status)) return known.status;
    return (await readBid(desk, bid_id))?.status ?? null;
  },
};

/** Reads bids only when an event arrives. */
export const EVENTS_ONLY: Pick<Parts, 'reconcile' | 'statusOf'> = {
  reconcile: () => Promise.resolve(),
  statusOf: (desk, id) => Promise.resolve(desk.bids.get(id)?.status ?? null),
};

/** Whether the bids of this desk, and the counters to them, are decided and settled. Other bids of its team do not matter. */
function isOver(desk: Desk): boolean {
  const ours = new Set(desk.store.state.orders.map(({ bid_id }) => bid_id));
  const bids = [...desk.bids.values()].filter(
    ({ id, counter_to }) => ours.has(id) || (counter_to !== null && ours.has(counter_to)),
  );
  const trades = [...desk.trades.values()];
  const isSettled = ({ id }: Bid): boolean => trades.some(({ bid_id, status }) => bid_id === id && status === 'Completed');
  return bids.every((bid) => !desk.parts.isOpen(bid.status) && (bid.status !== 'accepted' || isSettled(bid)));
}

/** Reconciles every `reconcile_ms` until the desk's bids are settled, or nothing has changed for `patience_ms`. */
export async function followUntilSettled(desk: Desk): Promise<void> {
  desk.last_news_ms = Date.now();
  let reconciled_ms = Date.now();
  while (!isOver(desk) && Date.now() - desk.last_news_ms < desk.settings.patience_ms) {
    await sleep(20);
    if (Date.now() - reconciled_ms < desk.settings.reconcile_ms) continue;
    await desk.parts.reconcile(desk);
    reconciled_ms = Date.now();
  }
  if (!isOver(desk)) await desk.parts.reconcile(desk);
}

/** Subscribes to the events of bids and trades. @returns the signing secret @throws ApiFailure */
export async function subscribe(desk: Desk, url: string): Promise<string> {
  const request = new Request(`${desk.settings.base_url}/webhooks`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url, events: ['bid.accepted', 'bid.rejected', 'bid.countered', 'trade.created', 'trade.settled'] }),
  });
  const { data } = await readJson<{ data: { secret: string } }>(await desk.wire(request));
  return data.secret;
}
