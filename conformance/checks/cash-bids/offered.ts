import type { Need } from '../../check/check.ts';
import type { JsonNode } from '#client';
import { ensureSuccess, expectThat, isObject } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** No endpoint makes offers: the operator does. */
export const OFFER_NEEDS: readonly Need[] = ['elevator', 'writes', 'hook:make_offer', 'fixture:cash_bid_body'];

/** A seller's pending offer on a new cash bid of the elevator's. */
export async function makeOffer(t: CheckContext): Promise<{ cash_bid_id: string; id: string }> {
  const cash_bid = await t.arrange.cashBid();
  return { cash_bid_id: cash_bid.id, id: await t.arrange.offer(cash_bid.id) };
}

/** The offer as the list of its cash bid shows it. */
export async function findOffer(t: CheckContext, { cash_bid_id, id }: { cash_bid_id: string; id: string }): Promise<JsonNode> {
  const reply = await t.elevator.get(`/cash-bids/${cash_bid_id}/offers`, { limit: 50 });
  ensureSuccess(reply);
  const found = reply.body
    .get('items')
    .array()
    .find((offer) => offerIdOf(offer) === id);
  expectThat(found !== undefined, { message: 'An offer is not in the list of its cash bid.', reply, expected: id });
  return found;
}

/** An offer has a public id; the document names fields of offers in the event alone, where it is `offer_id`. */
export function offerIdOf(offer: JsonNode): unknown {
  return (offer.find('id') ?? offer.get('offer_id')).value;
}

/** CB-7: the cash bid of an offer, under one of the names it may have. */
export function cashBidOf(offer: JsonNode): unknown {
  const nested = offer.find('cash_bid')?.value;
  return offer.find('cash_bid_id')?.value ?? (isObject(nested) ? nested['id'] : nested);
}

/** PRIV-5, CB-7: masked as null, absent, or as a label; an object with a name is the party itself. */
export function expectMasked(offer: JsonNode): void {
  const party = offer.find('counterparty');
  if (party === undefined || party.isNull() || typeof party.value === 'string') return;
  const name = party.find('name');
  if (name !== undefined && !name.isNull() && name.value !== '') {
    party.breach('The offering party is named before its trade is settled.', 'null, nothing, or a label');
  }
}
