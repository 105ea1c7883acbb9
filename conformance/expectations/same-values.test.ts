import { expect, test } from 'vitest';
import { agrees } from './same-values.ts';

test.each<[one: unknown, other: unknown, is_same: boolean]>([
  ['Field 1', 'Lot 1', false],
  ['No. 1 CW', 'No. 2 CW', false],
  ['2026-06-01T12:00:00Z', '2026-06-01T06:00:00.500-06:00', true],
  ['2026-06-01', '2026-06-02', false],
  ['20260601T120000Z', '2026-06-01T12:00:00Z', true],
  [40.5, 40.501, true],
  [40.5, 41.5, false],
  [null, 'AAC Brandon', true],
  [2025, '2025', true],
  [{ amount: 300, unit: 'MT' }, { amount: 300 }, true],
  [{ amount: 300 }, { amount: 301 }, false],
  [[1, 2], [1], false],
])('%j and %j agree: %s', (one, other, is_same) => {
  expect(agrees(one, other)).toBe(is_same);
  expect(agrees(other, one)).toBe(is_same);
});
