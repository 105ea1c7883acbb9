import { draftBuyerEvent } from '../../market/rules/bids.ts';
import { pendingBidsOf, setBidStatus } from '../../market/store/bids.ts';
import type { Db, Row } from '../../market/records/tables.ts';
import { emit } from '../webhooks/outbox.ts';
import type { World } from './world.ts';

/** BID-29, BID-30, BID-52, BID-53, EVT-27: a lot that is no longer on offer rejects its pending bids, and their teams are told. */
export async function rejectPendingBids(world: World, tx: Db, lot: Pick<Row<'lots'>, 'id'>, now: string): Promise<void> {
  const pending = await pendingBidsOf(tx, lot.id);
  for (const bid of pending) await setBidStatus(tx, bid, 'rejected');
  const drafts = pending.map((bid) => draftBuyerEvent('bid.rejected', bid));
  await emit(world, tx, drafts, now);
}
