/**
 * The machine of bids as literal rows: what each party may do to a bid in each state. These are the judge's own words of the document, written
 * without a look at `spec/machines.ts`.
 */
import type { Actor, Bid, Lot, Reply } from '#client';
import { Blocked, readId, readBidStatus } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** `bid` is a buyer's pending bid, `counter` the seller's pending answer; the others are what came of a bid, or of a counter. */
export type State =
  | 'bid'
  | 'accepted'
  | 'rejected'
  | 'countered'
  | 'counter'
  | 'accepted-counter'
  | 'rejected-counter'
  | 'countered-counter';
export type Action = 'accept' | 'reject' | 'counter';

/** What a side gets: a move, 422 because the bid is no longer pending, or what nobody may judge: the author on its own bid. */
export type Outcome = '200 accepted' | '200 rejected' | '201 countered' | '422' | 'open';

export interface StateRow {
  state: State;
  action: Action;
  seller: Outcome;
  buyer: Outcome;
  /** Of everybody who is no party. */
  stranger: '404';
}

export const BID_STATES: readonly StateRow[] = [
  { state: 'bid', action: 'accept', seller: '200 accepted', buyer: 'open', stranger: '404' },
  { state: 'bid', action: 'reject', seller: '200 rejected', buyer: 'open', stranger: '404' },
  { state: 'bid', action: 'counter', seller: '201 countered', buyer: 'open', stranger: '404' },
  { state: 'accepted', action: 'accept', seller: '422', buyer: 'open', stranger: '404' },
  { state: 'accepted', action: 'reject', seller: '422', buyer: 'open', stranger: '404' },
  { state: 'accepted', action: 'counter', seller: '422', buyer: 'open', stranger: '404' },
  { state: 'rejected', action: 'accept', seller: '422', buyer: 'open', stranger: '404' },
  { state: 'rejected', action: 'reject', seller: '422', buyer: 'open', stranger: '404' },
  { state: 'rejected', action: 'counter', seller: '422', buyer: 'open', stranger: '404' },
  { state: 'countered', action: 'accept', seller: '422', buyer: 'open', stranger: '404' },
  { state: 'countered', action: 'reject', seller: '422', buyer: 'open', stranger: '404' },
  { state: 'countered', action: 'counter', seller: '422', buyer: 'open', stranger: '404' },
  { state: 'counter', action: 'accept', seller: 'open', buyer: '200 accepted', stranger: '404' },
  { state: 'counter', action: 'reject', seller: 'open', buyer: '200 rejected', stranger: '404' },
  { state: 'counter', action: 'counter', seller: 'open', buyer: '201 countered', stranger: '404' },
  { state: 'accepted-counter', action: 'accept', seller: 'open', buyer: '422', stranger: '404' },
  { state: 'accepted-counter', action: 'reject', seller: 'open', buyer: '422', stranger: '404' },
  { state: 'accepted-counter', action: 'counter', seller: 'open', buyer: '422', stranger: '404' },
  { state: 'rejected-counter', action: 'accept', seller: 'open', buyer: '422', stranger: '404' },
  { state: 'rejected-counter', action: 'reject', seller: 'open', buyer: '422', stranger: '404' },
  { state: 'rejected-counter', action: 'counter', seller: 'open', buyer: '422', stranger: '404' },
  { state: 'countered-counter', action: 'accept', seller: 'open', buyer: '422', stranger: '404' },
  { state: 'countered-counter', action: 'reject', seller: 'open', buyer: '422', stranger: '404' },
  { state: 'countered-counter', action: 'counter', seller: 'open', buyer: '422', stranger: '404' },
];

/** A bid of a state, made for the check that asks. */
export interface Brought {
  lot: Lot;
  /** The bid that the state is of: the buyer's, or the counter. */
  id: string;
  /** The buyer's bid that all began with. */
  bid: Bid;
  counter: Bid | undefined;
  quantity_mt: unknown;
}

const DEEDS: Readonly<Record<Exclude<State, 'bid' | 'counter'>, Action>> = {
  accepted: 'accept',
  rejected: 'reject',
  countered: 'counter',
  'accepted-counter': 'accept',
  'rejected-counter': 'reject',
  'countered-counter': 'counter',
};

/** Does something to a bid, with a body where it takes one. */
export async function act(t: CheckContext, by: Actor, id: string, action: Action): Promise<Reply> {
  return by.post(
    `/bids/${id}/${action}`,
    action === 'counter' ? await t.arrange.bidBody({ price: await t.arrange.price(306.5) }) : undefined,
  );
}

/** @throws Blocked where what was done to a bid has left it pending; who cannot read it is told nothing */
export async function ensureLeft(reader: Actor, id: string, action: Action): Promise<void> {
  if ((await readBidStatus(reader, id)) !== 'pending') return;
  throw new Blocked(`POST /bids/{id}/${action} leaves the ${action === 'counter' ? 'countered bid' : 'bid'} pending`);
}

/** A bid of a state, which reads as it should. @throws Blocked where the state cannot be reached, or is not shown */
export async function bringToDecided(t: CheckContext, state: Exclude<State, 'bid' | 'counter'>): Promise<Brought> {
  const brought = await bringTo(t, state);
  await ensureLeft(t.buyer, brought.id, DEEDS[state]);
  return brought;
}

/** @throws Blocked where the state cannot be reached */
export async function bringTo(t: CheckContext, state: State, by: Actor = t.buyer): Promise<Brought> {
  const lot = await t.arrange.lot();
  const bid = await t.arrange.bid(lot, {}, by);
  const quantity_mt = bid.body['quantity_mt'];
  const is_of_counter = state.endsWith('counter');
  const counter = is_of_counter ? await t.arrange.counter(lot, bid) : undefined;
  const id = counter?.id ?? bid.id;
  if (state === 'bid' || state === 'counter') return { lot, id, bid, counter, quantity_mt };

  const action = DEEDS[state];
  const done = await act(t, is_of_counter ? by : lot.seller, id, action);
  const made = readId(done);
  if (!done.is_success || made === undefined) {
    throw new Blocked(`POST /bids/{id}/${action} does nothing to a pending bid (status ${done.status})`, done.exchange);
  }
  return { lot, id, bid, counter, quantity_mt };
}
