/** Runs a race and checks that some sequential order explains the result. */
import {
  dataIn,
  ensureSuccess,
  idOfRecord,
  sendConcurrently,
  readId,
  isObject,
  shorten,
  readItems,
  readUntil,
  type Actor,
  type Arrival,
  type Reply,
  encodePath,
  decodePart,
  type JsonObject,
  readPages,
  Unverifiable,
} from '#client';
import { submitListing } from '../commands/submit-listing.ts';
import { placeBid } from '../commands/placing.ts';
import { bodyOf } from '../commands/terms.ts';
import { assertHolds } from '../session/finding.ts';
import type { Lot } from '../model/model.ts';
import type { Session } from '../session/session.ts';
import { isLinearizable, isOutcomeUnknown } from './linearize.ts';
import { LOT_MT, type Race } from './races.ts';
import type { Operation, State } from './sequential.ts';

const PRICE = 305;
/** Each bid belongs to a different team, because a deployment can limit bids per team. */
const BIDDERS = ['buyer', 'rival'] as const;

interface Arranged {
  session: Session;
  race: Race;
  lot: Lot;
  /** The ids of the initial bids. */
  bids: ReadonlyMap<string, string>;
  key: string;
}

/**
 * @throws Finding if no order explains the result, or if the trade.created events do not match the trades; Blocked or Unverifiable if the final
 * state cannot be read
 */
export async function runRace(session: Session, race: Race): Promise<void> {
  const arranged = await arrange(session, race);
  const replies = await sendConcurrently(race.operations.map((operation) => async () => send(arranged, operation)));
  if (session.marketplace.is_isolated) await session.marketplace.awaitDeliveries();
  await check(arranged, replies);
}

async function arrange(session: Session, race: Race): Promise<Arranged> {
  const grade = session.knowledge.crop.grade ?? null;
  const lot = await submitListing(session, { seller: 'partner', grade, quantity_mt: LOT_MT, price: PRICE });
  const bids = new Map<string, string>();
  for (const [i, [name, quantity_mt]] of Object.entries(race.bids).entries()) {
    const bidder = BIDDERS[i];
    if (bidder === undefined) throw new Error(`the race ${race.id} has more than ${BIDDERS.length} bids`);
    await placeBid(session, bidder, lot, { quantity_mt, price: PRICE, lines: [] });
    const made = session.model.bids.at(-1);
    if (made?.lot_id !== lot.id) throw new Error(`the race ${race.id} placed no bid ${name}`);
    bids.set(name, made.id);
  }
  return { session, race, lot, bids, key: session.context.unique('race') };
}

async function send({ session, lot, bids, key, race }: Arranged, operation: Operation): Promise<Reply> {
  const seller = session.actor(lot.seller);
  if (operation.type === 'unlist') return seller.patch(encodePath`/me/inventory/${lot.id}`, { listed: false });
  const terms = { quantity_mt: 10, price: PRICE, lines: [] };
  if (operation.type === 'place_with_key') {
    return session.actor('buyer').post(encodePath`/inventory/${lot.id}/bids`, bodyOf(session, terms), { 'Idempotency-Key': key });
  }
  const body =
    operation.type === 'counter' ? bodyOf(session, { ...terms, quantity_mt: race.bids[operation.bid] ?? 10 }) : undefined;
  return seller.post(encodePath`/bids/${bids.get(operation.bid) ?? ''}/${operation.type}`, body);
}

/** The final state. */
interface End {
  bids: JsonObject;
  trades: Readonly<Record<string, number>>;
  is_listed: boolean;
  /** Bids other than the initial ones and the counter bids. */
  keyed: number;
  /** How many trade.created events the seller received. Undefined without a receiver. */
  created: number | undefined;
}

async function readEnd({ session, lot, bids }: Arranged, replies: readonly Reply[]): Promise<End> {
  const seller = session.actor(lot.seller);
  const received = await seller.get(encodePath`/me/inventory/${lot.id}/bids`, { limit: 50 });
  ensureSuccess(received);
  const rows = readItems(received);
  const statuses = [...bids].map(([name, id]) => [name, rows.find((row) => row['id'] === id)?.['status']] as const);
  const trades = await readTrades(seller);
  const bid_of_trade = readAccepted(replies);
  // A trade need not name its bid (TRD-10).
  const bidOf = (trade: JsonObject): unknown => trade['bid_id'] ?? bid_of_trade.get(idOfRecord(trade));
  const counted = [...bids].map(([name, id]) => [name, trades.filter((trade) => bidOf(trade) === id).length] as const);
  const listing = await seller.get(encodePath`/me/inventory/${lot.id}`);
  ensureSuccess(listing);
  const made = new Set(replies.filter((reply) => reply.status === 201 && reply.exchange.operation === 'placeBid').map(readId));
  const inbox = [...session.inboxes.values()].find(({ actor }) => actor.name === lot.seller);
  return {
    bids: Object.fromEntries(statuses),
    trades: Object.fromEntries(counted),
    is_listed: dataIn(listing.json)['status'] === 'listed',
    // Also count bids that no response returned.
    keyed: Math.max(made.size, rows.length - bids.size - countCounters(replies)),
    created: inbox === undefined ? undefined : countTradesCreated(inbox.arrivals, lot.id),
  };
}

