/** If a check fails, verifies the actions that it relied on. If one had no effect, the check is blocked, and that action's clause is to blame. */
import { OPERATIONS, type OperationId } from '#spec';
import type { ClauseId } from '#spec/clauses/index';
import type { Actor, Breach, Exchange, JsonObject } from '#client';
import {
  Blocked,
  STAYS_LISTED,
  dataIn,
  idOfRecord,
  isSuccess,
  listAllPages,
  readItems,
  readUrl,
  containsId,
  encodePath,
  decodePart,
  readPath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { isPrivacyBreach } from './interference.ts';
import { findBlockingCause } from './common-faults.ts';

/** A successful response to an action. */
interface Action {
  exchange: Exchange;
  actor: Actor;
  /** The id of the changed or created resource. */
  id: string;
  data: JsonObject;
}

interface Prerequisite {
  /** One line, equal for all checks that it blocks. */
  cause: string;
  /** The clauses that state the effect. Their own checks are never blocked by it. */
  stated_by: readonly ClauseId[];
  is_meant?: (exchange: Exchange) => boolean;
  /** Whether the effect is certainly missing. If it cannot be read, it counts as present. */
  isLacking: (t: CheckContext, action: Action) => Promise<boolean>;
}

const PREREQUISITES: Readonly<Partial<Record<OperationId, readonly Prerequisite[]>>> = {
  rejectBid: [
    {
      cause: 'POST /bids/{id}/reject leaves the bid pending',
      stated_by: ['BID-26', 'EVT-6', 'EVT-18', 'SBX-6'],
      isLacking: isPending,
    },
  ],
  counterBid: [
    {
      cause: 'POST /bids/{id}/counter leaves the countered bid pending',
      stated_by: ['BID-27', 'BID-40', 'SBX-6'],
      isLacking: isPending,
    },
  ],
  acceptBid: [
    { cause: 'POST /bids/{id}/accept leaves the bid pending', stated_by: ['BID-21', 'SBX-6'], isLacking: isPending },
    {
      cause: 'POST /bids/{id}/accept returns a trade that does not exist',
      stated_by: ['TRD-7', 'BID-21'],
      isLacking: lacksTrade,
    },
  ],
  acceptOffer: [
    {
      cause: 'POST /cash-bid-offers/{id}/accept returns a trade that does not exist',
      stated_by: ['TRD-13', 'CB-5'],
      isLacking: lacksTrade,
    },
  ],
  rejectOffer: [
    { cause: 'POST /cash-bid-offers/{id}/reject leaves the offer pending', stated_by: ['CB-5'], isLacking: isPendingOffer },
  ],
  updateListing: [
    {
      cause: STAYS_LISTED,
      stated_by: ['LST-6'],
      is_meant: ({ request_body }) => /"listed":\s*false/.test(request_body ?? ''),
      isLacking: async (t, action) => !hasShown(t, action, 'unlisted') && isListed(t, action),
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
      isLacking: async (t, action) => !hasShown(t, action, 'unlisted') && isListed(t, action),
    },
    {
      cause: 'POST /me/inventory creates a draft instead of a published listing',
      stated_by: ['LST-3'],
      is_meant: ({ request_body }) => !/"list":\s*false/.test(request_body ?? ''),
      isLacking: isDraft,
    },
  ],
  simulateEvent: [
    { cause: 'POST /sandbox/simulate-event created no bid on the listing', stated_by: ['SBX-6'], isLacking: lacksBid },
  ],
};

/**
 * Finds out whether a breach results from an earlier action without effect. A breach of privacy, or another leak, always stands.
 * @returns what blocks the check; undefined if the breach stands
 */
export async function findBrokenPrerequisite(t: CheckContext, breach: Breach): Promise<Blocked | undefined> {
  if (isPrivacyBreach(t.check, breach)) return undefined;
  const blocking = await findBlockingCause(t, breach.details);
  if (blocking !== undefined) return blocking;
  // Of two actions on one resource, the last one has its effect.
  const actions = [
    ...new Map(t.exchanges.flatMap((exchange) => readAction(t, exchange)).map((action) => [action.id, action])).values(),
  ];
  for (const action of actions) {
    const { operation } = action.exchange;
    for (const prerequisite of (operation === undefined ? undefined : PREREQUISITES[operation]) ?? []) {
      const { cause, stated_by, is_meant, isLacking } = prerequisite;
      if (stated_by.includes(t.check.clause) || is_meant?.(action.exchange) === false) continue;
      if (await isLacking(t, action)) return new Blocked(cause, action.exchange);
    }
  }
  return undefined;
}

function readAction(t: CheckContext, exchange: Exchange): readonly Action[] {
  const { operation, json, url } = exchange;
  const actor = t.findActed(exchange.actor);
  if (operation === undefined || PREREQUISITES[operation] === undefined || actor === undefined || !isSuccess(exchange)) return [];
  const data = dataIn(json);
  const segments = OPERATIONS[operation].path.split('/');
  const at = segments.findLastIndex((segment) => segment.startsWith('{'));
  // Counted from the end, because base_url has a path, too.
  const parts = readUrl(url)?.pathname.split('/');
  const part = at < 0 ? undefined : parts?.at(at - segments.length);
  const id = at < 0 ? (data['id'] ?? data['bid_id']) : part && decodePart(part);
  return typeof id === 'string' ? [{ exchange, actor, id, data }] : [];
}

/** Reads the bid as the actor, and otherwise as the buyer: the actor can be either side. */
async function isPending(t: CheckContext, { actor, id }: Action): Promise<boolean> {
  const read = await actor.get(encodePath`/bids/${id}`);
  const own = read.status !== 200 && t.has('buyer') && actor.name !== 'buyer' ? await t.buyer.get(encodePath`/bids/${id}`) : read;
  if (own.status === 200) return dataIn(own.json)['status'] === 'pending';
  // Only the seller can read a simulated bid, in the list of its lot.
  const list = t.exchanges.findLast((exchange) => exchange.operation === 'listReceivedBids' && containsId(exchange, id));
  const [, path] = /(\/me\/inventory\/[^/?]+\/bids)/.exec(list?.url ?? '') ?? [];
  if (path === undefined) return false;
  const received = readItems(await actor.get(path, { limit: 50 }));
  return received.some((bid) => bid['id'] === id && bid['status'] === 'pending');
}

async function isPendingOffer(_t: CheckContext, { actor, id, data }: Action): Promise<boolean> {
  const cash_bid_id = data['cash_bid_id'];
  if (typeof cash_bid_id !== 'string') return false;
  const offers = readItems(await actor.get(encodePath`/cash-bids/${cash_bid_id}/offers`, { limit: 50 }));
  return offers.some((offer) => offer['id'] === id && offer['status'] === 'pending');
}

/** None of the actors of the check, each of which can be a party, finds the trade. */
async function lacksTrade(t: CheckContext, { data }: Action): Promise<boolean> {
  const id = idOfRecord(data);
  if (typeof id !== 'string') return false;
  for (const actor of t.acted) {
    if ((await actor.get(encodePath`/trades/${id}`)).is_success) return false;
    // On all pages: a new trade can be last, after those of other checks.
    const listed = await listAllPages(actor, '/trades');
    if (listed.some((trade) => (trade.find('id') ?? trade.find('trade_id'))?.value === id)) return false;
  }
  return true;
}

/** The list of the listing's bids can be read, and the simulated bid is not in it. */
async function lacksBid(_t: CheckContext, { actor, data, id }: Action): Promise<boolean> {
  const list = await actor.get(encodePath`/me/inventory/${String(data['inventory_id'])}/bids`, { limit: 50 });
  const items = readPath(list.json, 'items');
  return list.is_success && Array.isArray(items) && !readItems(list).some((bid) => bid['id'] === id);
}

async function isListed(_t: CheckContext, action: Action): Promise<boolean> {
  return (await statusOfListing(action)) === 'listed';
}

async function isDraft(t: CheckContext, action: Action): Promise<boolean> {
  // An accepted bid can take its listing off the market (BID-30).
  if (t.exchanges.some((exchange) => exchange.operation === 'acceptBid' && isSuccess(exchange))) return false;
  if (hasShown(t, action, 'listed')) return false;
  return (await statusOfListing(action)) === 'unlisted';
}

/** Whether the check has read the listing with this status. Then the action had its effect, and something later changed it. */
function hasShown(t: CheckContext, { id }: Action, status: 'listed' | 'unlisted'): boolean {
  const reads = t.exchanges.filter((exchange) => exchange.operation === 'getListing' && exchange.status === 200);
  return reads.map(({ json }) => dataIn(json)).some((data) => data['id'] === id && data['status'] === status);
}

async function isNotArchived(_t: CheckContext, action: Action): Promise<boolean> {
  const status = await statusOfListing(action);
  return status === 'listed' || status === 'unlisted';
}

/** The listing as its seller reads it; undefined if that fails. */
async function statusOfListing({ actor, id }: Action): Promise<unknown> {
  const { json, status } = await actor.get(encodePath`/me/inventory/${id}`);
  return status === 200 ? dataIn(json)['status'] : undefined;
}
