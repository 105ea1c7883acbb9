/** What a check has built on, looked at again where it has failed: it may be that this does not hold, which is another clause's matter. */
import { OPERATIONS } from '#spec';
import type { OperationId } from '#spec';
import type { ClauseId } from '#spec/clauses/index';
import type { Actor, Breach, Exchange } from '#client';
import { Blocked, isObject, readUrl, readItems, listAllPages } from '#client';
import type { CheckContext } from '../check/check-context.ts';
import { findBlockingCause } from './prerequisites.ts';

/** An answer that said that something was done. */
interface Action {
  exchange: Exchange;
  actor: Actor;
  /** Of the resource that it was done to, or that it made. */
  id: string;
  data: Readonly<Record<string, unknown>>;
}

interface Foundation {
  /** One line that is the same for all that it blocks. */
  cause: string;
  /** The clauses that state it: what is judged by them is no matter of another's. */
  stated_by: readonly ClauseId[];
  is_meant?: (exchange: Exchange) => boolean;
  /** Whether it is surely not so; what cannot be read is taken for granted. */
  isLacking: (t: CheckContext, action: Action) => Promise<boolean>;
}

const FOUNDATIONS: Readonly<Partial<Record<OperationId, readonly Foundation[]>>> = {
  rejectBid: [
    { cause: 'POST /bids/{id}/reject leaves the bid pending', stated_by: ['BID-26', 'EVT-6', 'EVT-18'], isLacking: isPending },
  ],
  counterBid: [
    { cause: 'POST /bids/{id}/counter leaves the countered bid pending', stated_by: ['BID-27', 'BID-40'], isLacking: isPending },
  ],
  acceptBid: [
    { cause: 'POST /bids/{id}/accept leaves the bid pending', stated_by: ['BID-21'], isLacking: isPending },
    { cause: 'POST /bids/{id}/accept answers a trade that does not exist', stated_by: ['TRD-7', 'BID-21'], isLacking: isNoTrade },
  ],
  acceptOffer: [
    {
      cause: 'POST /cash-bid-offers/{id}/accept answers a trade that does not exist',
      stated_by: ['TRD-13', 'CB-5'],
      isLacking: isNoTrade,
    },
  ],
  rejectOffer: [
    { cause: 'POST /cash-bid-offers/{id}/reject leaves the offer pending', stated_by: ['CB-5'], isLacking: isPendingOffer },
  ],
  updateListing: [
    {
      cause: 'PATCH /me/inventory/{id} with listed false leaves the listing listed',
      stated_by: ['LST-6'],
      is_meant: ({ request_body }) => /"listed":\s*false/.test(request_body ?? ''),
      isLacking: isListed,
    },
  ],
  archiveListing: [
    { cause: 'DELETE /me/inventory/{id} does not archive the listing', stated_by: ['LST-7'], isLacking: isNotArchived },
  ],
  createListing: [
    {
      cause: 'POST /me/inventory with list false publishes the listing',
      stated_by: ['LST-3'],
      is_meant: ({ request_body }) => /"list":\s*false/.test(request_body ?? ''),
      isLacking: isListed,
    },
    {
      cause: 'POST /me/inventory creates a draft instead of a published listing',
      stated_by: ['LST-3'],
      is_meant: ({ request_body }) => !/"list":\s*false/.test(request_body ?? ''),
      isLacking: isDraft,
    },
  ],
  simulateEvent: [
    { cause: 'POST /sandbox/simulate-event created no bid on the listing', stated_by: ['SBX-6'], isLacking: isNoBid },
  ],
};

/**
 * Whether a breach comes of something that the check has built on and that does not hold. A breach of privacy stands whatever it was built on.
 * @returns what blocks the check; undefined where the breach stands
 */
export async function findBrokenFoundation(t: CheckContext, breach: Breach): Promise<Blocked | undefined> {
  const { clause } = t.check;
  if (clause.startsWith('PRIV-')) return undefined;
  const ground = await findBlockingCause(t, breach.details);
  if (ground !== undefined) return ground;
  // What was done later was done to what came before: of two actions on one resource the last has its effect.
  const actions = [
    ...new Map(t.exchanges.flatMap((exchange) => readAction(t, exchange)).map((action) => [action.id, action])).values(),
  ];
  for (const action of actions) {
    const { operation } = action.exchange;
    for (const foundation of (operation === undefined ? undefined : FOUNDATIONS[operation]) ?? []) {
      const { cause, stated_by, is_meant, isLacking } = foundation;
      if (stated_by.includes(clause) || is_meant?.(action.exchange) === false) continue;
      if (await isLacking(t, action)) return new Blocked(cause, action.exchange);
    }
  }
  return undefined;
}

