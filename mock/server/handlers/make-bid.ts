import type { BidTerms } from '../../market/rules/bid-terms.ts';
import { insertBid } from '../../market/store/bids.ts';
import type { Row, Tx } from '../../market/records/tables.ts';
import type { WorldPorts } from '../ports.ts';

type Parties = Pick<
  Row<'bids'>,
  'livemode' | 'lot_id' | 'buyer_team_id' | 'buyer_user_id' | 'seller_user_id' | 'author' | 'counter_to' | 'is_simulated'
>;

/** Creates a pending bid with its lines (BID-1, BID-27), whether it is placed, countered, or simulated. */
export async function makeBid(
  world: WorldPorts,
  tx: Tx,
  parties: Parties,
  { lines, ...terms }: BidTerms,
  now: string,
): Promise<Row<'bids'>> {
  const { id, reference } = await world.ids.nextWithReference(tx, 'bid');
  const bid: Row<'bids'> = { id, reference, ...parties, ...terms, status: 'pending', created_at: now };
  const rows: Row<'bid_lines'>[] = [];
  for (const [position, line] of lines.entries()) {
    rows.push({ id: await world.ids.next(tx, 'line'), bid_id: id, position, ...line, status: 'pending' });
  }
  await insertBid(tx, bid, rows);
  return bid;
}
