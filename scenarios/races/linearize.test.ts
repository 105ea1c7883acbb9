import { expect, test } from 'vitest';
import { isLinearizable, type Answered } from './linearize.ts';
import type { Operation, State } from './sequential.ts';

const BEGIN: State = {
  bids: { one: 'pending', other: 'pending' },
  trades: { one: 0, other: 0 },
  is_listed: true,
  remaining_mt: 40,
  keyed: 0,
};
const LAWS = { takes_quantity: true, keeps_lot_listed: true };
const ACCEPT: Operation = { type: 'accept', bid: 'one', quantity_mt: 10 };
const OPERATIONS: Readonly<Record<string, Operation>> = {
  accept: ACCEPT,
  reject: { type: 'reject', bid: 'one' },
  counter: { type: 'counter', bid: 'one' },
};
const WITH_KEY: Operation = { type: 'place_with_key' };

/** A named history, the final state of a bid and the number of its trades, and whether an order explains them. */
const HISTORIES: readonly (readonly [string, history: string, State['bids'][string], trades: number, is_legal: boolean])[] = [
  ['one acceptance wins', 'accept 200, accept 422', 'accepted', 1, true],
  ['the loser comes first', 'accept 422, accept 200', 'accepted', 1, true],
  ['the loser gets a retryable status', 'accept 200, accept 503', 'accepted', 1, true],
  ['both win', 'accept 200, accept 200', 'accepted', 1, false],
  ['both succeed and there are two trades', 'accept 200, accept 200', 'accepted', 2, false],
  ['neither wins', 'accept 422, accept 422', 'pending', 0, false],
  ['all get a retryable status', 'accept 503, accept 409', 'pending', 0, true],
  ['one got no response but took effect', 'accept none, accept 422', 'accepted', 1, true],
  ['one got no response and did not take effect', 'accept none', 'pending', 0, true],
  ['accepted and rejected', 'accept 200, reject 200', 'accepted', 1, false],
  ['rejected, and too late to accept', 'accept 422, reject 200', 'rejected', 0, true],
  ['rejected, but there is a trade', 'accept 422, reject 200', 'rejected', 1, false],
  ['a gateway failed after the effect', 'accept 502, accept 422', 'accepted', 1, true],
  ['a gateway failed before the effect', 'accept 504, accept 200', 'accepted', 1, true],
  ['a gateway failed and both took effect', 'accept 502, accept 200', 'accepted', 2, false],
  ['a counter in conflict', 'accept 200, counter 409', 'accepted', 1, true],
  ['accepted and countered', 'accept 200, counter 201', 'countered', 1, false],
];

function readHistory(text: string): readonly Answered[] {
  return text.split(', ').map((line) => {
    const [verb = '', status] = line.split(' ');
    const operation = OPERATIONS[verb];
    if (operation === undefined) throw new Error(`no operation '${verb}'`);
    return { operation, status: status === 'none' ? undefined : Number(status) };
  });
}

test.for(HISTORIES)('%s: %s', ([, text, status, trades, is_legal]) => {
  const isEnd = (state: State): boolean => state.bids['one'] === status && state.trades['one'] === trades;
  expect(isLinearizable(readHistory(text), BEGIN, isEnd, LAWS)).toBe(is_legal);
});

test.for([
  [true, [200, 422], true],
  [true, [200, 200], false],
  [false, [200, 200], true],
  [undefined, [200, 200], true],
  [undefined, [200, 422], true],
] as const)(
  'two bids on the whole quantity of a lot, if acceptance deducts the quantity is %s: %j',
  ([takes_quantity, statuses, is_legal]) => {
    const history = (['one', 'other'] as const).map((bid, i): Answered => ({
      operation: { type: 'accept', bid, quantity_mt: 40 },
      status: statuses[i],
    }));
    expect(isLinearizable(history, BEGIN, () => true, { ...LAWS, takes_quantity })).toBe(is_legal);
  },
);

test.for(['pending', 'rejected'] as const)('BID-29 selling out a lot can leave its other bid %s', (other) => {
  const history: readonly Answered[] = [{ operation: { ...ACCEPT, quantity_mt: 40 }, status: 200 }];
  const isEnd = ({ is_listed, bids }: State): boolean => !is_listed && bids['one'] === 'accepted' && bids['other'] === other;
  expect(isLinearizable(history, BEGIN, isEnd, LAWS)).toBe(true);
});

test('IDEM-5 one bid per key, in any order', () => {
  const history = Array.from({ length: 5 }, (): Answered => ({ operation: WITH_KEY, status: 201 }));
  expect(isLinearizable(history, BEGIN, ({ keyed }) => keyed === 1, LAWS)).toBe(true);
  expect(isLinearizable(history, BEGIN, ({ keyed }) => keyed === 2, LAWS)).toBe(false);
});

test('a race with too many orders to search is an error', () => {
  const history = Array.from({ length: 7 }, (): Answered => ({ operation: ACCEPT, status: 200 }));
  expect(() => isLinearizable(history, BEGIN, () => true, LAWS)).toThrow('too long');
});
