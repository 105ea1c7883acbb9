/** Whether others bid on the listings of a check. On a staging environment that people share, that is legal, and looks as if the target made bids. */
import { ACTOR_NAMES, Unverifiable, dataIn, isSuccess, parseJson, readItems, readPath } from '#client';
import type { Actor, Breach } from '#client';
import type { CheckContext } from '../check/check-context.ts';

/** A failed check whose listings have bids of others. */
export class BidsOfOthers extends Unverifiable {}

/** Makes a failed check unverifiable if one of its listings has a bid that this run did not place. A leak stands. */
export async function findBidsOfOthers(t: CheckContext, { details }: Breach): Promise<BidsOfOthers | undefined> {
  if (t.check.clause.startsWith('PRIV-')) return undefined;
  // A simulated bid has terms that nobody sent.
  if (details.is_leak === true || t.exchanges.some(({ operation }) => operation === 'simulateEvent')) return undefined;
  const sent = t.exchanges
    .filter(({ operation }) => operation === 'placeBid' || operation === 'counterBid')
    .map(({ request_body = '' }) => parseJson(request_body));
  for (const [path, seller] of listsOfBids(t)) {
    const bids = readItems(await seller.get(path, { limit: 50 }));
    for (const bid of bids.filter((one) => sent.every((own) => hasOtherTerms(one, own))))
      if (typeof bid['id'] === 'string' && (await isOfOthers(t, bid['id'])))
        return new BidsOfOthers('others bid on the listings of this run');
  }
  return undefined;
}

/** The lists of received bids of the listings that the check created or looked at, each with its seller. */
function listsOfBids(t: CheckContext): ReadonlyMap<string, Actor> {
  const lists = new Map<string, Actor>();
  for (const { operation, actor, url, json, status } of t.exchanges.filter(isSuccess)) {
    const [, id = dataIn(json)['id']] = /\/me\/inventory\/([^/?]+)/.exec(url) ?? [];
    const seller = t.findActed(actor);
    const is_listing = operation === 'createListing' ? status === 201 : operation === 'listReceivedBids';
    if (is_listing && seller !== undefined && typeof id === 'string') lists.set(`/me/inventory/${id}/bids`, seller);
  }
  return lists;
}

const TERMS = [['quantity_mt'], ['delivery', 'from'], ['price', 'amount']] as const;

/** Whether at least two terms differ. The target can change one, for example convert the price. */
function hasOtherTerms(bid: unknown, body: unknown): boolean {
  const differing = TERMS.filter((path) => {
    const [shown, sent] = [readPath(bid, ...path), readPath(body, ...path)];
    return shown !== undefined && sent !== undefined && normalize(shown) !== normalize(sent);
  });
  return differing.length >= 2;
}

/** A target can add the time of day to a date, and write numbers as strings. */
function normalize(value: unknown): string {
  return typeof value === 'string' && value.includes('-') ? value.slice(0, 10) : String(Number(value));
}

/** Whether GET /bids/{id} shows the bid to no actor of the run (BID-16). */
async function isOfOthers(t: CheckContext, id: string): Promise<boolean> {
  const names = ACTOR_NAMES.filter((name) => t.run.findActor(name) !== undefined);
  const actors = new Set([...t.acted, ...names.map((name) => t.actor(name))]);
  const statuses: number[] = [];
  for (const actor of actors) statuses.push((await actor.get(`/bids/${id}`)).status);
  return statuses.includes(404) && statuses.every((status) => status >= 400 && status < 500);
}
