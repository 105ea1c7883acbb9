/** Bids and the counters to them: what deep violations ask of the store. */
import type { Reader, Row } from '../../../market/records/tables.ts';

type Bid = Row<'bids'>;

/** Longer than any chain that is ever made: what points at itself must not be followed for ever. */
const LENGTH_MAX = 50;

async function bidBy(db: Reader, column: 'id' | 'counter_to', id: string): Promise<Bid | undefined> {
  return db.selectFrom('bids').selectAll().where(column, '=', id).executeTakeFirst();
}

/** The bids that led to a counter, the nearest first; none before a bid that counters nothing. */
export async function ancestorsOf(db: Reader, bid: Pick<Bid, 'counter_to'>): Promise<readonly Bid[]> {
  const found: Bid[] = [];
  let next = bid.counter_to;
  while (next !== null && found.length < LENGTH_MAX) {
    const before = await bidBy(db, 'id', next);
    if (before === undefined) break;
    found.push(before);
    next = before.counter_to;
  }
  return found;
}

/** The trade that came of a bid, or of a counter to it at any remove. */
export async function tradeOfChain(db: Reader, bid_id: string): Promise<Row<'trades'> | undefined> {
  let id = bid_id;
  for (let n = 0; n < LENGTH_MAX; n += 1) {
    const trade = await db.selectFrom('trades').selectAll().where('bid_id', '=', id).executeTakeFirst();
    if (trade !== undefined) return trade;
    const next = await bidBy(db, 'counter_to', id);
    if (next === undefined) return undefined;
    ({ id } = next);
  }
  return undefined;
}

/** Whether a trade came of a counter. */
export async function isOfCounter(db: Reader, bid_id: string | null): Promise<boolean> {
  const bid = bid_id === null ? undefined : await bidBy(db, 'id', bid_id);
  return bid !== undefined && bid.counter_to !== null;
}
