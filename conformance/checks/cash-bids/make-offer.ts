import type { Need } from '../../check/check.ts';
import { ensureSuccess, expectRefusal, expectThat, isObject, type JsonNode, type Reply, encodePath } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { hasContent } from '../../privacy/keys.ts';

export const CASH_BID_NEEDS = ['elevator', 'writes', 'fixture:cash_bid_body'] as const satisfies readonly Need[];

/** No endpoint creates offers, so a hook does. */
export const OFFER_NEEDS: readonly Need[] = ['elevator', 'writes', 'hook:make_offer', 'fixture:cash_bid_body'];

interface Offer {
  cash_bid_id: string;
  id: string;
}

/** Creates a seller's pending offer on a new cash bid of the elevator. */
export async function makeOffer(t: CheckContext): Promise<Offer> {
  const cash_bid = await t.arrange.cashBid();
  return { cash_bid_id: cash_bid.id, id: await t.arrange.offer(cash_bid.id) };
}

/** Accepts or rejects an offer as the elevator. Does not check the response. */
export async function decide(t: CheckContext, { id }: Pick<Offer, 'id'>, action: 'accept' | 'reject'): Promise<Reply> {
  return t.elevator.post(encodePath`/cash-bid-offers/${id}/${action}`);
}

/** The offer in the list of its cash bid. */
export async function findOffer(t: CheckContext, { cash_bid_id, id }: Offer): Promise<JsonNode> {
  const reply = await t.elevator.get(encodePath`/cash-bids/${cash_bid_id}/offers`, { limit: 50 });
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

/** CB-7: an offer has the id of its cash bid, under any of its possible names. */
export function expectCashBid(offer: JsonNode, cash_bid_id: string): void {
  const nested = offer.find('cash_bid')?.value;
  const shown = offer.find('cash_bid_id')?.value ?? (isObject(nested) ? nested['id'] : nested);
  expectThat(shown === cash_bid_id, {
    message: 'An offer does not have the id of its cash bid.',
    reply: offer.reply,
    expected: cash_bid_id,
    observed: offer.value,
  });
}

/** PRIV-5, CB-7: a masked party is null, absent, or a label, which can also be the name in an object. Any other name is not masked. */
export function expectMasked(offer: JsonNode): void {
  const party = offer.find('counterparty');
  if (party === undefined || party.isNull() || typeof party.value === 'string') return;
  const name = party.find('name');
  if (name !== undefined && hasContent(name.value)) {
    party.breach('The offering party is named before the trade is settled.', 'null, absent, or a label');
  }
}

/**
 * Asserts that the rival gets 404 for a record of another team, like for one that does not exist.
 * @param own_id the id of the record
 * @throws Unverifiable if the rival gets 403 for both: its token has no scope for cash bids, or its team cannot have any
 */
export async function expectHidden(
  t: CheckContext,
  method: 'GET' | 'POST' | 'PATCH',
  path: (id: string) => string,
  own_id: string,
): Promise<void> {
  const reply_for_own = await t.rival.send({ method, path: path(own_id) });
  if (reply_for_own.status === 403) {
    const reply_for_missing = await t.rival.send({ method, path: path(own_id.replace(/_.*$/, '_000000000000000000000000')) });
    if (reply_for_missing.status === 403) {
      expectRefusal(reply_for_own, 403, { code: 'insufficient_scope' });
      t.unverifiable(
        'the token of the rival cannot use cash bids (403): it needs cashbids.read and cashbids.write',
        'actors.rival',
      );
    }
  }
  expectRefusal(reply_for_own, 404, { code: 'not_found' });
}
