/** Finds bids that other users placed on the listings of a check. They are legal, but a check can mistake them for bids that the target created. */
import { BUYER_NAMES, dataIn, isSuccess, parseJson, readItems, readPath, decodePart, encodePath, type Exchange } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** The most bids to ask for, so that a list of many costs few requests. */
const BIDS_ASKED_MAX = 5;

/**
 * Whether the check saw a bid of another user on one of its listings. Such a bid differs from everything that this run sent there, and
 * `GET /bids/{id}` shows it to no actor (BID-16). False if the check simulated a bid, because the run does not know the terms of that bid.
 * @param exchanges what the check saw before it failed
 */
export async function seesBidOfOthers(t: CheckContext, exchanges: readonly Exchange[]): Promise<boolean> {
  if (exchanges.some(({ operation }) => operation === 'simulateEvent')) return false;
  const unknown = exchanges.filter((one) => one.operation === 'listReceivedBids').flatMap((list) => unknownBidsIn(t, list));
  for (const id of [...new Set(unknown)].slice(0, BIDS_ASKED_MAX)) if (await isHidden(t, exchanges, id)) return true;
  return false;
}

/** The ids of the bids in a list of received bids that this run neither created nor sent. A wrong list can have bids on other listings. */
function unknownBidsIn({ run, check }: CheckContext, list: Exchange): readonly string[] {
  const [, part = ''] = /\/me\/inventory\/([^/?]+)\/bids/.exec(list.url) ?? [];
  const listing_id = decodePart(part);
  const sent = run.trail.actions.flatMap((action) => (action.type === 'exchange' ? [action.exchange] : [])).filter(sendsBid);
  const created = new Set(sent.filter(isSuccess).map(({ json }) => dataIn(json)['id']));
  // The path of a counter does not name the listing.
  const here = sent.filter(({ operation, url, check: by }) =>
    operation === 'placeBid' ? url.includes(encodePath`/inventory/${listing_id}/`) : by === check.id,
  );
  const terms = here.map(({ request_body = '' }) => parseJson(request_body));
  return readItems(list).flatMap((bid) => {
    const { id, listing_id: on = bid['inventory_id'] ?? listing_id } = bid;
    const is_unknown = typeof id === 'string' && on === listing_id && !created.has(id);
    return is_unknown && terms.every((own) => hasOtherTerms(bid, own)) ? [id] : [];
  });
}

function sendsBid({ operation }: Exchange): boolean {
  return operation === 'placeBid' || operation === 'counterBid';
}

const TERMS = [['quantity_mt'], ['delivery', 'from'], ['price', 'amount']] as const;

/** Whether at least two terms differ. One difference is not enough, because the target can change a term, for example by converting the price. */
function hasOtherTerms(bid: unknown, body: unknown): boolean {
  const differing = TERMS.filter((path) => {
    const [shown, sent] = [readPath(bid, ...path) ?? undefined, readPath(body, ...path) ?? undefined];
    return shown !== undefined && sent !== undefined && normalizeTerm(shown) !== normalizeTerm(sent);
  });
  return differing.length >= 2;
}

/** Dates without a time of day, and numbers in strings as numbers. */
function normalizeTerm(value: unknown): string {
  return typeof value === 'string' && value.includes('-') ? value.slice(0, 10) : String(Number(value));
}

/** Whether all buying actors get 404 for a bid, and no actor that sent a bid in this check can read it. */
async function isHidden(t: CheckContext, exchanges: readonly Exchange[], id: string): Promise<boolean> {
  const buyers = BUYER_NAMES.filter((name) => t.run.findActor(name) !== undefined).map((name) => t.actor(name));
  for (const buyer of buyers) if ((await buyer.get(encodePath`/bids/${id}`)).status !== 404) return false;
  const senders = new Set(exchanges.filter(sendsBid).flatMap(({ actor }) => t.findActed(actor) ?? []));
  for (const sender of senders) {
    const { status } = await sender.get(encodePath`/bids/${id}`);
    if (status < 400 || status >= 500) return false;
  }
  return buyers.length > 0;
}
