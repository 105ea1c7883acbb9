/** SIG-4: it accepts a forged delivery, before or instead of the comparison. */
import { createHmac } from 'node:crypto';
import { EVENTS } from '#spec/events';
import { asEnvelope, parseByKey, signatureOf, signedText, type Parts, type Post } from '../clean.ts';
import type { Setup } from '../receiver.ts';
import { caughtBy, explained, faults } from './row.ts';

/** The event types of the document's table. */
const KNOWN_TYPES: readonly string[] = Object.keys(EVENTS);

function envelopeOf({ raw }: Post): ReturnType<typeof asEnvelope> | undefined {
  try {
    return asEnvelope(JSON.parse(raw.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** It accepts these deliveries without verification. */
const BYPASSES = faults('faulty', {
  'SIG-4/no-verification: It verifies nothing.': explained('SIG-4/forged', /not verified at all/, { isTrusted: () => true }),
  'SIG-4/any-signature: It only checks that there is a signature.': caughtBy('SIG-4/forged', {
    isTrusted: ({ request }) => (request.headers['svc-signature'] ?? '') !== '',
  }),
  'SIG-4/unsigned-is-fine: It verifies a signature only if there is one.': explained(
    'SIG-4/no-header',
    /if there is no signature/,
    { isTrusted: ({ request }) => request.headers['svc-signature'] === undefined },
  ),
  'SIG-4/empty-is-fine: It verifies a signature only if it is not empty.': caughtBy(['SIG-4/no-header', 'SIG-4/empty-header'], {
    isTrusted: ({ request }) => (request.headers['svc-signature'] ?? '') === '',
  }),
  'SIG-4/sandbox-is-fine: It does not verify sandbox events.': caughtBy('SIG-4/forged-sandbox', {
    isTrusted: (post) => envelopeOf(post)?.livemode === false,
  }),
  'SIG-4/unknown-is-fine: It returns 2xx for an unknown type before it verifies.': caughtBy(
    ['SIG-4/forged-unknown', 'SIG-4/forged-ping'],
    { isTrusted: (post) => !KNOWN_TYPES.includes(envelopeOf(post)?.type ?? 'bid.received') },
  ),
  'SIG-4/ping-is-fine: It does not verify an event with the type ping.': explained('SIG-4/forged-ping', /responds to a ping/, {
    isTrusted: (post) => envelopeOf(post)?.type === 'ping',
  }),
  'SIG-4/event-header-decides: It does not verify a delivery whose SVC-Event header is ping. The header is not signed.':
    explained(['SIG-4/forged-event-header', 'SIG-4/forged-ping'], /SVC-Event decides/, {
      isTrusted: ({ request }) => request.headers['svc-event'] === 'ping',
    }),
  'SIG-4/forwarded-is-fine: It does not verify a delivery whose X-Forwarded-For header says that it comes from the same machine.':
    caughtBy('SIG-4/forged-forwarded', { isTrusted: ({ request }) => request.headers['x-forwarded-for'] === '127.0.0.1' }),
  'SIG-4/large-is-fine: It does not verify a body over 64 KiB.': caughtBy('SIG-4/forged-large', {
    isTrusted: ({ raw }) => raw.length > 65_536,
  }),
  'SIG-4/verifies-json-only: Its JSON parser verifies, so other content types are not verified.': explained(
    'SIG-4/forged-content-type',
    /JSON parser verifies/,
    { isTrusted: ({ request }) => request.headers['content-type']?.startsWith('application/json') !== true },
  ),
  'SIG-4/no-v1-is-fine: It verifies v1 only if there is one.': caughtBy(['SIG-4/no-signature', 'SIG-4/nonsense-header'], {
    isTrusted: ({ request }) => {
      const header = request.headers['svc-signature'] ?? '';
      return header !== '' && !header.includes('v1=');
    },
  }),
});

function attempt(convert: () => string): string | undefined {
  try {
    return convert();
  } catch {
    return undefined;
  }
}

/** It verifies after accepting, or accepts another signature than the documented one. */
const ALTERNATIVES = faults('faulty', {
  'SIG-4/tries-neighbors: It also tries the seconds around t, so it accepts a signature for another t.': caughtBy(
    'SIG-4/swapped-time',
    (setup) =>
      alsoAccepts(setup, ({ t, raw }) => [-1, 1].map((step) => Buffer.concat([Buffer.from(`${Number(t) + step}.`), raw]))),
  ),
  'SIG-4/body-alone-suffices: It also accepts a signature over the body alone, from an older scheme without t.': explained(
    'SIG-4/body-alone',
    /`t` is not signed/,
    (setup) => alsoAccepts(setup, ({ raw }) => [raw]),
  ),
  'SIG-5/tries-the-parsed-body: If the raw body does not match, it tries the body as it writes it again.': explained(
    'SIG-4/appended-body',
    /tries another one.*re-serialized/,
    (setup) =>
      alsoAccepts(setup, ({ t, raw }) => {
        const again = attempt(() => JSON.stringify(JSON.parse(raw.toString())));
        return again === undefined ? [] : [signedText(t, Buffer.from(again))];
      }),
  ),
  'SIG-4/empty-old-secret: It also tries its previous secret, which is not configured: anyone can sign with an empty key.':
    explained('SIG-4/empty-key', /empty secret/, (setup) =>
      alsoAccepts({ ...setup, secret: '' }, ({ t, raw }) => [signedText(t, raw)]),
    ),
  'SIG-4/key-of-the-tests: It also tries its test key, which anyone can guess.': explained(
    'SIG-4/guessed-key',
    /"whsec_test"/,
    (setup) => alsoAccepts({ ...setup, secret: 'whsec_test' }, ({ t, raw }) => [signedText(t, raw)]),
  ),
  'SIG-4/known-ids-first: It looks up the id before it verifies, and returns 200 for a forgery with a known id.': explained(
    'SIG-4/forged-duplicate',
    /before it verifies the signature/,
    ({ effects }) => {
      const known = new Set<string>();
      return {
        // A known id counts as a duplicate, and has no second effect.
        isTrusted: (post) => known.has(envelopeOf(post)?.id ?? ''),
        work: ({ id }) => {
          effects.record(id);
          known.add(id);
          return Promise.resolve();
        },
      };
    },
  ),
  'SIG-4/remembers-signatures: It caches valid signatures, and accepts them again with any body.': explained(
    'SIG-4/borrowed-signature',
    /not the body that each belongs to/,
    () => {
      const right = new Set<string>();
      return {
        isSame: (expected, given) => {
          if (given === expected) right.add(given);
          return right.has(given);
        },
      };
    },
  ),
  'SIG-7/notes-before-it-verifies: It records the id before it verifies: a forgery uses up an id, and the genuine event is lost.':
    explained('SIG-7/forged-first', /before it verifies the signature/, ({ effects }) => {
      const noted = new Set<string>();
      const known = new WeakSet<object>();
      return {
        isTrusted: (post) => {
          const id = envelopeOf(post)?.id ?? '';
          if (noted.has(id)) known.add(post.request);
          noted.add(id);
          return false;
        },
        work: ({ id }, request) => Promise.resolve(known.has(request) ? undefined : effects.record(id)),
      };
    }),
  'SIG-3/known-ids-at-any-time: It accepts an event that it knows without checking `t`.': explained(
    'SIG-3/past-duplicate',
    /before it checks the age/,
    () => {
      const known = new Set<string>();
      return {
        isInTime: (t, now_seconds, post) =>
          (/^\d+$/.test(t) && Math.abs(now_seconds - Number(t)) <= 300) || known.has(envelopeOf(post)?.id ?? ''),
        accept: (_outcome, { id }) => {
          known.add(id);
          return { status: 200 };
        },
      };
    },
  ),
  'SIG-4/rejects-with-200: It returns 200 for a wrong signature, and does nothing.': explained(
    'SIG-4/forged',
    /takes no effect/,
    {
      reject: (problem) => ({ status: problem === 'mismatch' ? 200 : 400 }),
    },
  ),
  // Rejecting an id that it has processed does no harm, and neither does rejecting a body that is not an event.
  'SIG-4/acts-before-it-verifies: It acts before it verifies, and then rejects the delivery.': caughtBy(
    'SIG-4/no-effect',
    ({ effects }) => {
      const done = new Set<string>();
      return {
        isTrusted: (post) => {
          const id = envelopeOf(post)?.id;
          if (id !== undefined && !done.has(id)) effects.record(id);
          done.add(id ?? '');
          return false;
        },
        work: () => Promise.resolve(),
      };
    },
  ),
});

/** Also accepts a v1 that is the HMAC of one of these, if its `t` is in time. */
function alsoAccepts(
  { secret, nowSeconds }: Setup,
  alternatives: (parsed: { t: string; raw: Buffer }) => readonly Buffer[],
): Partial<Parts> {
  return {
    isTrusted: ({ request, raw }) => {
      const { t, v1 } = parseByKey(signatureOf(request)) ?? { t: '', v1: [] };
      if (!/^\d+$/.test(t) || Math.abs(nowSeconds() - Number(t)) > 300) return false;
      return alternatives({ t, raw }).some((bytes) => v1.includes(createHmac('sha256', secret).update(bytes).digest('hex')));
    },
  };
}

export const VERIFICATION_FAULTS = [...BYPASSES, ...ALTERNATIVES];
