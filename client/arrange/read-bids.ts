/** Reads bids and trades as each side sees them. */
import { CONSISTENCY_MS, readUntil } from '../clock.ts';
import { Blocked } from '../replies/findings.ts';
import type { JsonNode } from '../replies/json-node.ts';
import { isObject, readPath } from '../json.ts';
import type { Actor } from '../session/actor.ts';
import type { Reply } from '../replies/reply.ts';
import type { RunContext } from '../session/run-context.ts';
import { dataIn, errorIn, idOfRecord } from '../replies/read-items.ts';
import type { Lot } from './create-listing.ts';
import { encodePath } from '../http/encode-path.ts';
import { PAGE, awaitListed, ensurePaging, hasId, listAllPages, pagesOf } from './read-pages.ts';

const EFFECT_MS = 10_000;
/** A cause of Blocked (TRD-4). */
export const TRADES_WITHOUT_ID = 'GET /trades shows trades without an id';

/** How long the effect of an action can take, in ms. A target can reject the bids on a delisted lot later (BID-29); the mock rejects them immediately. */
function effectMs({ run }: RunContext): number {
  return run.settings.is_mock ? CONSISTENCY_MS : EFFECT_MS;
}

/** Reads a bid of the actor's team. @throws Blocked if that fails */
export async function readBid(actor: Actor, id: string): Promise<JsonNode> {
  const reply = await actor.get(encodePath`/bids/${id}`);
  if (reply.status !== 200)
    throw new Blocked(`GET /bids/{id} does not show a team its own bid (status ${reply.status})`, reply.exchange);
  return reply.data;
}

/** The status of a bid; undefined if it cannot be read. */
export async function readBidStatus(actor: Actor, id: string): Promise<unknown> {
  const { status, json } = await actor.get(encodePath`/bids/${id}`);
  return status === 200 ? dataIn(json)['status'] : undefined;
}

/** Waits until a bid has this status. @throws Breach if it does not */
export async function awaitBidStatus(t: RunContext, actor: Actor, id: string, status: string): Promise<JsonNode> {
  const last = await readUntil(
    async () => readBid(actor, id),
    (bid) => hasStatus(bid, status),
    t.signal,
    effectMs(t),
  );
  last.get('status').is(status);
  return last;
}

function hasStatus(bid: JsonNode, status: string): boolean {
  return bid.find('status')?.value === status;
}

/** Lists the bids on a lot as its seller. @throws Blocked if that fails */
export async function listReceivedBids(lot: Pick<Lot, 'id' | 'seller'>): Promise<readonly JsonNode[]> {
  const reply = await lot.seller.get(encodePath`/me/inventory/${lot.id}/bids`, { limit: PAGE });
  const items = readPath(reply.json, 'items');
  if (reply.status !== 200 || !Array.isArray(items)) {
    throw new Blocked(`GET /me/inventory/{id}/bids lists no received bids (status ${reply.status})`, reply.exchange);
  }
  return reply.items;
}

/** Waits for a bid in the list of its seller; undefined if it does not appear. */
export async function awaitReceivedBid(
  t: RunContext,
  lot: Pick<Lot, 'id' | 'seller'>,
  id: string,
): Promise<JsonNode | undefined> {
  return awaitListed(async () => (await listReceivedBids(lot)).find((bid) => hasId(bid, id)), t.signal);
}

/** Waits until a received bid has this status. @throws Breach if it has another, Blocked if it is missing */
export async function awaitReceivedBidStatus(
  t: RunContext,
  lot: Pick<Lot, 'id' | 'seller'>,
  id: string,
  status: string,
): Promise<JsonNode> {
  let last: JsonNode | undefined;
  await readUntil(
    async () => {
      last = (await awaitReceivedBid(t, lot, id)) ?? last;
      return last;
    },
    (bid) => bid === undefined || hasStatus(bid, status),
    t.signal,
    effectMs(t),
  );
  if (last === undefined) throw new Blocked('GET /me/inventory/{id}/bids does not list a bid on the listing');
  last.get('status').is(status);
  return last;
}

/** Waits for a bid in GET /me/bids-received; undefined if it does not appear. */
export async function awaitInBidsReceived(seller: Actor, id: string): Promise<JsonNode | undefined> {
  const found = await awaitListed(async () => findInBidsReceived(seller, id));
  if (found === undefined) await ensurePaging(seller, '/me/bids-received');
  return found;
}

/** A bid in GET /me/bids-received as it is now; undefined if it is not there. */
export async function findInBidsReceived(seller: Actor, id: string): Promise<JsonNode | undefined> {
  for await (const items of pagesOf(seller, '/me/bids-received')) {
    const bids = items.flatMap((item) =>
      item.has('bids') && Array.isArray(item.get('bids').value) ? item.get('bids').array() : [],
    );
    const bid = bids.find((one) => hasId(one, id));
    if (bid !== undefined) return bid;
  }
  return undefined;
}

/**
 * The ids of the trades on a lot; undefined if trades do not name their lot (TRD-10 is derived).
 * @param awaited a trade to wait for
 * @throws Blocked if trades have no id
 */
export async function listTradeIds(actor: Actor, lot_id: string, awaited?: string): Promise<ReadonlySet<string> | undefined> {
  let ids: ReadonlySet<string> | undefined;
  await awaitListed(async () => {
    const trades = await listAllPages(actor, '/trades');
    ids = undefined;
    if (trades.length > 0 && !trades.some((trade) => trade.has('inventory_id') || trade.has('listing_id'))) return true;
    const without_id = trades.find((trade) => !trade.has('id') && !trade.has('trade_id'));
    if (without_id !== undefined) throw new Blocked(TRADES_WITHOUT_ID, without_id.reply.exchange);
    ids = new Set(trades.flatMap(({ value }) => tradeIdOn(lot_id, value)));
    return awaited === undefined || ids.has(awaited) ? true : undefined;
  });
  return ids;
}

function tradeIdOn(lot_id: string, trade: unknown): readonly string[] {
  if (!isObject(trade) || (trade['inventory_id'] ?? trade['listing_id']) !== lot_id) return [];
  const id = idOfRecord(trade);
  return typeof id === 'string' ? [id] : [];
}

/** The status and error code of a response, for messages. */
export function describeRefusal({ status, json }: Reply): string {
  const { code } = errorIn(json);
  return typeof code === 'string' ? `${status} ${code}` : String(status);
}
