import { expect, test } from 'vitest';
import type { Answered } from './linearize.ts';
import { linearize } from './linearize.ts';
import type { Operation, State } from './sequential.ts';

const BEGIN: State = {
  bids: { one: 'pending', other: 'pending' },
  trades: { one: 0, other: 0 },
  is_listed: true,
  left_mt: 40,
  keyed: 0,
};
const LAWS = { takes_quantity: true, keeps_lot_listed: true };
const ACCEPT: Operation = { type: 'accept', bid: 'one', quantity_mt: 10 };
const REJECT: Operation = { type: 'reject', bid: 'one' };
const COUNTER: Operation = { type: 'counter', bid: 'one' };
const WITH_KEY: Operation = { type: 'place_with_key' };

/** `accept 200, accept 422`: the responses, and the final state of a bid and its trades. */
const HISTORIES: readonly (readonly [
  string,
  readonly (readonly [Operation, number | undefined])[],
  State['bids'][string],
  number,
  boolean,
])[] = [
  [
    'one acceptance wins',
    [
      [ACCEPT, 200],
      [ACCEPT, 422],
    ],
    'accepted',
    1,
    true,
  ],
  [
    'the loser comes first',
    [
      [ACCEPT, 422],
      [ACCEPT, 200],
    ],
    'accepted',
    1,
    true,
  ],
  [
    'the loser gets a retryable status',
    [
      [ACCEPT, 200],
      [ACCEPT, 503],
    ],
    'accepted',
    1,
    true,
  ],
  [
    'both win',
    [
      [ACCEPT, 200],
      [ACCEPT, 200],
    ],
    'accepted',
    1,
    false,
  ],
  [
    'both succeed and there are two trades',
    [
      [ACCEPT, 200],
      [ACCEPT, 200],
    ],
    'accepted',
    2,
    false,
  ],
  [
    'nobody wins',
    [
      [ACCEPT, 422],
      [ACCEPT, 422],
    ],
    'pending',
    0,
    false,
  ],
  [
    'all get a retryable status',
    [
      [ACCEPT, 503],
      [ACCEPT, 409],
    ],
    'pending',
    0,
    true,
  ],
  [
    'one got no response but took effect',
    [
      [ACCEPT, undefined],
      [ACCEPT, 422],
    ],
    'accepted',
    1,
    true,
  ],
  ['one got no response and did not take effect', [[ACCEPT, undefined]], 'pending', 0, true],
  [
    'accepted and rejected',
    [
      [ACCEPT, 200],
      [REJECT, 200],
    ],
    'accepted',
    1,
    false,
  ],
  [
    'rejected, and too late to accept',
    [
      [ACCEPT, 422],
      [REJECT, 200],
    ],
    'rejected',
    0,
    true,
  ],
  [
    'rejected, but there is a trade',
    [
      [ACCEPT, 422],
      [REJECT, 200],
    ],
    'rejected',
    1,
    false,
  ],
  [
    'a counter in conflict',
    [
      [ACCEPT, 200],
      [COUNTER, 409],
    ],
    'accepted',
    1,
    true,
  ],
  [
    'accepted and countered',
    [
      [ACCEPT, 200],
      [COUNTER, 201],
    ],
    'countered',
    1,
    false,
  ],
];

test.for(HISTORIES)('%s', ([, operations, status, trades, is_legal]) => {
  const history = operations.map(([operation, answered]): Answered => ({ operation, status: answered }));
  const order = linearize(history, BEGIN, (state) => state.bids['one'] === status && state.trades['one'] === trades, LAWS);
  expect(order !== undefined).toBe(is_legal);
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
    expect(linearize(history, BEGIN, () => true, { ...LAWS, takes_quantity }) !== undefined).toBe(is_legal);
  },
);

test('IDEM-5 one bid per key, in any order', () => {
  const history = Array.from({ length: 5 }, (): Answered => ({ operation: WITH_KEY, status: 201 }));
  expect(linearize(history, BEGIN, ({ keyed }) => keyed === 1, LAWS)).toBeDefined();
  expect(linearize(history, BEGIN, ({ keyed }) => keyed === 2, LAWS)).toBeUndefined();
});

test('a race with too many orders to search is an error', () => {
  const history = Array.from({ length: 7 }, (): Answered => ({ operation: ACCEPT, status: 200 }));
  expect(() => linearize(history, BEGIN, () => true, LAWS)).toThrow('too long');
});
