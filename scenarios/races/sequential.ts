/** The sequential specification for races: the response and effect of each operation on its own. */
import type { Readings } from '../model/model.ts';

/** The state of a race. Bids have the names that the race gives them. */
export interface State {
  readonly bids: Readonly<Record<string, 'pending' | 'accepted' | 'rejected' | 'countered'>>;
  readonly trades: Readonly<Record<string, number>>;
  readonly is_listed: boolean;
  /** The quantity of the lot that is still for sale, in whole tonnes. */
  readonly remaining_mt: number;
  /** The number of bids created with the key. */
  readonly keyed: number;
}

export type Operation =
  | { readonly type: 'accept'; readonly bid: string; readonly quantity_mt: number }
  | { readonly type: 'reject' | 'counter'; readonly bid: string }
  | { readonly type: 'unlist' }
  | { readonly type: 'place_with_key' };

/** One legal result of an operation. */
interface Transition {
  readonly statuses: readonly number[];
  readonly state: State;
}

/** The readings that matter for races. */
export type KnownReadings = Pick<Readings, 'takes_quantity' | 'keeps_lot_listed'>;

/** BID-20: answers to decided bids are rejected. A counter can return 409 for a conflict (BID-40). */
const TOO_LATE = { reject: [422], counter: [409, 422], accept: [422] } as const;

/** The legal outcomes of an operation: each with the statuses of its response and the state that follows. */
export function transitionsOf(state: State, operation: Operation, readings: KnownReadings): readonly Transition[] {
  switch (operation.type) {
    case 'accept':
      return accept(state, operation.bid, operation.quantity_mt, readings);
    case 'reject':
    case 'counter':
      return answer(state, operation.bid, operation.type);
    case 'unlist':
      return [{ statuses: [200], state: unlist(state) }];
    case 'place_with_key':
      // IDEM-2: a repeat returns the original bid.
      return [{ statuses: [201], state: { ...state, keyed: 1 } }];
    default:
      return operation satisfies never;
  }
}

function accept(state: State, bid: string, quantity_mt: number, readings: KnownReadings): readonly Transition[] {
  const { takes_quantity, keeps_lot_listed } = readings;
  if (state.bids[bid] !== 'pending') return [{ statuses: TOO_LATE.accept, state }];
  const accepted: State = {
    ...state,
    bids: { ...state.bids, [bid]: 'accepted' },
    trades: { ...state.trades, [bid]: (state.trades[bid] ?? 0) + 1 },
    remaining_mt: takes_quantity === false ? state.remaining_mt : Math.max(0, state.remaining_mt - quantity_mt),
  };
  const done = { statuses: [200], state: accepted };
  // Open: whether more than the remaining quantity can be sold (BID-30), and whether an acceptance unlists the lot.
  const refused = { statuses: [403, 409, 422], state };
  const fits = quantity_mt <= state.remaining_mt;
  // Open: whether that rejects the other bids (BID-29).
  const delisted = [unlist(accepted), { ...accepted, is_listed: false }].map((after) => ({ statuses: [200], state: after }));
  if (!fits) return takes_quantity === true ? [refused] : [done, ...delisted, refused];
  return accepted.remaining_mt > 0 && keeps_lot_listed === true ? [done] : [done, ...delisted];
}

function answer(state: State, bid: string, type: 'reject' | 'counter'): readonly Transition[] {
  if (state.bids[bid] !== 'pending') return [{ statuses: TOO_LATE[type], state }];
  const status = type === 'reject' ? 'rejected' : 'countered';
  return [{ statuses: [type === 'reject' ? 200 : 201], state: { ...state, bids: { ...state.bids, [bid]: status } } }];
}

/** BID-29: pending bids are rejected. */
function unlist(state: State): State {
  const bids = Object.entries(state.bids).map(([name, status]) => [name, status === 'pending' ? 'rejected' : status] as const);
  return { ...state, is_listed: false, bids: Object.fromEntries(bids) };
}
