import { expect, test } from 'vitest';
import { Patience } from './patience.ts';

const KIND = 'bid.rejected after a bid was rejected';

test('after three consecutive misses, it stops waiting for such a delivery', () => {
  const patience = new Patience();
  for (const from_ms of [0, 5_000, 10_000]) {
    expect(patience.hasHope(KIND)).toBe(true);
    patience.missed(KIND, from_ms, from_ms + 5_000);
  }
  expect(patience.hasHope(KIND)).toBe(false);
  expect(patience.hasHope('bid.accepted after a bid was accepted')).toBe(true);
});

test('concurrent waits during one pause of the target count as one miss', () => {
  const patience = new Patience();
  for (const from_ms of [0, 1, 2, 3, 4_999]) patience.missed(KIND, from_ms, from_ms + 5_000);
  expect(patience.hasHope(KIND)).toBe(true);
});

test('an arrival resets the count', () => {
  const patience = new Patience();
  for (const from_ms of [0, 5_000, 10_000]) patience.missed(KIND, from_ms, from_ms + 5_000);
  patience.came(KIND);
  expect(patience.hasHope(KIND)).toBe(true);
});
