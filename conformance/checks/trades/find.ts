import { parseInstant } from '#spec';
import {
  Blocked,
  TRADES_WITHOUT_ID,
  awaitListed,
  ensureId,
  expectThat,
  findItem,
  nowMs,
  readId,
  type Actor,
  type JsonNode,
  type Lot,
  type Query,
  type Trade,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { formatQuery } from '../inventory/format-query.ts';

/** TRD-4: the id of a trade, under either of its two names. */
export function tradeIdOf(trade: JsonNode): string {
  return (trade.has('id') ? trade.get('id') : trade.get('trade_id')).text();
}

/** Finds a trade on any page of an actor's list. @throws Blocked if the listed trades have no ids */
export async function findTrade(actor: Actor, id: string, query: Query): Promise<JsonNode | undefined> {
  let without_id: JsonNode | undefined;
  const found = await findItem(actor, '/trades', query, (trade) => {
    const own = trade.find('id') ?? trade.find('trade_id');
    if (own === undefined) without_id = trade;
    return own?.value === id;
  });
  // TRD-4 checks that they have ids.
  if (found === undefined && without_id !== undefined) throw new Blocked(TRADES_WITHOUT_ID, without_id.reply.exchange);
  return found;
}

/** Waits for a new trade in an actor's list. @throws Blocked if the listed trades have no ids */
export async function awaitTrade(actor: Actor, id: string, query: Query = {}): Promise<JsonNode | undefined> {
  return awaitListed(async () => findTrade(actor, id, query));
}

/**
 * Waits for a new trade in an actor's list.
 * @param whose the trade, for the message
 * @throws Breach if it is not there, Blocked if the listed trades have no ids
 */
export async function expectListed(
  actor: Actor,
  id: string,
  query: Query = {},
  whose = `a trade of the ${actor.name}`,
): Promise<JsonNode> {
  const found = await awaitTrade(actor, id, query);
  expectThat(found !== undefined, { message: `${nameOf(query)} does not list ${whose}.`, expected: id });
  return found;
}

/** Asserts that a trade is not in an actor's list. @param whose the trade, for the message */
export async function expectNotListed(actor: Actor, id: string, whose: string, query: Query = {}): Promise<void> {
  const found = await findTrade(actor, id, query);
  expectThat(found === undefined, { message: `${nameOf(query)} lists ${whose}.`, observed: id });
}

function nameOf(query: Query): string {
  return Object.keys(query).length === 0 ? 'GET /trades' : `GET /trades?${formatQuery(query)}`;
}

/** Sells more of a lot. @returns the id of the new trade @throws Unverifiable if a lot can be sold only once, which is open (BID-30) */
export async function sellAgain(t: CheckContext, lot: Lot): Promise<string> {
  const bid = await t.buyer.post(encodePath`/inventory/${lot.id}/bids`, await t.arrange.bidBody());
  const accepted = await lot.seller.post(encodePath`/bids/${readId(bid) ?? ''}/accept`);
  if (!accepted.is_success) t.unverifiable('a lot can be sold only once');
  return ensureId(accepted, 'POST /bids/{id}/accept created no trade');
}

const DAY_MS = 86_400_000;

/** Creates a trade. @returns also the date of a number of days later, by the target's clock, which a hook may have moved */
export async function makeDatedTrade(t: CheckContext): Promise<{ trade: Trade; day: (days: number) => string }> {
  const lot = await t.arrange.lot();
  const seen = await t.buyer.get(encodePath`/inventory/${lot.id}`);
  const listed_at = seen.is_success ? seen.data.find('listed_at')?.value : undefined;
  const now_ms = (typeof listed_at === 'string' ? parseInstant(listed_at) : undefined) ?? nowMs();
  const day = (days: number): string => new Date(now_ms + days * DAY_MS).toISOString().slice(0, 10);
  return { trade: await t.arrange.trade({ lot }), day };
}
