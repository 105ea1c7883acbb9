import { expect, test } from 'vitest';
import { Patience } from './patience.ts';

const KIND = 'bid.rejected after a bid was rejected';

test('what has been missed three times, one after the other, is hoped for no more', () => {
  const patience = new Patience();
  for (const from_ms of [0, 5_000, 10_000]) {
    expect(patience.hasHope(KIND)).toBe(true);
    patience.missed(KIND, from_ms, from_ms + 5_000);
  }
  expect(patience.hasHope(KIND)).toBe(false);
  expect(patience.hasHope('bid.accepted after a bid was accepted')).toBe(true);
});

test('waits that went on at the same time are one: a target that stood still was missed once', () => {
  const patience = new Patience();
  for (const from_ms of [0, 1, 2, 3, 4_999]) patience.missed(KIND, from_ms, from_ms + 5_000);
  expect(patience.hasHope(KIND)).toBe(true);
});

test('one that comes gives all the hope back', () => {
  const patience = new Patience();
  for (const from_ms of [0, 5_000, 10_000]) patience.missed(KIND, from_ms, from_ms + 5_000);
  patience.came(KIND);
  expect(patience.hasHope(KIND)).toBe(true);
});