/** Only what such a foundation may be lacking of, and said that it was done. */
function readAction(t: CheckContext, exchange: Exchange): readonly Action[] {
  const { operation, status, json, url } = exchange;
  const actor = t.findActed(exchange.actor);
  if (operation === undefined || FOUNDATIONS[operation] === undefined || actor === undefined) return [];
  if (status < 200 || status > 299) return [];
  const data = isObject(json) && isObject(json['data']) ? json['data'] : {};
  const at = OPERATIONS[operation].path.split('/').findLastIndex((segment) => segment.startsWith('{'));
  const length = OPERATIONS[operation].path.split('/').length;
  // Below base_url, which has a path of its own.
  const id =
    at < 0
      ? (data['id'] ?? data['bid_id'])
      : readUrl(url)
          ?.pathname.split('/')
          .at(at - length);
  return typeof id === 'string' ? [{ exchange, actor, id, data }] : [];
}

/** Read as its seller, and else as its buyer, sees it: who has acted may be either. */
async function isPending(t: CheckContext, { actor, id }: Action): Promise<boolean> {
  const read = await actor.get(`/bids/${id}`);
  const own = read.status !== 200 && t.has('buyer') && actor.name !== 'buyer' ? await t.buyer.get(`/bids/${id}`) : read;
  if (own.status === 200) return isObject(own.json) && isObject(own.json['data']) && own.json['data']['status'] === 'pending';
  // Nobody may read a simulated bid but its seller, in the list of its lot.
  const list = t.exchanges.findLast((exchange) => exchange.operation === 'listReceivedBids' && exchange.text.includes(id));
  const [, path] = /(\/me\/inventory\/[^/?]+\/bids)/.exec(list?.url ?? '') ?? [];
  if (path === undefined) return false;
  const received = readItems(await actor.get(path, { limit: 50 }));
  return received.some((bid) => bid['id'] === id && bid['status'] === 'pending');
}

/** In the list of its cash bid. */
async function isPendingOffer(_t: CheckContext, { actor, id, data }: Action): Promise<boolean> {
  const cash_bid_id = data['cash_bid_id'];
  if (typeof cash_bid_id !== 'string') return false;
  const offers = readItems(await actor.get(`/cash-bids/${cash_bid_id}/offers`, { limit: 50 }));
  return offers.some((offer) => offer['id'] === id && offer['status'] === 'pending');
}

/** Nobody who has acted here finds the trade, each of whom may be a party. */
async function isNoTrade(t: CheckContext, { data }: Action): Promise<boolean> {
  const id = data['id'] ?? data['trade_id'];
  if (typeof id !== 'string') return false;
  for (const actor of t.acted) {
    if ((await actor.get(`/trades/${id}`)).is_success) return false;
    // On whatever page: what is new may stand last, and the neighbours' trades stand before it.
    const listed = await listAllPages(actor, '/trades');
    if (listed.some((trade) => (trade.find('id') ?? trade.find('trade_id'))?.value === id)) return false;
  }
  return true;
}

/** The simulated bid is not among those of its listing, which can be read. */
async function isNoBid(_t: CheckContext, { actor, data, id }: Action): Promise<boolean> {
  const list = await actor.get(`/me/inventory/${String(data['inventory_id'])}/bids`, { limit: 50 });
  const items = isObject(list.json) ? list.json['items'] : undefined;
  return list.is_success && Array.isArray(items) && !readItems(list).some((bid) => bid['id'] === id);
}

async function isListed(_t: CheckContext, action: Action): Promise<boolean> {
  return (await statusOfListing(action)) === 'listed';
}

async function isDraft(_t: CheckContext, action: Action): Promise<boolean> {
  return (await statusOfListing(action)) === 'unlisted';
}

async function isNotArchived(_t: CheckContext, action: Action): Promise<boolean> {
  const status = await statusOfListing(action);
  return status === 'listed' || status === 'unlisted';
}

/** As its seller reads it; undefined where it cannot. */
async function statusOfListing({ actor, id }: Action): Promise<unknown> {
  const { json, status } = await actor.get(`/me/inventory/${id}`);
  return status === 200 && isObject(json) && isObject(json['data']) ? json['data']['status'] : undefined;
}
