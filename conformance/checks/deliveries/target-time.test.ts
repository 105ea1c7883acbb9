import { expect, test } from 'vitest';
import { NO_LEDGER, Run } from '#client';
import { check } from '../../check/check.ts';
import { makeSettings } from '#client/testing/settings';
import { CheckContext } from '../../check/check-context.ts';
import { checkGap, type Gap } from './follow.ts';
import { TargetTime } from './target-time.ts';

/** An attempt: when it was read, how long it waited to be read, and the `t` of its signature. */
function attempt(at_seconds: number, stalled_seconds = 0, t?: number) {
  const headers: Record<string, string> = t === undefined ? {} : { 'svc-signature': `t=${t},v1=00` };
  return { at_ms: at_seconds * 1_000, stalled_ms: stalled_seconds * 1_000, headers };
}

/** The violation of the second attempt, which is due 10 s after the first. */
function evaluate(from: ReturnType<typeof attempt>, to: ReturnType<typeof attempt>): string {
  const run = new Run(makeSettings(), NO_LEDGER);
  const t = new CheckContext(
    run,
    check('RTY-4/x', 'A sentence.', [], () => Promise.resolve()),
    new AbortController().signal,
  );
  const span = new TargetTime(t, false).between(from, to);
  const gap: Gap = { attempt: 2, delay: 10, span, answered_after: 0, arrival: undefined };
  const breach = checkGap(gap);
  return breach === undefined ? 'fine' : `${breach.details.severity ?? 'fail'}: ${breach.message}`;
}

test.for([
  ['both read immediately', attempt(100), attempt(110), 'fine'],
  ['early', attempt(100), attempt(106), 'fail: Attempt 2 was too early.'],
  ['early, also by the signatures', attempt(100, 0, 100), attempt(106, 0, 106), 'fail: Attempt 2 was too early.'],
  ['the first was read late: this machine was stalled', attempt(104, 4), attempt(110), 'fine'],
  ['the first took long to arrive', attempt(103, 0, 100), attempt(110, 0, 110), 'fine'],
  ['the second was read late', attempt(100), attempt(123, 13), 'fine'],
  ['late', attempt(100), attempt(123), 'fail: Attempt 2 was late.'],
  ['early, with the signature of the first', attempt(100, 0, 100), attempt(106, 0, 100), 'fail: Attempt 2 was too early.'],
  ['a constant error of the clock cancels out', attempt(100, 0, 70), attempt(106, 0, 76), 'fail: Attempt 2 was too early.'],
] as const)('RTY-4 %s', ([, from, to, expected]) => {
  expect(evaluate(from, to)).toBe(expected);
});
