import { expect, test } from 'vitest';
import { JsonNode, Reply } from '#client';
import { makeHttpExchange } from '#client/testing/exchange';
import { showsPrice } from './prices.ts';

test.for<[shown: unknown, sent: unknown, expected: boolean | undefined]>([
  [{ amount: 298.5, unit: 'MT' }, { amount: 298.5, unit: 'MT' }, true],
  [{ amount: 299, unit: 'MT' }, { amount: 298.5, unit: 'MT' }, false],
  [{ amount: 0.1354, unit: 'LB' }, { amount: 298.5, unit: 'MT' }, undefined],
  [{ amount: 298.5, unit: 'MT' }, 298.5, true],
  [{ amount: 0.1354, unit: 'LB' }, 298.5, true],
  [{ amount: 0.2, unit: 'LB' }, 298.5, false],
  [{ amount: 8.1, unit: 'BU' }, 298.5, undefined],
])('BID-7 a line with the price %j shows %j: %s', ([price, sent, expected]) => {
  const line = new JsonNode({ price }, '', new Reply(makeHttpExchange()));
  expect(showsPrice(line, sent)).toBe(expected);
});
