import { expect, test } from 'vitest';
import { closestName } from './closest-name.ts';

/** Joined, so that `npm run trace` does not count this file as a test of the clauses. */
const FARM_NAMED = ['PRIV-1', 'farm-named'].join('/');
const OK = ['WHK-2', 'ok'].join('/');
const NONE = ['TEAM-1', 'none'].join('/');
const NAMES = ['relative-links', 'bare-filters', 'trade-id', FARM_NAMED, OK, NONE];

test.each([
  ['relative-link', 'relative-links'],
  ['Relative-Links', 'relative-links'],
  ['bare-filter', 'bare-filters'],
  ['tradeid', 'trade-id'],
  ['links', 'relative-links'],
  ['PRIV-1', FARM_NAMED],
  ['priv', FARM_NAMED],
  ['farm-named', FARM_NAMED],
  ['ok', OK],
  ['none', NONE],
  ['farm-nmaed', FARM_NAMED],
  [`${FARM_NAMED.slice(0, -1)}t`, FARM_NAMED],
])('%j is closest to %s', (name, closest) => {
  expect(closestName(name, NAMES)).toBe(closest);
});

test.each([
  ['WKH', 'WHK'],
  ['priv', 'PRIV'],
  ['PRIV-44', 'PRIV-4'],
  ['PRVI-4', 'PRIV-4'],
  ['BID26', 'BID-26'],
  ['byer', 'buyer'],
  ['secret-show-once', 'secret-shown-once'],
])('%s is corrected to %s', (word, closest) => {
  const known = ['OP', 'WHK', 'PRIV', 'PRIV-4', 'PRIV-10', 'BID-2', 'BID-6', 'BID-26', 'secret-shown-once', 'buyer'];
  expect(closestName(word, known)).toBe(closest);
});

test.each(['noop', 'list', 'x', '1', '', ' ', 'something-else-altogether', 'PRIV-9'])('nothing is near %j', (name) => {
  expect(closestName(name, NAMES)).toBeUndefined();
});

test('an empty list has no closest name', () => {
  expect(closestName('x', [])).toBeUndefined();
});
