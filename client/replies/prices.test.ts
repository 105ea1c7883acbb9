import { expect, test } from 'vitest';
import { hasValueOf } from './prices.ts';

test.for([
  [{ amount: 299.5, unit: 'MT' }, true],
  [{ amount: 299.5 }, true],
  [{ amount: 299.5, unit: 'BU' }, true],
  [{ amount: 0.135851, unit: 'LB' }, true],
  [{ amount: 13.59, unit: 'CWT' }, true],
  [{ amount: 271.7, unit: 'ST' }, true],
  [{ amount: 299.4, unit: 'MT' }, false],
  [{ amount: 287.25 }, false],
  [{ amount: 0.2, unit: 'LB' }, false],
  [{ amount: '299.5', unit: 'MT' }, false],
  [{ amount: 8.15, unit: 'BU' }, undefined],
  [null, false],
] as const)('LST-9 %j has the value of a target price of 299.50: %s', ([shown, expected]) => {
  expect(hasValueOf(shown, 299.5)).toBe(expected);
});
