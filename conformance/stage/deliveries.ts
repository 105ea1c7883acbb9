/** What brings deliveries about, and what their rows say of them. */
import { poll } from '../clock.ts';
import type { Arrival } from '../inbox/arrival.ts';
import type { Behaviour, ReceiverAnswer } from '../inbox/behaviour.ts';
import { peek } from '../inbox/look.ts';
import { Blocked, Breach } from '../judge/findings.ts';
import { shorten } from '../judge/sight.ts';
import type { Actor } from '../target/actor.ts';
import type { Reply } from '../target/reply.ts';
import type { Trial } from '../trial.ts';
import type { Bid } from './bids.ts';
import { tolerantItems } from './crop.ts';
import type { Lot } from './lots.ts';

export type DeliveryRow = Readonly<Record<string, unknown>>;

/** How long a row may take to be written. */
const ROW_MS = 4_000;

/** Whose delivery list is meant. */
export interface ListOf {
  actor: Actor;
  subscription: { readonly id: string };
}

/** Whether a delivery is about this bid. */
export function aboutBid(bid_id: string): (arrival: Arrival) => boolean {
  return ({ json }) => peek(json, 'data', 'bid_id') === bid_id;
}

/** The envelope id of a delivery, as a text. */
export function idOf({ json }: Arrival): string {
  const id = peek(json, 'id');
  return typeof id === 'string' ? id : '';
}

/** Answers deliveries about one bid, by the attempt; whatever else of the team comes to the address is taken with 200. */
export function answerAbout(bid_id: string, ...answers: readonly ReceiverAnswer[]): Behaviour {
  let attempt = 0;
  return (_n, json) => {
    if (peek(json, 'data', 'bid_id') !== bid_id) return { status: 200 };
    attempt += 1;
    return answers[Math.min(attempt, answers.length) - 1] ?? { status: 200 };
  };
}

/** A bid that is about to be rejected: the plainest way to an event for the buyer's team. */
export interface Rejectable {
  lot: Lot;
  bid: Bid;
  reject: () => Promise<Reply>;
}

/** @throws Blocked where the seller cannot reject */
export async function rejectable(t: Trial, by: Actor = t.buyer, lot?: Lot): Promise<Rejectable> {
  const on = lot ?? (await t.stage.lot());
  const bid = await t.stage.bid(on, {}, by);
  return {
    lot: on,
    bid,
    reject: async () => {
      const reply = await on.seller.post(`/bids/${bid.id}/reject`);
      if (reply.status !== 200)
        throw new Blocked(`POST /bids/{id}/reject rejects no bid (status ${reply.status})`, reply.exchange);
      return reply;
    },
  };
}

/** A team with few subscriptions, where there is one: a quota of them is legal. It is a buyer's in any case. */
export function quietTeam(t: Trial, preferred: 'rival' | 'elevator' = 'elevator'): Actor {
  return t.has(preferred) ? t.actor(preferred) : t.buyer;
}

/** A subscription hears of all that its team does, in every check at once: its list may be long. */
const PAGES_MAX = 20;

/**
 * The rows of a subscription's delivery list, of one event where that is given: then on all of its pages, else on the first.
 * Rows that come meanwhile move others back, so that a page may repeat some and leaves out none.
 */
export async function readRows(inbox: ListOf, event_id?: string): Promise<{ rows: readonly DeliveryRow[]; reply: Reply }> {
  const path = `/webhooks/${inbox.subscription.id}/deliveries`;
  let reply = await inbox.actor.get(path, { limit: 50 });
  if (event_id === undefined) return { rows: tolerantItems(reply), reply };
  const rows = new Map<unknown, DeliveryRow>();
  for (let page = 1; ; page += 1) {
    const items = tolerantItems(reply);
    const fresh = items.filter((row) => !rows.has(row['id'] ?? row));
    for (const row of fresh) rows.set(row['id'] ?? row, row);
    // A list that does not page answers the same again.
    if (items.length < 50 || fresh.length === 0 || page === PAGES_MAX) break;
    reply = await inbox.actor.get(path, { limit: 50, offset: page * 50 });
  }
  return { rows: [...rows.values()].filter((row) => row['event_id'] === event_id), reply };
}

/** Waits for a row of an event that has this status. @throws Breach where there is none */
export async function awaitRow(
  t: Trial,
  inbox: ListOf,
  event_id: string,
  status: string,
  after: string,
  within_ms: number = ROW_MS,
): Promise<DeliveryRow> {
  let last: { rows: readonly DeliveryRow[]; reply: Reply } | undefined;
  const found = await poll(
    async () => {
      last = await readRows(inbox, event_id);
      return last.rows.find((row) => row['status'] === status);
    },
    { within_ms, signal: t.signal },
  );
  if (found !== undefined) return found;
  throw new Breach({
    message: `The delivery list shows no ${status} row of the event after ${after}.`,
    exchange: last?.reply.exchange,
    expected: `a row with event_id ${event_id} and status ${status}`,
    observed: shorten(last?.rows.map((row) => ({ status: row['status'], attempts: row['attempts'] }))),
  });
}
