import type { Actor, Arrival, Bid, Inbox, Lot, ReceiverResponse, Reply, JsonObject } from '#client';
import { awaitDeliveryRow, isAboutBid, placeRejectableBid, readEventId, respondForBid, encodePath } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** A delivery of `bid.rejected` for which the receiver returned a 4xx. */
export interface FailedDelivery {
  inbox: Inbox;
  bid_id: string;
  arrival: Arrival;
  event_id: string;
  row: JsonObject;
}

/** Rejects a bid and waits for its delivery. @throws Blocked if there is none */
export async function deliverRejection(
  inbox: Inbox,
  { bid, reject }: { bid: Pick<Bid, 'id'>; reject: () => Promise<unknown> },
): Promise<{ arrival: Arrival; event_id: string }> {
  await reject();
  const arrival = await inbox.requireNext({ type: 'bid.rejected', where: isAboutBid(bid.id), after: 'a bid was rejected' });
  return { arrival, event_id: readEventId(arrival) };
}

/** Creates a delivery that fails immediately. @param responses the replies to its attempts, in order; the first is a 4xx */
export async function makeFailedDelivery(
  t: CheckContext,
  by: Actor,
  responses: readonly ReceiverResponse[] = [{ status: 400 }, { status: 200 }],
  lot?: Lot,
): Promise<FailedDelivery> {
  const placed = await placeRejectableBid(t, by, lot);
  const inbox = await t.subscribe(by, ['bid.rejected'], respondForBid(placed.bid.id, ...responses));
  const { arrival, event_id } = await deliverRejection(inbox, placed);
  const row = await awaitDeliveryRow(t, { inbox, event_id, status: 'failed' });
  return { inbox, bid_id: placed.bid.id, arrival, event_id, row };
}

export function redeliveryPath({ inbox, row }: Pick<FailedDelivery, 'inbox' | 'row'>): string {
  return encodePath`/webhooks/${inbox.subscription.id}/deliveries/${String(row['id'])}/redeliver`;
}

/** Requests the redelivery of a delivery. @param by default: the team of the subscription */
export async function redeliver(failed: FailedDelivery, by: Actor = failed.inbox.actor): Promise<Reply> {
  return by.post(redeliveryPath(failed));
}