function bidIn(url: string): string | undefined {
  const [, part] = /\/bids\/([^/]+)\/accept/.exec(url) ?? [];
  return part === undefined ? undefined : decodePart(part);
}

/** The bid of each trade that an acceptance returned, by the id of the trade. */
function readAccepted(replies: readonly Reply[]): ReadonlyMap<unknown, string | undefined> {
  const accepted = replies.filter(({ status, exchange }) => status === 200 && exchange.operation === 'acceptBid');
  return new Map(accepted.map((reply) => [readId(reply), bidIn(reply.exchange.url)]));
}

/**
 * Earlier races leave trades behind, so the trades of this one can be on a later page. Pages can overlap.
 * @throws Blocked if a page cannot be read, Unverifiable if there are more pages than are read
 */
async function readTrades(seller: Actor): Promise<readonly JsonObject[]> {
  const trades = new Map<string, JsonObject>();
  let is_end = false;
  for await (const page of readPages(async (offset) => seller.get('/trades', { limit: 50, offset }))) {
    ensureSuccess(page.response);
    for (const trade of page.items) trades.set(String(idOfRecord(trade)), trade);
    is_end = page.is_last || page.is_repeated;
  }
  if (!is_end) throw new Unverifiable(`the seller has more than ${trades.size} trades, and no more are read`);
  return [...trades.values()];
}

/** Counts the counter bids that were created, and those that can have been although no response confirmed it. */
function countCounters(replies: readonly Reply[]): number {
  const counters = replies.filter(({ exchange }) => exchange.operation === 'counterBid');
  return counters.filter(({ status }) => status === 201 || isOutcomeUnknown(status)).length;
}

/** Counts events, not deliveries: an event can be delivered more than once (EVT-3). */
function countTradesCreated(arrivals: readonly Arrival[], lot_id: string): number {
  const events = arrivals.map(({ json }) => json).filter(isObject);
  const about_lot = events.filter((event) => event['type'] === 'trade.created' && dataIn(event)['inventory_id'] === lot_id);
  return new Set(about_lot.map(({ id }) => id)).size;
}

/** Whether a state of the model is what was read at the end. */
function isEnd(state: State, end: End): boolean {
  return (
    state.is_listed === end.is_listed &&
    state.keyed === end.keyed &&
    Object.entries(state.bids).every(([name, status]) => status === end.bids[name] && state.trades[name] === end.trades[name])
  );
}

async function check(arranged: Arranged, replies: readonly Reply[]): Promise<void> {
  const { session, race, bids } = arranged;
  const begin: State = {
    bids: Object.fromEntries([...bids.keys()].map((name) => [name, 'pending' as const])),
    trades: Object.fromEntries([...bids.keys()].map((name) => [name, 0])),
    is_listed: true,
    remaining_mt: LOT_MT,
    keyed: 0,
  };
  const history = race.operations.map((operation, i) => ({ operation, status: replies[i]?.status }));
  const isExplained = (end: End): boolean =>
    isLinearizable(history, begin, (state) => isEnd(state, end), session.knowledge.readings);
  // A change can show a moment later, such as the rejection of bids on a lot that was unlisted (BID-29).
  const end = await readUntil(() => readEnd(arranged, replies), isExplained);
  const outcome = { answers: history.map(({ operation, status }) => `${operation.type}: ${status ?? 'no response'}`), end };
  const ref = { invariant: `race/${race.id}`, clause: race.clause };
  const exchange = replies.at(-1)?.exchange;
  assertHolds(isExplained(end), ref, {
    message: `${race.title}, concurrently: no order of the operations explains the result.`,
    exchange,
    expected: 'the result of some sequential order',
    observed: shorten(outcome),
  });
  const traded = Object.values(end.trades).reduce((sum, n) => sum + n, 0);
  // Events can be counted only with a receiver, and in an isolated world, where all deliveries are awaited (EVT-7).
  const can_count_events = end.created !== undefined && session.knowledge.takes_receiver && session.marketplace.is_isolated;
  assertHolds(
    !can_count_events || end.created === traded,
    { ...ref, clause: 'EVT-7' },
    {
      message: `${race.title}, concurrently: the events do not agree with the trades.`,
      exchange,
      expected: `${traded} trade.created`,
      observed: `${end.created}: ${shorten(outcome)}`,
    },
  );
}
