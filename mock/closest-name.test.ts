import { expect, test } from 'vitest';
import { closestName } from './closest-name.ts';

const NAMES = ['relative-links', 'bare-filters', 'trade-id'];

test.each([
  ['relative-link', 'relative-links'],
  ['bare-filter', 'bare-filters'],
  ['tradeid', 'trade-id'],
  ['links', 'trade-id'],
  ['', 'trade-id'],
])('%j is closest to %s', (name, closest) => {
  expect(closestName(name, NAMES)).toBe(closest);
});

test('among none there is none', () => {
  expect(closestName('x', [])).toBeUndefined();
});
