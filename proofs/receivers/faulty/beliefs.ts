/** SIG-4: a delivery is believed that should not be, past the comparison or beside it. */
import { createHmac } from 'node:crypto';
import { EVENTS } from '#spec/events';
import { asNotice, parseByKey, type Parts, type Post } from '../clean.ts';
import type { Setup } from '../receiver.ts';
import type { FaultyRow } from './row.ts';

/** What the document's table has. */
const KNOWN_TYPES: readonly string[] = Object.keys(EVENTS);

function noticeOf({ raw }: Post): ReturnType<typeof asNotice> | undefined {
  try {
    return asNotice(JSON.parse(raw.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** name, what is wrong, who is believed without being verified. */
const BYPASSES: readonly (readonly [string, string, (post: Post) => boolean])[] = [
  ['no-verification', 'It verifies nothing.', () => true],
  [
    'any-signature',
    'It looks whether there is a signature, and no further.',
    ({ request }) => (request.headers['svc-signature'] ?? '') !== '',
  ],
  [
    'unsigned-is-fine',
    'It verifies a signature only where there is one.',
    ({ request }) => request.headers['svc-signature'] === undefined,
  ],
  [
    'empty-is-fine',
    'It verifies a signature only where that is not empty.',
    ({ request }) => (request.headers['svc-signature'] ?? '') === '',
  ],
  ['sandbox-is-fine', 'It does not verify events of the sandbox.', (post) => noticeOf(post)?.livemode === false],
  [
    'unknown-is-fine',
    'It answers 2xx to a type that it does not know before it verifies.',
    (post) => !KNOWN_TYPES.includes(noticeOf(post)?.type ?? 'bid.received'),
  ],
  ['ping-is-fine', 'It does not verify what calls itself a ping.', (post) => noticeOf(post)?.type === 'ping'],
  [
    'event-header-decides',
    'It does not verify what the header SVC-Event calls a ping: nobody has signed that.',
    ({ request }) => request.headers['svc-event'] === 'ping',
  ],
  [
    'verifies-json-only',
    'Its parser of JSON verifies: what has another content type goes past it.',
    ({ request }) => request.headers['content-type']?.startsWith('application/json') !== true,
  ],
  [
    'no-v1-is-fine',
    'It verifies v1 only where there is one.',
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
    parts: (setup) =>
      believes(setup, ({ t, raw }) => [-1, 1].map((step) => Buffer.concat([Buffer.from(`${Number(t) + step}.`), raw]))),
  },
  {
    name: 'body-alone-suffices',
    fault: 'It takes a signature over the body alone as well, as from before there was a t.',
    kind: 'faulty',
    clause: 'SIG-4',
    parts: (setup) => believes(setup, ({ raw }) => [raw]),
  },
  {
    name: 'empty-old-secret',
    fault: 'It tries the secret from before as well, and that is not configured: everybody can sign with an empty key.',
    kind: 'faulty',
    clause: 'SIG-4',
    parts: (setup) => believes({ ...setup, secret: '' }, ({ t, raw }) => [Buffer.concat([Buffer.from(`${t}.`), raw])]),
  },
  {
    name: 'key-of-the-tests',
    fault: 'It tries the key of its tests as well, which anybody can guess.',
    kind: 'faulty',
    clause: 'SIG-4',
    parts: (setup) => believes({ ...setup, secret: 'whsec_test' }, ({ t, raw }) => [Buffer.concat([Buffer.from(`${t}.`), raw])]),
  },
  {
    name: 'known-ids-first',
    fault: 'It looks an id up before it verifies, and answers 200 to a forgery with one that it knows.',
    kind: 'faulty',
    clause: 'SIG-4',
    parts: ({ effects }) => {
      const known = new Set<string>();
      return {
        // What is known is taken for a duplicate, and has no effect again.
        isTrusted: (post) => known.has(noticeOf(post)?.id ?? ''),
        work: ({ id }) => {
          effects.record(id);
          known.add(id);
          return Promise.resolve();
        },
      };
    },
  },
  {
    name: 'remembers-signatures',
    fault: 'It remembers signatures that were right, and takes them again above any body.',
    kind: 'faulty',
    clause: 'SIG-4',
    parts: () => {
      const right = new Set<string>();
      return {
        isSame: (expected, given) => {
          if (given === expected) right.add(given);
          return right.has(given);
        },
      };
    },
  },
  {
    name: 'notes-before-it-verifies',
    fault: 'It notes the id before it verifies: a forgery uses an id up, and the genuine event is lost.',
    kind: 'faulty',
    clause: 'SIG-7',
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
    // An id that it has acted on is refused without harm, and so is what is no event.
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

export const BELIEF_FAULTS: readonly FaultyRow[] = [
  ...BYPASSES.map(([name, fault, isTrusted]): FaultyRow => {
    return { name, fault, kind: 'faulty', clause: 'SIG-4', parts: () => ({ isTrusted }) };
  }),
  ...HALF_BELIEFS,
];
