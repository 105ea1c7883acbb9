import type { Actor, JsonNode, Lot, Reply } from '#client';
import { findBidInInbox, findReceivedBid, readBid } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** A field of a new bid, once for each view that has it: the reply, the bid, and both of the seller's lists. */
export async function fieldInViews(
  t: CheckContext,
  lot: Lot,
  placed: Reply,
  field: string,
  by: Actor = t.buyer,
): Promise<readonly JsonNode[]> {
  const id = placed.data.get('id').text();
  const views = [placed.data, await readBid(by, id), await findReceivedBid(t, lot, id), await findBidInInbox(lot.seller, id)];
  return views.flatMap((view) => (view?.has(field) === true ? [view.get(field)] : []));
}
