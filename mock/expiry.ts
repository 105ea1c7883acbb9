import { rejectPendingBids } from './delist.ts';
import { setBidStatus } from './store/bids.ts';
import { updateLot } from './store/lots.ts';
import type { Db } from './store/tables.ts';
import { clearCongestions } from './webhooks/congestion.ts';
import type { World } from './world.ts';

/** Lets happen what time alone brings: bids and lots expire, congestion clears. Of a bid and its lot due at once, the bid expires first. */
export async function expireDue(world: World, tx: Db, now: string): Promise<void> {
  // BID-12: no event when a bid expires.
  const bids = await tx
    .selectFrom('bids')
    .select(['id', 'type'])
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .execute();
  for (const bid of bids) await setBidStatus(tx, bid, 'expired');

  // BID-53, INV-15: a lot that expires is delisted.
  const lots = await tx.selectFrom('lots').select('id').where('status', '=', 'listed').where('expires_at', '<=', now).execute();
  for (const lot of lots) {
    await updateLot(tx, lot.id, { status: 'unlisted' });
    await rejectPendingBids(world, tx, lot, now);
  }

  await clearCongestions(world, tx, now);
}
