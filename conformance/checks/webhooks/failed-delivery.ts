import type { Actor, Arrival, DeliveryRow, Inbox, Lot, ReceiverAnswer, Reply } from '#client';
import { awaitDeliveryRow, isAboutBid, placeRejectableBid, readEventId, respondForBid } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** A delivery of `bid.rejected` that the receiver answered with a 4xx. */
export interface FailedDelivery {
  inbox: Inbox;
  bid_id: string;
  arrival: Arrival;
  row: DeliveryRow;
}

/** Creates a delivery that fails immediately. @param answers the replies to its attempts, in order; the first is a 4xx */
export async function makeFailedDelivery(
  t: CheckContext,
  by: Actor,
  answers: readonly ReceiverAnswer[] = [{ status: 400 }, { status: 200 }],
  lot?: Lot,
): Promise<FailedDelivery> {
  const { bid, reject } = await placeRejectableBid(t, by, lot);
  const inbox = await t.subscribe(by, ['bid.rejected'], respondForBid(bid.id, ...answers));
  await reject();
  const arrival = await inbox.next({ type: 'bid.rejected', where: isAboutBid(bid.id), after: 'a bid was rejected' });
  const row = await awaitDeliveryRow(t, { inbox, event_id: readEventId(arrival), status: 'failed' });
  return { inbox, bid_id: bid.id, arrival, row };
}

export function redeliveryPath({ inbox, row }: Pick<FailedDelivery, 'inbox' | 'row'>): string {
  return `/webhooks/${inbox.subscription.id}/deliveries/${String(row['id'])}/redeliver`;
}

/** Requests the redelivery of a delivery. @param by default: the team of the subscription */
export async function redeliver(failed: FailedDelivery, by: Actor = failed.inbox.actor): Promise<Reply> {
  return by.post(redeliveryPath(failed));
}
