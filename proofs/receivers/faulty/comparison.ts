/** SIG-4: the comparison of signatures is wrong, so the receiver accepts forged deliveries or answers them with 500. */
import { timingSafeEqual } from 'node:crypto';
import type { Parts } from '../clean.ts';
import type { FaultyRow } from './row.ts';

/** The name, the fault, and the comparison. */
const COMPARISONS: readonly (readonly [string, string, Parts['isSame']])[] = [
  [
    'promise-is-truthy',
    'It does not await the comparison, and a promise is always truthy.',
    () => Boolean(Promise.resolve(false)),
  ],
  ['length-only', 'It compares only the lengths.', (expected, given) => expected.length === given.length],
  [
    'first-16-digits',
    'It compares only the first sixteen digits.',
    (expected, given) => expected.slice(0, 16) === given.slice(0, 16),
  ],
  [
    'all-but-the-first',
    'It compares from the second digit on, because its loop starts at 1.',
    (expected, given) => given.length === expected.length && given.slice(1) === expected.slice(1),
  ],
  [
    'both-ends',
    'It compares the first and the last sixteen digits.',
    (expected, given) =>
      given.length === expected.length &&
      given.slice(0, 16) === expected.slice(0, 16) &&
      given.slice(-16) === expected.slice(-16),
  ],
  [
    'in-any-order',
    'It compares how often each digit occurs, but not the positions.',
    (expected, given) => sortDigits(given) === sortDigits(expected),
  ],
  ['as-far-as-given', 'It compares only as many digits as the header has.', (expected, given) => expected.startsWith(given)],
  ['as-far-as-expected', 'It compares only as many digits as it expects.', (expected, given) => given.startsWith(expected)],
  ['includes', 'It checks whether the expected signature contains the given one.', (expected, given) => expected.includes(given)],
  [
    'as-numbers',
    'It compares the signatures as numbers, so only the first digits count.',
    (expected, given) => given.length === 64 && Number(`0x${expected}`) === Number(`0x${given}`),
  ],
  [
    'ignores-the-end',
    'It compares digit by digit, up to the end of the shorter signature.',
    (expected, given) => given.split('').every((digit, index) => index >= expected.length || digit === expected[index]),
  ],
  [
    'throws-on-length',
    'It compares in constant time, but answers 500 if the lengths differ.',
    (expected, given) => timingSafeEqual(Buffer.from(expected), Buffer.from(given)),
  ],
];

function sortDigits(hex: string): string {
  return hex.split('').toSorted().join('');
}

export const COMPARISON_FAULTS: readonly FaultyRow[] = COMPARISONS.map(([name, fault, isSame]) => {
  return { name, fault, kind: 'faulty', clause: 'SIG-4', parts: () => ({ isSame }) };
});
