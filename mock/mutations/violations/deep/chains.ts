/** Queries for chains of bids and counters. */
import { findRow, type Reader, type Row } from '../kit/index.ts';

type Bid = Row<'bids'>;

/** The maximum length of a chain, which also ends the loop if the data has a cycle. */
const LENGTH_MAX = 50;

/** The bids before a counter, the nearest first; empty for a first bid. */
export async function ancestorsOf(db: Reader, bid: Pick<Bid, 'counter_to'>): Promise<readonly Bid[]> {
  const found: Bid[] = [];
  let next = bid.counter_to;
  while (next !== null && found.length < LENGTH_MAX) {
    const before = await findRow(db, 'bids', { id: next });
    if (before === undefined) break;
    found.push(before);
    next = before.counter_to;
  }
  return found;
}

/** The trade of a bid or of any later counter in its chain. */
export async function tradeOfChain(db: Reader, bid_id: string): Promise<Row<'trades'> | undefined> {
  let id = bid_id;
  for (let n = 0; n < LENGTH_MAX; n += 1) {
    const trade = await findRow(db, 'trades', { bid_id: id });
    if (trade !== undefined) return trade;
    const next = await findRow(db, 'bids', { counter_to: id });
    if (next === undefined) return undefined;
    ({ id } = next);
  }
  return undefined;
}

/** Whether a bid is a counter. False without a bid, as for the trade of an offer. */
export async function isCounter(db: Reader, bid_id: string | null): Promise<boolean> {
  const bid = await findRow(db, 'bids', { id: bid_id ?? '' });
  return typeof bid?.counter_to === 'string';
}
