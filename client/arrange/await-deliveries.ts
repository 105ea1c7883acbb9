/** Causes webhook deliveries, and reads the delivery list. */
import { containsId } from '../replies/contains.ts';
import { poll } from '../clock.ts';
import type { Arrival } from '../inbox/arrival.ts';
import type { Behavior, ReceiverResponse } from '../inbox/behavior.ts';
import { readPath } from '../json.ts';
import { noteAssertion } from '../replies/assertions.ts';
import { ensureDone } from '../replies/expect.ts';
import { Blocked, Breach } from '../replies/findings.ts';
import { shorten } from '../replies/expectation.ts';
import type { Actor } from '../session/actor.ts';
import type { Reply } from '../replies/reply.ts';
import type { RunContext } from '../session/run-context.ts';
import type { Bid } from './place-bid.ts';
import { readItems } from '../replies/read-items.ts';
import type { Lot } from './create-listing.ts';
import { encodePath } from '../http/encode-path.ts';
import type { JsonObject } from '../json.ts';
import { readEventId } from '../inbox/read-delivery.ts';
import { PAGE, readPages } from './read-pages.ts';

/** How long a row can take to appear. */
const ROW_MS = 4_000;

/** A subscription whose delivery list is read. */
interface ListedSubscription {
  actor: Actor;
  subscription: { readonly id: string };
  /** The deliveries received so far, if known. */
  readonly arrivals?: readonly Arrival[];
}

/** Whether a delivery is about this bid. */
export function isAboutBid(bid_id: string): (arrival: Arrival) => boolean {
  return ({ json }) => readPath(json, 'data', 'bid_id') === bid_id;
}

/** Whether a delivery has one of these ids, anywhere in its body. */
export function mentions(...ids: readonly string[]): (arrival: Arrival) => boolean {
  return (arrival) => ids.some((id) => containsId(arrival, id));
}

/** A receiver behavior that returns the nth response for the nth delivery about a bid, and 200 for other deliveries. */
export function respondForBid(bid_id: string, ...responses: readonly ReceiverResponse[]): Behavior {
  let attempt = 0;
  return (_n, json) => {
    if (readPath(json, 'data', 'bid_id') !== bid_id) return { status: 200 };
    attempt += 1;
    return responses[Math.min(attempt, responses.length) - 1] ?? { status: 200 };
  };
}

/** A pending bid with a function that rejects it: the simplest way to cause an event for the buyer's team. */
export interface RejectableBid {
  lot: Lot;
  bid: Bid;
  reject: () => Promise<Reply>;
}

/** A cause of Blocked. */
export const REJECTS_NOTHING = 'POST /bids/{id}/reject did not reject the bid';

/** Places a bid. `reject` throws Blocked if the seller cannot reject it. */
export async function placeRejectableBid(t: RunContext, by: Actor = t.buyer, lot?: Lot): Promise<RejectableBid> {
  const on = lot ?? (await t.arrange.lot());
  const bid = await t.arrange.bid(on, {}, by);
  return {
    lot: on,
    bid,
    reject: async () => {
      const reply = await on.seller.post(encodePath`/bids/${bid.id}/reject`);
      ensureDone(reply, REJECTS_NOTHING);
      return reply;
    },
  };
}

/** A buyer's team with few subscriptions if possible, because a quota of subscriptions is legal. */
export function chooseQuietTeam(t: RunContext, preferred: 'rival' | 'elevator' = 'elevator'): Actor {
  return t.has(preferred) ? t.actor(preferred) : t.buyer;
}

/** The rows of a delivery list, and the last response that showed them. */
interface Rows {
  rows: readonly JsonObject[];
  reply: Reply;
}

/**
 * Reads a delivery list: the first page, or with `event_id` the rows of that event on all pages. New rows can cause duplicates, but no gaps.
 */
export async function readDeliveryRows(inbox: ListedSubscription, event_id?: string): Promise<Rows> {
  const path = encodePath`/webhooks/${inbox.subscription.id}/deliveries`;
  const first = await inbox.actor.get(path, { limit: PAGE });
  if (event_id === undefined) return { rows: readItems(first), reply: first };
  const readAt = async (offset: number): Promise<Reply> =>
    offset === 0 ? first : inbox.actor.get(path, { limit: PAGE, offset });
  const rows = new Map<unknown, JsonObject>();
  let reply = first;
  for await (const { response, items } of readPages(readAt)) {
    for (const row of items) rows.set(row['id'] ?? row, row);
    reply = response;
  }
  return { rows: [...rows.values()].filter((row) => row['event_id'] === event_id), reply };
}

/** The row to wait for. */
interface RowQuery {
  inbox: ListedSubscription;
  event_id: string;
  status: string;
  /** What happened before, for the error message: `it got 400`. */
  after: string;
  within_ms?: number;
}

