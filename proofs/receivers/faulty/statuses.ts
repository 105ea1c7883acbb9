/** Receivers that break SIG-3 or SIG-4: they reject with a status other than 400, or reveal secrets when they reject. */
import { createHmac } from 'node:crypto';
import { parseByKey, signatureOf, type DeliveryResponse, type Parts, type Problem } from '../clean.ts';
import { TOO_FAR } from './clock.ts';
import { caughtBy, explained, faults, type FaultyRow } from './row.ts';

const OUT_OF_TIME = [
  ...TOO_FAR,
  'SIG-3/not-a-number',
  'SIG-3/empty',
  'SIG-3/milliseconds',
  'SIG-3/zero',
  'SIG-3/negative',
  'SIG-3/endless',
];

/** The status for a mismatch, and why. */
const MISMATCH_RESPONSES: readonly (readonly [number, string])[] = [
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'as if nothing were there, to reveal nothing'],
  [422, 'unprocessable'],
  [302, 'a redirect to the login page'],
  [429, 'a rate limit, so the delivery is retried'],
  [500, 'an uncaught exception'],
  [503, 'come back later'],
  [200, 'a body that describes an error'],
  [202, 'accepted, and dropped silently'],
];

function respondTo(problem: Problem, response: DeliveryResponse): Partial<Parts> {
  return { reject: (found) => (found === problem ? response : { status: 400 }) };
}

export const STATUS_FAULTS: readonly FaultyRow[] = [
  ...MISMATCH_RESPONSES.map(([status, why]): FaultyRow => {
    const headers: Record<string, string> = status === 302 ? { Location: '/login' } : {};
    return {
      name: `mismatch-${status}`,
      fault: `It returns ${status} for a wrong signature: ${why}.`,
      kind: 'faulty',
      clause: 'SIG-4',
      ...caughtBy(
        status < 300 ? 'SIG-4/forged' : 'SIG-4/status-400',
        respondTo('mismatch', { status, headers, body: JSON.stringify({ error: why }) }),
      ),
      diagnosis: status === 500 ? /nothing catches it/ : undefined,
    };
  }),
  ...faults('faulty', {
    'SIG-3/stale-200: It returns 200 for a `t` that is too old or too new, and drops the delivery: the document says reject.':
      caughtBy(TOO_FAR, respondTo('clock', { status: 200 })),
    'SIG-4/unsigned-200: It returns 200 if the signature header is missing, or lacks `t` or `v1`, and drops the delivery.':
      caughtBy(
        ['SIG-4/no-signature', 'SIG-4/no-time', 'SIG-4/undefined-time', 'SIG-4/no-header', 'SIG-4/empty-header'],
        respondTo('header', { status: 200 }),
      ),
    'SIG-4/parses-first: It parses the body before it verifies, and returns 500 if it is not JSON.': explained(
      'SIG-4/emptied-body',
      /parses the body before/,
      {
        isTrusted: ({ raw }) => {
          JSON.parse(raw.toString('utf8'));
          return false;
        },
      },
    ),
    'SIG-4/too-many-forgeries: It returns 429 for a wrong signature.': explained(
      'SIG-4/status-400',
      /too many requests/,
      respondTo('mismatch', { status: 429 }),
    ),
    'SIG-3/old-is-fine: It returns 202 for an old delivery, and ignores it.': explained(
      'SIG-3/past-310',
      /with 2xx anyway/,
      respondTo('clock', { status: 202 }),
    ),
    'SIG-4/thanks-first: It returns 202 for everything, and verifies later.': caughtBy('SIG-4/forged', {
      reject: () => ({ status: 202 }),
    }),
  }),
  ...faults('warned', {
    'SIG-3/stale-500: It returns 500 for a `t` that is too old or too new, so the delivery is retried.': caughtBy(
      OUT_OF_TIME,
      respondTo('clock', { status: 500 }),
    ),
    'SIG-4/reveals-the-signature: It responds to a rejected delivery with the expected signature, so anyone can sign.': caughtBy(
      'SIG-4/reveals-nothing',
      ({ secret }) => ({
        reject: (_problem, { request, raw }) => {
          const t = parseByKey(signatureOf(request))?.t ?? '';
          const expected = createHmac('sha256', secret).update(`${t}.`).update(raw).digest('hex');
          return { status: 400, body: JSON.stringify({ error: 'mismatch', expected }) };
        },
      }),
    ),
    'SIG-4/trace-with-the-secret: It responds to an event of an unknown type with a trace that shows the secret.': explained(
      ['SIG-4/errors-reveal-nothing'],
      /sent to the caller/,
      ({ secret }) => ({
        validate: ({ type }) =>
          type.includes('hail') ? { status: 202, body: `KeyError: no handler\nWEBHOOK_SECRET=${secret}` } : undefined,
      }),
    ),
    'SIG-3/parse-throws: It throws if t is not a number.': explained('SIG-3/not-a-number', /Parsing `t` throws/, {
      isInTime: (t, now_seconds) => Math.abs(now_seconds - Number(BigInt(t))) <= 300,
    }),
    'SIG-4/reveals-the-secret: Its debug page shows the environment variables.': explained(
      'SIG-4/reveals-nothing',
      /sent to the caller/,
      ({ secret }) => ({ reject: () => ({ status: 400, body: `<pre>BadRequest\nWEBHOOK_SECRET=${secret}</pre>` }) }),
    ),
  }),
];
