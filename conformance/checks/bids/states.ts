/** The state machine of bids from the view of each party. Written from the document, independently of `spec/machines.ts`; a proof compares the two. */
import { type Actor, type Bid, Blocked, type Lot, type Reply, ensureId, readBidStatus, encodePath } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** The states of a bid that is no longer pending. */
export const DECIDED_STATES = [
  'accepted',
  'rejected',
  'countered',
  'accepted-counter',
  'rejected-counter',
  'countered-counter',
] as const;

type DecidedState = (typeof DECIDED_STATES)[number];

/** `bid` is a buyer's pending bid, and `counter` the seller's pending counter to it. The others are the decided states of either. */
export type State = 'bid' | 'counter' | DecidedState;

/** The state in the titles of checks: `pending bid`, `rejected counter`. */
function describeState(state: State): string {
  if (state === 'bid' || state === 'counter') return `pending ${state}`;
  return state.includes('-') ? state.replace('-', ' ') : `${state} bid`;
}

/** The same with its article: `an accepted bid`. */
export function describeAState(state: State): string {
  return `${state.startsWith('a') ? 'an' : 'a'} ${describeState(state)}`;
}

export type Action = 'accept' | 'reject' | 'counter';

/** The outcome for one side. `open`: the document leaves open what the author of a bid can do to it. */
export type Outcome = '200 accepted' | '200 rejected' | '201 countered' | '422' | 'open';

export interface StateRow {
  state: State;
  action: Action;
  seller: Outcome;
  buyer: Outcome;
}

export const BID_STATE_ROWS: readonly StateRow[] = [
  { state: 'bid', action: 'accept', seller: '200 accepted', buyer: 'open' },
  { state: 'bid', action: 'reject', seller: '200 rejected', buyer: 'open' },
  { state: 'bid', action: 'counter', seller: '201 countered', buyer: 'open' },
  { state: 'accepted', action: 'accept', seller: '422', buyer: 'open' },
  { state: 'accepted', action: 'reject', seller: '422', buyer: 'open' },
  { state: 'accepted', action: 'counter', seller: '422', buyer: 'open' },
  { state: 'rejected', action: 'accept', seller: '422', buyer: 'open' },
  { state: 'rejected', action: 'reject', seller: '422', buyer: 'open' },
  { state: 'rejected', action: 'counter', seller: '422', buyer: 'open' },
  { state: 'countered', action: 'accept', seller: '422', buyer: 'open' },
  { state: 'countered', action: 'reject', seller: '422', buyer: 'open' },
  { state: 'countered', action: 'counter', seller: '422', buyer: 'open' },
  { state: 'counter', action: 'accept', seller: 'open', buyer: '200 accepted' },
  { state: 'counter', action: 'reject', seller: 'open', buyer: '200 rejected' },
  { state: 'counter', action: 'counter', seller: 'open', buyer: '201 countered' },
  { state: 'accepted-counter', action: 'accept', seller: 'open', buyer: '422' },
  { state: 'accepted-counter', action: 'reject', seller: 'open', buyer: '422' },
  { state: 'accepted-counter', action: 'counter', seller: 'open', buyer: '422' },
  { state: 'rejected-counter', action: 'accept', seller: 'open', buyer: '422' },
  { state: 'rejected-counter', action: 'reject', seller: 'open', buyer: '422' },
  { state: 'rejected-counter', action: 'counter', seller: 'open', buyer: '422' },
  { state: 'countered-counter', action: 'accept', seller: 'open', buyer: '422' },
  { state: 'countered-counter', action: 'reject', seller: 'open', buyer: '422' },
  { state: 'countered-counter', action: 'counter', seller: 'open', buyer: '422' },
];

/** A bid in a state, created for one check. */
export interface BidInState {
  lot: Lot;
  /** The bid that is in the state: the buyer's bid, or the counter. */
  id: string;
  /** The buyer's first bid. */
  bid: Bid;
  counter: Bid | undefined;
  /** Who can accept, reject, or counter it while it is pending. */
  answerer: Actor;
  quantity_mt: unknown;
}

const DECIDING_ACTIONS: Readonly<Record<DecidedState, Action>> = {
  accepted: 'accept',
  rejected: 'reject',
  countered: 'counter',
  'accepted-counter': 'accept',
  'rejected-counter': 'reject',
  'countered-counter': 'counter',
};

/** Accepts, rejects, or counters a bid. */
export async function actOnBid(t: CheckContext, by: Actor, id: string, action: Action): Promise<Reply> {
  const body = action === 'counter' ? await t.arrange.bidBody({ price: await t.arrange.price(306.5) }) : undefined;
  return by.post(encodePath`/bids/${id}/${action}`, body);
}

/** @throws Blocked if the bid is still pending after the action. Does nothing if the reader cannot read the bid. */
export async function ensureNotPending(reader: Actor, id: string, action: Action): Promise<void> {
  if ((await readBidStatus(reader, id)) !== 'pending') return;
  throw new Blocked(`POST /bids/{id}/${action} leaves the ${action === 'counter' ? 'countered bid' : 'bid'} pending`);
}

/** Creates a bid in a decided state. @throws Blocked if the state cannot be reached, or the bid still reads as pending */
export async function arrangeDecidedBid(t: CheckContext, state: DecidedState): Promise<BidInState> {
  const arranged = await arrangeBidInState(t, state);
  await ensureNotPending(t.buyer, arranged.id, DECIDING_ACTIONS[state]);
  return arranged;
}

/** Creates a bid in a state. @throws Blocked if the state cannot be reached */
export async function arrangeBidInState(t: CheckContext, state: State): Promise<BidInState> {
  const lot = await t.arrange.lot();
  const bid = await t.arrange.bid(lot);
  const is_of_counter = state.endsWith('counter');
  const counter = is_of_counter ? await t.arrange.counter(lot, bid) : undefined;
  const id = counter?.id ?? bid.id;
  const answerer = is_of_counter ? t.buyer : lot.seller;
  const made = { lot, id, bid, counter, answerer, quantity_mt: bid.body['quantity_mt'] };
  if (state === 'bid' || state === 'counter') return made;

  const action = DECIDING_ACTIONS[state];
  ensureId(await actOnBid(t, answerer, id, action), `POST /bids/{id}/${action} failed on a pending bid`);
  return made;
}
