import { expect, test } from 'vitest';
import { mergeLeftovers } from './merge-leftovers.ts';

test('what several runs left behind is added up by kind and reason', () => {
  const farms = 'the API cannot delete farms (FARM-3)';
  expect(
    mergeLeftovers([
      `a farm of seller: ${farms}: farm_1`,
      '2 cash bids of elevator: the API cannot delete trades',
      'to delete what was not deleted, run: gristmill cleanup --ledger a.jsonl',
      `6 farms of seller, partner: ${farms}: farm_2, farm_3, farm_4, farm_5, farm_6 and 1 more`,
      'a cash bid of elevator: the API cannot delete trades',
      'to delete what was not deleted, run: gristmill cleanup --ledger b.jsonl',
    ]),
  ).toEqual([
    `7 farms of seller, partner: ${farms}: farm_1, farm_2, farm_3, farm_4, farm_5 and 2 more`,
    '3 cash bids of elevator: the API cannot delete trades',
    'to delete what was not deleted, run: gristmill cleanup --ledger a.jsonl',
    'to delete what was not deleted, run: gristmill cleanup --ledger b.jsonl',
  ]);
});
