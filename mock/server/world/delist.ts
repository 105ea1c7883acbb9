import { draftBuyerEvent } from '../../market/rules/bids.ts';
import { pendingBidsOf, setBidStatus } from '../../market/store/bids.ts';
import type { Row, Tx } from '../../market/records/tables.ts';
import { emit } from '../webhooks/outbox.ts';
import type { WorldPorts } from '../ports.ts';

/** BID-29, BID-30, BID-52, BID-53, EVT-27: rejects the pending bids of a delisted lot, with an event for each team. */
export async function rejectPendingBids(world: WorldPorts, tx: Tx, lot: Pick<Row<'lots'>, 'id'>, now: string): Promise<void> {
  const pending = await pendingBidsOf(tx, lot.id);
  for (const bid of pending) await setBidStatus(tx, bid, 'rejected');
  const drafts = pending.map((bid) => draftBuyerEvent('bid.rejected', bid));
  await emit(world, tx, drafts, now);
}
