import { expect, test } from 'vitest';
import type { BreachDetails } from '#client';
import { makeHttpExchange } from '#client/testing/exchange';
import { chooseFinalTest } from './final-test.ts';

const LIST = { items: [{ id: 'bid_other1' }, { id: 'bid_own001', status: 'pending', price: { unit: 'MT' } }], total: 2 };
const OWN = new Set(['bid_own001']);
const choose = (details: Omit<BreachDetails, 'message'>, query = ''): object =>
  chooseFinalTest(
    { message: 'In any words.', ...details },
    makeHttpExchange({ url: `https://staging.example/v1/bids${query}`, json: LIST }),
    (value) => OWN.has(value),
  );

test('a script does not check the order of a list, and says so', () => {
  expect(choose({ found: LIST.items, pointer: '/items' }, '?sort=price')).toEqual({
    by: 'nothing',
    why: 'a script cannot check the order of a list',
  });
});

test('a leak in a sorted list is not about its order', () => {
  expect(choose({ pointer: '/items/1/status', is_leak: true }, '?sort=price')).toEqual({
    by: 'nothing',
    why: 'a script cannot detect this finding in a single response',
  });
});

test('the script tests the expected status', () => {
  const expectation = { kind: 'status', statuses: [422] } as const;
  expect(choose({ expectation })).toEqual({ by: 'status', expectation });
});

test('an item is found by its id if the script created it, otherwise anywhere', () => {
  const value = { kind: 'value', value: 'rejected' } as const;
  expect(choose({ expectation: value, pointer: '/items/1/status' })).toMatchObject({ pointer: '/items/?id=bid_own001/status' });
  expect(choose({ expectation: value, pointer: '/items/0/status' }, '?status=rejected')).toMatchObject({
    pointer: '/items/*/status',
  });
  const type = { kind: 'type', type: 'string' } as const;
  expect(choose({ expectation: type, pointer: '/items/0/status' })).toMatchObject({ pointer: '/items/*/status' });
});

test('a value without a typed expectation must recur if it is the same in every run', () => {
  expect(choose({ pointer: '/items/1/price', found: { unit: 'MT' } })).toMatchObject({ by: 'value', value: { unit: 'MT' } });
  expect(choose({ pointer: '/items/0/id', found: 'bid_other1' })).toMatchObject({ by: 'nothing' });
});

test('a text that was found in one member is looked for in that member of all items', () => {
  expect(choose({ found: 'OTHER1', pointer: '/items' })).toMatchObject({ by: 'nothing' });
  expect(choose({ found: 'bid_other' })).toMatchObject({ pointer: '/items/*/id', expectation: { kind: 'lacks' } });
  expect(choose({ found: 'bid_own' })).toMatchObject({ by: 'text' });
});

test.for<[name: string, details: Omit<BreachDetails, 'message'>, query: string]>([
  ['totals depend on others', { expectation: { kind: 'value', value: 1 }, pointer: '/total' }, ''],
  ['an order is about several items', { found: LIST.items[1] }, '?sort=price'],
  ['nothing was found', {}, ''],
  [
    'what one item should be says nothing about others',
    { expectation: { kind: 'value', value: 'a' }, pointer: '/items/0/status' },
    '',
  ],
  ['another response had another value', { expected: '"rejected"', found: 'pending' }, ''],
  [
    'the expected reference is of this run',
    { expectation: { kind: 'value', value: 'SIM-1' }, pointer: '/items/1/reference' },
    '',
  ],
])('a finding that one response cannot show has no test: %s', ([, details, query]) => {
  expect(choose(details, query)).toMatchObject({ by: 'nothing' });
});
