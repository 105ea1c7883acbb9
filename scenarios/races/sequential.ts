/** The sequential specification that races are held against: what each operation answers and does when nothing else happens. */

/** What is there. Bids and lots by the names that a race gives them. */
export interface State {
  readonly bids: Readonly<Record<string, 'pending' | 'accepted' | 'rejected' | 'countered'>>;
  readonly trades: Readonly<Record<string, number>>;
  readonly is_listed: boolean;
  /** Whole tonnes that are left. */
  readonly left_mt: number;
  /** How many bids a key has made. */
  readonly keyed: number;
}

export type Operation =
  | { readonly type: 'accept'; readonly bid: string; readonly quantity_mt: number }
  | { readonly type: 'reject' | 'counter'; readonly bid: string }
  | { readonly type: 'unlist' }
  | { readonly type: 'place_with_key' };

/** One way in which an operation may go. */
export interface Transition {
  readonly statuses: readonly number[];
  readonly state: State;
}

/** What this deployment does where the document is silent. */
export interface KnownReadings {
  readonly takes_quantity: boolean | undefined;
  readonly keeps_lot_listed: boolean | undefined;
}

/** BID-20: what is no longer pending is refused; counter may answer 409 for a conflict (BID-40). */
const TOO_LATE = { reject: [422], counter: [409, 422], accept: [422] } as const;

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
      // IDEM-2: the second is the first.
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
    left_mt: takes_quantity === false ? state.left_mt : Math.max(0, state.left_mt - quantity_mt),
  };
  const done = { statuses: [200], state: accepted };
  // Whether more can be sold than there is, is open (BID-30); and so is whether an acceptance takes the lot off the market.
  const refused = { statuses: [403, 409, 422], state };
  const fits = quantity_mt <= state.left_mt;
  const delisted = { statuses: [200], state: unlist(accepted) };
  if (!fits) return takes_quantity === true ? [refused] : [done, delisted, refused];
  return accepted.left_mt > 0 && keeps_lot_listed === true ? [done] : [done, delisted];
}

function answer(state: State, bid: string, type: 'reject' | 'counter'): readonly Transition[] {
  if (state.bids[bid] !== 'pending') return [{ statuses: TOO_LATE[type], state }];
  const status = type === 'reject' ? 'rejected' : 'countered';
  return [{ statuses: [type === 'reject' ? 200 : 201], state: { ...state, bids: { ...state.bids, [bid]: status } } }];
}

/** BID-29: what is pending is rejected. */
function unlist(state: State): State {
  const bids = Object.entries(state.bids).map(([name, status]) => [name, status === 'pending' ? 'rejected' : status] as const);
  return { ...state, is_listed: false, bids: Object.fromEntries(bids) };
}
