/** SIG-4: a delivery is believed that should not be: by a comparison that is none, or past any. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { EVENTS } from '#spec/events';
import { asNotice, parseByKey, type Parts, type Post } from '../clean.ts';
import type { Setup } from '../receiver.ts';
import { FORGERIES, GAPS, REFUSALS, TIMES, without, type FaultyRow } from './row.ts';

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

/** What is verified after it was believed, or believed by another signature than the one that is stated. */
const HALF_BELIEFS: readonly FaultyRow[] = [
  {
    name: 'tries-neighbours',
    fault: 'It tries the seconds around t as well: a signature for another t is taken.',
    kind: 'faulty',
    clause: 'SIG-4',
    findings: ['neighbouring-t'],
    parts: (setup) =>
      believes(setup, ({ t, raw }) => [-1, 1].map((step) => Buffer.concat([Buffer.from(`${Number(t) + step}.`), raw]))),
  },
  {
    name: 'body-alone-suffices',
    fault: 'It takes a signature over the body alone as well, as from before there was a t.',
    kind: 'faulty',
    clause: 'SIG-4',
    findings: ['signed-body-alone'],
    parts: (setup) => believes(setup, ({ raw }) => [raw]),
  },
  {
    name: 'empty-old-secret',
    fault: 'It tries the secret from before as well, and that is not configured: everybody can sign with an empty key.',
    kind: 'faulty',
    clause: 'SIG-4',
    findings: ['empty-key'],
    parts: (setup) => believes({ ...setup, secret: '' }, ({ t, raw }) => [Buffer.concat([Buffer.from(`${t}.`), raw])]),
  },
  {
    name: 'notes-before-it-verifies',
    fault: 'It notes the id before it verifies: a forgery uses an id up, and the genuine event is lost.',
    kind: 'faulty',
    clause: 'SIG-7',
    findings: ['forged-first'],
    parts: ({ effects }) => {
      const noted = new Set<string>();
      const known = new WeakSet<object>();
      return {
        isTrusted: (post) => {
          const id = noticeOf(post)?.id ?? '';
          if (noted.has(id)) known.add(post.request);
          noted.add(id);
          return false;
        },
        work: ({ id }, request) => Promise.resolve(known.has(request) ? undefined : effects.record(id)),
      };
    },
  },
  {
    name: 'acts-before-it-verifies',
    fault: 'It acts before it verifies, and refuses what it has acted on.',
    kind: 'faulty',
    clause: 'SIG-4',
    findings: without([...FORGERIES, ...GAPS, ...TIMES], 'forged-not-json'),
    parts: ({ effects }) => {
      const done = new Set<string>();
      return {
        isTrusted: (post) => {
          const id = noticeOf(post)?.id;
          if (id !== undefined && !done.has(id)) effects.record(id);
          done.add(id ?? '');
          return false;
        },
        work: () => Promise.resolve(),
      };
    },
  },
];

/** Also believes a v1 that is the HMAC of one of these, where its `t` is in time. */
function believes(
  { secret, nowSeconds }: Setup,
  alternatives: (stamp: { t: string; raw: Buffer }) => readonly Buffer[],
): Partial<Parts> {
  return {
    isTrusted: ({ request, raw }) => {
      const { t, v1 } = parseByKey(request.headers['svc-signature']?.toString() ?? '') ?? { t: '', v1: [] };
      if (!/^\d+$/.test(t) || Math.abs(nowSeconds() - Number(t)) > 300) return false;
      return alternatives({ t, raw }).some((bytes) => v1.includes(createHmac('sha256', secret).update(bytes).digest('hex')));
    },
  };
}

export const COMPARISON_FAULTS: readonly FaultyRow[] = [
  ...COMPARISONS.map(([name, fault, findings, isSame]): FaultyRow => {
    return { name, fault, kind: 'faulty', clause: 'SIG-4', findings, parts: () => ({ isSame }) };
  }),
  ...BYPASSES.map(([name, fault, findings, isTrusted]): FaultyRow => {
    return { name, fault, kind: 'faulty', clause: 'SIG-4', findings, parts: () => ({ isTrusted }) };
  }),
  ...HALF_BELIEFS,
];
