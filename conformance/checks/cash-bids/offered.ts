import type { Need } from '../../check/check.ts';
import { ensureSuccess, expectThat, isObject, type JsonNode } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** No endpoint creates offers, so a hook does. */
export const OFFER_NEEDS: readonly Need[] = ['elevator', 'writes', 'hook:make_offer', 'fixture:cash_bid_body'];

/** Creates a seller's pending offer on a new cash bid of the elevator. */
export async function makeOffer(t: CheckContext): Promise<{ cash_bid_id: string; id: string }> {
  const cash_bid = await t.arrange.cashBid();
  return { cash_bid_id: cash_bid.id, id: await t.arrange.offer(cash_bid.id) };
}

/** The offer in the list of its cash bid. */
export async function findOffer(t: CheckContext, { cash_bid_id, id }: { cash_bid_id: string; id: string }): Promise<JsonNode> {
  const reply = await t.elevator.get(`/cash-bids/${cash_bid_id}/offers`, { limit: 50 });
  ensureSuccess(reply);
  const found = reply.items.find((offer) => offerIdOf(offer) === id);
  expectThat(found !== undefined, {
    message: 'GET /cash-bids/{id}/offers does not list an offer on the cash bid.',
    reply,
    expected: id,
  });
  return found;
}

/** The public id of an offer. The document names it only in the event, as `offer_id`. */
export function offerIdOf(offer: JsonNode): unknown {
  return (offer.find('id') ?? offer.get('offer_id')).value;
}

/** CB-7: the id of an offer's cash bid, under any of its possible names. */
export function cashBidOf(offer: JsonNode): unknown {
  const nested = offer.find('cash_bid')?.value;
  return offer.find('cash_bid_id')?.value ?? (isObject(nested) ? nested['id'] : nested);
}

/** PRIV-5, CB-7: a masked party is null, absent, or a label. An object with a name is not masked. */
export function expectMasked(offer: JsonNode): void {
  const party = offer.find('counterparty');
  if (party === undefined || party.isNull() || typeof party.value === 'string') return;
  const name = party.find('name');
  if (name !== undefined && !name.isNull() && name.value !== '') {
    party.breach('The offering party is named before the trade is settled.', 'null, absent, or a label');
  }
}
