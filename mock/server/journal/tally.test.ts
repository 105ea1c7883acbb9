import { expect, test } from 'vitest';
import type { JournalEntry } from './journal.ts';
import { DURATION_BOUNDS_SECONDS, Tally } from './tally.ts';

test('a duration counts in the bucket of its bound, and a longer one beyond the last bucket', () => {
  const tally = new Tally();
  const durations_ms = [...DURATION_BOUNDS_SECONDS.map((seconds) => seconds * 1000), 0, 0.6, 60_000];
  for (const duration_ms of durations_ms) {
    // The tally reads only these.
    const request = { operation_id: 'listBids', method: 'GET', status: 200, duration_ms } as JournalEntry;
    tally.count({ kind: 'request', request });
  }
  const counted = tally.operations.get('listBids');
  expect(counted?.durations).toEqual([2, 2, ...DURATION_BOUNDS_SECONDS.slice(2).map(() => 1), 1]);
  expect(counted?.duration_sum_seconds).toBeCloseTo(durations_ms.reduce((sum, each) => sum + each, 0) / 1000, 9);
  expect(counted?.responses.get('GET')).toEqual([0, 0, durations_ms.length, 0, 0, 0]);
});
