import { expect, test } from 'vitest';
import { SeenIds } from './seen-ids.ts';

test('SIG-7 counts how often an event has arrived, and forgets the least recent events', () => {
  const seen = new SeenIds();
  expect([seen.count('evt_a'), seen.count('evt_b'), seen.count('evt_a')]).toEqual([1, 1, 2]);
  for (let i = 0; i < 9_999; i += 1) seen.count(`evt_${i}`);
  // Event b is forgotten, because a came again after it.
  expect([seen.count('evt_a'), seen.count('evt_b')]).toEqual([3, 1]);
});
