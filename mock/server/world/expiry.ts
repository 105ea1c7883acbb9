import { rejectPendingBids } from './delist.ts';
import { yieldToEventLoop } from '../../ports/event-loop.ts';
import { setBidStatus } from '../../market/store/bids.ts';
import { updateLot } from '../../market/store/lots.ts';
import type { Tx } from '../../market/records/tables.ts';
import { clearCongestions } from '../webhooks/congestion.ts';
import type { WorldPorts } from '../ports.ts';

/** How many lots or bids expire before the event loop gets a turn. */
export const EXPIRED_PER_SLICE = 20;

/**
 * Expires bids and lots and clears congestion, in order of their due times. An expired lot rejects the bids that are still pending at that
 * time. If a bid and its lot are due at the same time, the bid expires first.
 */
export async function expireDue(world: WorldPorts, tx: Tx, now: string): Promise<void> {
  // BID-53, INV-15: a lot that expires is delisted.
  const lots = await tx
    .selectFrom('lots')
    .select(['id', 'expires_at'])
    .where('status', '=', 'listed')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .orderBy('id')
    .execute();
  for (const [index, lot] of lots.entries()) {
    if (index % EXPIRED_PER_SLICE === EXPIRED_PER_SLICE - 1) await yieldToEventLoop();
    await expireBids(tx, lot.expires_at ?? now);
    await updateLot(tx, lot.id, { status: 'unlisted' });
    await rejectPendingBids(world, tx, lot, now);
  }
  await expireBids(tx, now);

  await clearCongestions(world, tx, now);
}

/** BID-12: no event when a bid expires. */
async function expireBids(tx: Tx, until: string): Promise<void> {
  const bids = await tx
    .selectFrom('bids')
    .select(['id', 'type'])
    .where('status', '=', 'pending')
    .where('expires_at', '<=', until)
    .execute();
  for (const [index, bid] of bids.entries()) {
    if (index % EXPIRED_PER_SLICE === EXPIRED_PER_SLICE - 1) await yieldToEventLoop();
    await setBidStatus(tx, bid, 'expired');
  }
}
