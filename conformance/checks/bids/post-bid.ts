import type { Actor, Reply } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { encodePath } from '#client';

/** Sends a valid bid to a listing. Does not check the response. @param overrides fields of PlaceBid; `undefined` removes a field */
export async function postBid(
  t: CheckContext,
  lot_id: string,
  overrides: Readonly<Record<string, unknown>> = {},
  by: Actor = t.buyer,
): Promise<Reply> {
  return by.post(encodePath`/inventory/${lot_id}/bids`, await t.arrange.bidBody(overrides));
}
