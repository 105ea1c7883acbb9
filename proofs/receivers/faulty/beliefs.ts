/** SIG-4: it accepts a forged delivery, before or instead of the comparison. */
import { createHmac } from 'node:crypto';
import { EVENTS } from '#spec/events';
import { asNotice, parseByKey, type Parts, type Post } from '../clean.ts';
import type { Setup } from '../receiver.ts';
import type { FaultyRow } from './row.ts';

/** The event types of the document's table. */
const KNOWN_TYPES: readonly string[] = Object.keys(EVENTS);

function noticeOf({ raw }: Post): ReturnType<typeof asNotice> | undefined {
  try {
    return asNotice(JSON.parse(raw.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** name, fault, and which deliveries it accepts without verification. */
const BYPASSES: readonly (readonly [string, string, (post: Post) => boolean])[] = [
  ['no-verification', 'It verifies nothing.', () => true],
  [
    'any-signature',
    'It only checks that there is a signature.',
    ({ request }) => (request.headers['svc-signature'] ?? '') !== '',
  ],
  [
    'unsigned-is-fine',
    'It verifies a signature only if there is one.',
    ({ request }) => request.headers['svc-signature'] === undefined,
  ],
  [
    'empty-is-fine',
    'It verifies a signature only if it is not empty.',
    ({ request }) => (request.headers['svc-signature'] ?? '') === '',
  ],
  ['sandbox-is-fine', 'It does not verify sandbox events.', (post) => noticeOf(post)?.livemode === false],
  [
    'unknown-is-fine',
    'It answers 2xx to an unknown type before it verifies.',
    (post) => !KNOWN_TYPES.includes(noticeOf(post)?.type ?? 'bid.received'),
  ],
  ['ping-is-fine', 'It does not verify an event with the type ping.', (post) => noticeOf(post)?.type === 'ping'],
  [
    'event-header-decides',
    'It does not verify a delivery whose SVC-Event header is ping. The header is not signed.',
    ({ request }) => request.headers['svc-event'] === 'ping',
  ],
  [
    'forwarded-is-fine',
    'It does not verify a delivery whose X-Forwarded-For header says that it comes from the same machine.',
    ({ request }) => request.headers['x-forwarded-for'] === '127.0.0.1',
  ],
  ['large-is-fine', 'It does not verify a body over 64 KiB.', ({ raw }) => raw.length > 65_536],
  [
    'verifies-json-only',
    'Its JSON parser verifies, so other content types are not verified.',
    ({ request }) => request.headers['content-type']?.startsWith('application/json') !== true,
  ],
  [
    'no-v1-is-fine',
    'It verifies v1 only if there is one.',
    ({ request }) => {
      const header = request.headers['svc-signature'] ?? '';
      return header !== '' && !header.includes('v1=');
    },
  ],
];

/** It verifies after accepting, or accepts another signature than the documented one. */
const HALF_BELIEFS: readonly FaultyRow[] = [
  {
    name: 'tries-neighbors',
    fault: 'It also tries the seconds around t, so it accepts a signature for another t.',
    kind: 'faulty',
    clause: 'SIG-4',
    parts: (setup) =>
      believes(setup, ({ t, raw }) => [-1, 1].map((step) => Buffer.concat([Buffer.from(`${Number(t) + step}.`), raw]))),
  },
  {
    name: 'body-alone-suffices',
    fault: 'It also accepts a signature over the body alone, from an older scheme without t.',
    kind: 'faulty',
    clause: 'SIG-4',
    parts: (setup) => believes(setup, ({ raw }) => [raw]),
  },
  {
    name: 'empty-old-secret',
    fault: 'It also tries its previous secret, which is not configured: anyone can sign with an empty key.',
    kind: 'faulty',
    clause: 'SIG-4',
    parts: (setup) => believes({ ...setup, secret: '' }, ({ t, raw }) => [Buffer.concat([Buffer.from(`${t}.`), raw])]),
  },
  {
    name: 'key-of-the-tests',
    fault: 'It also tries its test key, which anyone can guess.',
    kind: 'faulty',
    clause: 'SIG-4',
    parts: (setup) => believes({ ...setup, secret: 'whsec_test' }, ({ t, raw }) => [Buffer.concat([Buffer.from(`${t}.`), raw])]),
  },
  {
    name: 'known-ids-first',
    fault: 'It looks up the id before it verifies, and answers 200 to a forgery with a known id.',
    kind: 'faulty',
    clause: 'SIG-4',
    parts: ({ effects }) => {
      const known = new Set<string>();
      return {
        // A known id counts as a duplicate, and has no second effect.
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
    fault: 'It caches valid signatures, and accepts them again with any body.',
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
    fault: 'It records the id before it verifies: a forgery uses up an id, and the genuine event is lost.',
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
    fault: 'It acts before it verifies, and then rejects the delivery.',
    kind: 'faulty',
    clause: 'SIG-4',
    // Rejecting an id that it has processed does no harm, and neither does rejecting a body that is not an event.
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

/** Also accepts a v1 that is the HMAC of one of these, if its `t` is in time. */
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
