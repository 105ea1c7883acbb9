/** SIG-4: the comparison of signatures is wrong, so the receiver accepts forged deliveries or responds to them with 500. */
import { timingSafeEqual } from 'node:crypto';
import { caughtBy, explained, faults } from './row.ts';

const CUT = ['SIG-4/truncated', 'SIG-4/one-digit', 'SIG-4/empty-signature'];

export const COMPARISON_FAULTS = faults('faulty', {
  'SIG-4/promise-is-truthy: It does not await the comparison, and a promise is always truthy.': caughtBy('SIG-4/forged', {
    isSame: () => Boolean(Promise.resolve(false)),
  }),
  'SIG-4/length-only: It compares only the lengths.': caughtBy('SIG-4/forged', {
    isSame: (expected, given) => expected.length === given.length,
  }),
  'SIG-4/first-16-digits: It compares only the first sixteen digits.': caughtBy(
    ['SIG-4/flipped-digit', 'SIG-4/flipped-middle', 'SIG-4/truncated', 'SIG-4/lengthened', 'SIG-4/wrong-signatures'],
    { isSame: (expected, given) => expected.slice(0, 16) === given.slice(0, 16) },
  ),
  'SIG-4/all-but-the-last: It compares all digits but the last.': caughtBy('SIG-4/flipped-digit', {
    isSame: (expected, given) => given.length === expected.length && given.slice(0, -1) === expected.slice(0, -1),
  }),
  'SIG-4/at-least-40-digits: It compares only as many digits as the header has, if there are forty.': caughtBy(
    'SIG-4/cut-by-a-byte',
    { isSame: (expected, given) => given.length >= 40 && expected.startsWith(given) },
  ),
  'SIG-4/all-but-the-first: It compares from the second digit on, because its loop starts at 1.': explained(
    'SIG-4/flipped-first',
    /does not compare all digits/,
    { isSame: (expected, given) => given.length === expected.length && given.slice(1) === expected.slice(1) },
  ),
  'SIG-4/both-ends: It compares the first and the last sixteen digits.': explained(
    'SIG-4/flipped-middle',
    /does not compare all digits/,
    {
      isSame: (expected, given) =>
        given.length === expected.length &&
        given.slice(0, 16) === expected.slice(0, 16) &&
        given.slice(-16) === expected.slice(-16),
    },
  ),
  'SIG-4/in-any-order: It compares how often each digit occurs, but not the positions.': explained(
    'SIG-4/swapped-digits',
    /timingSafeEqual/,
    { isSame: (expected, given) => sortDigits(given) === sortDigits(expected) },
  ),
  'SIG-4/as-far-as-given: It compares only as many digits as the header has.': explained(CUT, /as many digits as were sent/, {
    isSame: (expected, given) => expected.startsWith(given),
  }),
  'SIG-4/errors-count-as-success: It catches the error that its comparison throws for another length, and goes on.': explained(
    'SIG-4/not-comparable',
    /counts an error as a success/,
    {
      isSame: (expected, given) => {
        try {
          return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
        } catch {
          return true;
        }
      },
    },
  ),
  'SIG-4/as-far-as-expected: It compares only as many digits as it expects.': caughtBy('SIG-4/lengthened', {
    isSame: (expected, given) => given.startsWith(expected),
  }),
  'SIG-4/includes: It checks whether the expected signature contains the given one.': caughtBy(CUT, {
    isSame: (expected, given) => expected.includes(given),
  }),
  'SIG-4/as-numbers: It compares the signatures as numbers, so only the first digits count.': caughtBy(
    ['SIG-4/flipped-digit', 'SIG-4/flipped-middle', 'SIG-4/wrong-signatures'],
    { isSame: (expected, given) => given.length === 64 && Number(`0x${expected}`) === Number(`0x${given}`) },
  ),
  'SIG-4/ignores-the-end: It compares digit by digit, up to the end of the shorter signature.': caughtBy(
    [...CUT, 'SIG-4/lengthened'],
    {
      isSame: (expected, given) => given.split('').every((digit, index) => index >= expected.length || digit === expected[index]),
    },
  ),
  'SIG-4/throws-on-length: It compares in constant time, but returns 500 if the lengths differ.': caughtBy(
    ['SIG-4/truncated', 'SIG-4/one-digit', 'SIG-4/lengthened'],
    { isSame: (expected, given) => timingSafeEqual(Buffer.from(expected), Buffer.from(given)) },
  ),
});

/** The document does not say how to respond to a header that HTTP does not have to take. */
export const ODD_COMPARISON_FAULTS = faults('warned', {
  'SIG-4/ascii-only-comparison: Its comparison throws if the signature is not ASCII.': explained(
    'SIG-4/not-ascii',
    /compare_digest/,
    {
      isSame: (expected, given) => {
        if (/[^\0-\u007f]/.test(given)) throw new TypeError('comparing strings with non-ASCII characters is not supported');
        return given === expected;
      },
    },
  ),
});

function sortDigits(hex: string): string {
  return hex.split('').toSorted().join('');
}