/** Waits for a row that a check needs but does not test (RTY-1, RTY-2, RTY-3, RTY-7). @throws Blocked if there is none */
export async function awaitDeliveryRow(t: RunContext, wanted: Omit<RowQuery, 'after'>): Promise<JsonObject> {
  const { found, reply } = await lookForRow(t, wanted, hasStatus(wanted.status));
  if (found !== undefined) return found;
  throw noSuchRow(wanted.status, reply);
}

function noSuchRow(status: string, { exchange }: Reply): Blocked {
  return new Blocked(`GET /webhooks/{id}/deliveries shows no ${status} row for an event`, exchange);
}

/**
 * Waits for a row that the tested clause requires.
 * @param ensureBreach throws Blocked if the rows that were found instead do not break the clause
 * @throws Breach if there is none
 */
export async function expectDeliveryRow(
  t: RunContext,
  wanted: RowQuery,
  ensureBreach: (seen: Rows) => void = () => {},
): Promise<JsonObject> {
  const seen = await lookForRow(t, wanted, hasStatus(wanted.status));
  if (seen.found === undefined) {
    ensureBreach(seen);
    throw explainMissing(seen, wanted);
  }
  noteAssertion();
  return seen.found;
}

/** Waits for a row that the list must contain (WHK-7). @throws Breach if it is missing, Blocked if its content differs */
export async function expectDeliveryListed(t: RunContext, wanted: Omit<RowQuery, 'after'>): Promise<JsonObject> {
  return expectDeliveryRow(t, { ...wanted, after: 'it was delivered' }, ({ rows, reply }) => {
    const all = readItems(reply);
    // RTY-7 covers rows that do not name their event.
    if (rows.length > 0 || all.some((row) => typeof row['event_id'] !== 'string' || row['event_id'] === row['id'])) {
      throw noSuchRow(wanted.status, reply);
    }
    // RTY-7 and EVT-3 cover rows with unknown event ids.
    const ids = (wanted.inbox.arrivals ?? []).map(readEventId);
    if (all.length > 0 && ids.length > 0 && !all.some((row) => ids.includes(String(row['event_id'])))) {
      throw noSuchRow(wanted.status, reply);
    }
  });
}

/** Waits for a row with the outcome of a delivery. @throws Breach if the outcome differs, Blocked if no row has one */
export async function expectDeliveryOutcome(t: RunContext, wanted: RowQuery): Promise<JsonObject> {
  return expectDeliveryRow(t, wanted, ensureOutcome);
}

/** Waits until a row of the event has a final status. @throws Blocked if none has */
export async function awaitDeliveryOutcome(t: RunContext, inbox: ListedSubscription, event_id: string): Promise<Rows> {
  const seen = await lookForRow(t, { inbox, event_id }, hasOutcome);
  ensureOutcome(seen);
  return seen;
}

function ensureOutcome({ rows, reply }: Rows): void {
  if (rows.some(hasOutcome)) return;
  throw new Blocked('GET /webhooks/{id}/deliveries does not show the outcome of a delivered event', reply.exchange);
}

function hasStatus(status: string): (row: JsonObject) => boolean {
  return (row) => row['status'] === status;
}

function hasOutcome({ status }: JsonObject): boolean {
  return STATUSES.includes(status);
}

/** RTY-7 */
const STATUSES: readonly unknown[] = ['delivered', 'retrying', 'failed'];

async function lookForRow(
  t: RunContext,
  { inbox, event_id, within_ms = ROW_MS }: Pick<RowQuery, 'inbox' | 'event_id' | 'within_ms'>,
  isWanted: (row: JsonObject) => boolean,
): Promise<Rows & { found: JsonObject | undefined }> {
  t.run.receiver.is_delivery_due = true;
  // RTY-7: a row can exist, as retrying, before its first attempt is recorded.
  const isTried = (row: JsonObject): boolean => isWanted(row) && row['attempts'] !== 0;
  let last = await readDeliveryRows(inbox, event_id);
  const found = await poll(
    async () => {
      if (!last.rows.some(isTried)) last = await readDeliveryRows(inbox, event_id);
      return last.rows.find(isTried);
    },
    { within_ms, signal: t.signal },
  );
  return { ...last, found: found ?? last.rows.find(isWanted) };
}

function explainMissing({ rows, reply }: Rows, { event_id, status, after }: RowQuery): Breach {
  return new Breach({
    message: `The delivery list shows no ${status} row for the event after ${after}.`,
    exchange: reply.exchange,
    expected: `a row with event_id ${event_id} and status ${status}`,
    observed: shorten(rows.map((row) => ({ status: row['status'], attempts: row['attempts'] }))),
  });
}
