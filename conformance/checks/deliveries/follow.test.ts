import { describe, expect, test } from 'vitest';
import { checkGap, type Gap } from './follow.ts';

/** Attempt 3, which is due a minute after attempt 2. */
function evaluate(low: number, high: number): string {
  const gap: Gap = { attempt: 3, delay: 60, span: { low, high }, answered_after: 0, arrival: undefined };
  const breach = checkGap(gap);
  return breach === undefined ? 'fine' : (breach.details.severity ?? 'fail');
}

describe('RTY-4 the delay before an attempt', () => {
  test.for([
    [59.1, 59.1, 'fine'],
    [60, 60, 'fine'],
    [58, 60, 'fine'],
    [79, 79, 'fine'],
    [58.5, 58.5, 'fail'],
    [0, 48, 'fail'],
    [10, 10, 'fail'],
    [50, 50, 'warn'],
    [46, 52, 'warn'],
    [52, 58.8, 'fail'],
    [81, 81, 'warn'],
    [121, 121, 'fail'],
  ] as const)('after %d to %d s: %s', ([low, high, expected]) => {
    expect(evaluate(low, high)).toBe(expected);
  });

  test('a missing attempt is a violation', () => {
    expect(checkGap({ attempt: 5, delay: 1_800, span: undefined, answered_after: 0, arrival: undefined })?.message).toBe(
      'Attempt 5 did not arrive within 3600 s.',
    );
  });

  test('a delayed reply delays the next attempt as well', () => {
    const kept = { attempt: 2, delay: 10, answered_after: 1.1, arrival: undefined };
    expect(checkGap({ ...kept, span: { low: 18.7, high: 18.7 } })).toBeUndefined();
    expect(checkGap({ ...kept, span: { low: 9.1, high: 9.1 } })).toBeUndefined();
    expect(checkGap({ ...kept, span: { low: 8.8, high: 8.8 } })?.message).toBe('Attempt 2 was too early.');
  });
});
