import { expect, test } from 'vitest';
import type { Row } from '../records/tables.ts';
import { moveOffer } from './offers.ts';

type Status = Row<'offers'>['status'];

/** Every status × action, written out: what becomes of the offer, or the code of the refusal. */
const ROWS: readonly (readonly [Status, 'accept' | 'reject', string])[] = [
  ['pending', 'accept', 'accepted'],
  ['pending', 'reject', 'rejected'],
  ['accepted', 'accept', '409 conflict'],
  ['accepted', 'reject', '409 conflict'],
  ['rejected', 'accept', '409 conflict'],
  ['rejected', 'reject', '409 conflict'],
  ['expired', 'accept', '409 conflict'],
  ['expired', 'reject', '409 conflict'],
];

test('the table has every status and action', () => {
  expect(new Set(ROWS.map(([status, action]) => `${status} ${action}`)).size).toBe(4 * 2);
});

test.for(ROWS)('CB-6 CB-14 %s, %s: %s', ([status, action, expected]) => {
  const message = `The offer is ${status}, no longer pending.`;
  expect(moveOffer({ status }, action)).toEqual(expected === '409 conflict' ? { refused: 'conflict', message } : expected);
});
