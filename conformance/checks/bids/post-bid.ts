import type { CheckContext } from '../../check/check-context.ts';
import { encodePath, sendBid, type Actor, type Reply, type JsonObject } from '#client';

/** Sends a valid bid to a listing. Does not check the response. @param overrides fields of PlaceBid; `undefined` removes a field */
export async function postBid(t: CheckContext, lot_id: string, overrides: JsonObject = {}, by: Actor = t.buyer): Promise<Reply> {
  // Without overrides, the body must be accepted, so `sendBid` may try another delivery window. With overrides, it is sent once.
  if (Object.keys(overrides).length === 0) return (await sendBid(t, by, lot_id)).reply;
  return by.post(encodePath`/inventory/${lot_id}/bids`, await t.arrange.bidBody(overrides));
}
