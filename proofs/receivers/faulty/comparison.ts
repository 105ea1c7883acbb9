/** SIG-4: a delivery is believed that should not be: by a comparison that is none, or past any. */
import { timingSafeEqual } from 'node:crypto';
import { EVENTS } from '#spec/events';
import { asNotice, type Parts, type Post } from '../clean.ts';
import { FORGERIES, GAPS, REFUSALS, without, type FaultyRow } from './row.ts';

/** name, what is wrong, the probes that see it, the comparison. */
const COMPARISONS: readonly (readonly [string, string, readonly string[], Parts['isSame']])[] = [
  [
    'promise-is-truthy',
    'It does not await the comparison, and a promise is always true.',
    [...FORGERIES, 'empty-v1', 'stale-t-last'],
    () => Boolean(Promise.resolve(false)),
  ],
  [
    'length-only',
    'It compares the lengths.',
    [...without(FORGERIES, 'v1-cut', 'v1-longer'), 'stale-t-last'],
    (expected, given) => expected.length === given.length,
  ],
  [
    'first-16-digits',
    'It compares the first sixteen digits.',
    ['flipped-last', 'v1-cut', 'v1-longer'],
    (expected, given) => expected.slice(0, 16) === given.slice(0, 16),
  ],
  [
    'as-far-as-given',
    'It compares as many digits as are given.',
    ['v1-cut', 'empty-v1'],
    (expected, given) => expected.startsWith(given),
  ],
  [
    'as-far-as-expected',
    'It compares as many digits as it expects.',
    ['v1-longer'],
    (expected, given) => given.startsWith(expected),
  ],
  [
    'includes',
    'It looks for what is given in what it expects.',
    ['v1-cut', 'empty-v1'],
    (expected, given) => expected.includes(given),
  ],
  [
    'as-numbers',
    'It compares as numbers, of which only the first digits count.',
    ['flipped-last'],
    (expected, given) => given.length === 64 && Number(`0x${expected}`) === Number(`0x${given}`),
  ],
  [
    'ignores-the-end',
    'It compares digit by digit, up to the end of the shorter one.',
    ['v1-cut', 'v1-longer', 'empty-v1'],
    (expected, given) => given.split('').every((digit, at) => at >= expected.length || digit === expected[at]),
  ],
  [
    'throws-on-length',
    'It compares in constant time, and answers 500 where the lengths differ.',
    ['v1-cut', 'v1-longer', 'empty-v1'],
    (expected, given) => timingSafeEqual(Buffer.from(expected), Buffer.from(given)),
  ],
];

/** What the document's table has. */
const KNOWN_TYPES: readonly string[] = Object.keys(EVENTS);

function noticeOf({ raw }: Post): ReturnType<typeof asNotice> | undefined {
  try {
    return asNotice(JSON.parse(raw.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** name, what is wrong, the probes that see it, who is believed without being verified. */
const BYPASSES: readonly (readonly [string, string, readonly string[], (post: Post) => boolean])[] = [
  ['no-verification', 'It verifies nothing.', REFUSALS, () => true],
  [
    'any-signature',
    'It looks whether there is a signature, and no further.',
    without(REFUSALS, 'no-header', 'empty-header'),
    ({ request }) => (request.headers['svc-signature'] ?? '') !== '',
  ],
  [
    'unsigned-is-fine',
    'It verifies a signature only where there is one.',
    ['no-header'],
    ({ request }) => request.headers['svc-signature'] === undefined,
  ],
  [
    'empty-is-fine',
    'It verifies a signature only where that is not empty.',
    ['no-header', 'empty-header'],
    ({ request }) => (request.headers['svc-signature'] ?? '') === '',
  ],
  [
    'sandbox-is-fine',
    'It does not verify events of the sandbox.',
    ['forged-sandbox'],
    (post) => noticeOf(post)?.livemode === false,
  ],
  [
    'unknown-is-fine',
    'It answers 2xx to a type that it does not know before it verifies.',
    ['forged-unknown'],
    (post) => !KNOWN_TYPES.includes(noticeOf(post)?.type ?? 'bid.received'),
  ],
  [
    'no-v1-is-fine',
    'It verifies v1 only where there is one.',
    ['no-v1', 'legacy-only', ...GAPS.filter((name) => name === 'no-segments')],
    ({ request }) => {
      const header = request.headers['svc-signature'] ?? '';
      return header !== '' && !header.includes('v1=');
    },
  ],
];

export const COMPARISON_FAULTS: readonly FaultyRow[] = [
  ...COMPARISONS.map(([name, fault, findings, isSame]): FaultyRow => {
    return { name, fault, kind: 'faulty', clause: 'SIG-4', findings, parts: () => ({ isSame }) };
  }),
  ...BYPASSES.map(([name, fault, findings, isTrusted]): FaultyRow => {
    return { name, fault, kind: 'faulty', clause: 'SIG-4', findings, parts: () => ({ isTrusted }) };
  }),
];
