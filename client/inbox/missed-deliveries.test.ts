import { expect, test } from 'vitest';
import { MissedDeliveries } from './missed-deliveries.ts';

const KIND = 'bid.rejected after a bid was rejected';

test('after three consecutive misses, it stops waiting for such a delivery', () => {
  const missed = new MissedDeliveries();
  for (const from_ms of [0, 5_000, 10_000]) {
    expect(missed.canCome(KIND)).toBe(true);
    missed.noteMiss(KIND, from_ms, from_ms + 5_000);
  }
  expect(missed.canCome(KIND)).toBe(false);
  expect(missed.canCome('bid.accepted after a bid was accepted')).toBe(true);
});

test('concurrent waits during one pause of the target count as one miss', () => {
  const missed = new MissedDeliveries();
  for (const from_ms of [0, 1, 2, 3, 4_999]) missed.noteMiss(KIND, from_ms, from_ms + 5_000);
  expect(missed.canCome(KIND)).toBe(true);
});

test('an arrival resets the count', () => {
  const missed = new MissedDeliveries();
  for (const from_ms of [0, 5_000, 10_000]) missed.noteMiss(KIND, from_ms, from_ms + 5_000);
  missed.noteArrival(KIND);
  expect(missed.canCome(KIND)).toBe(true);
});
