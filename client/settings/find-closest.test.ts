import { expect, test } from 'vitest';
import { findClosest } from './find-closest.ts';

const KNOWN = ['OP', 'WHK', 'PRIV', 'PRIV-4', 'PRIV-10', 'BID-2', 'BID-6', 'BID-26', 'secret-shown-once', 'buyer'];

test.each([
  ['WKH', 'WHK'],
  ['priv', 'PRIV'],
  ['PRIV-44', 'PRIV-4'],
  ['PRVI-4', 'PRIV-4'],
  ['BID26', 'BID-26'],
  ['byer', 'buyer'],
  ['secret-show-once', 'secret-shown-once'],
])('%s is corrected to %s', (word, closest) => {
  expect(findClosest(word, KNOWN)).toBe(closest);
});

test.each(['NOPE', 'X', '', 'TOP-9', 'nothing of the kind'])('%j resembles no known word', (word) => {
  expect(findClosest(word, KNOWN)).toBeUndefined();
});
