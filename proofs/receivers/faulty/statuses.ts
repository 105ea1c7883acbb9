/** Receivers that break SIG-3 or SIG-4: they reject with a status other than 400, or reveal secrets when they reject. */
import { createHmac } from 'node:crypto';
import { parseByKey, type Answer, type Doubt } from '../clean.ts';
import type { FaultyRow } from './row.ts';

/** The status for a mismatch, and why. */
const MISMATCH_ANSWERS: readonly (readonly [number, string])[] = [
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

function answerTo(doubt: Doubt, answer: Answer): FaultyRow['parts'] {
  return () => ({ refuse: (found) => (found === doubt ? answer : { status: 400 }) });
}

export const STATUS_FAULTS: readonly FaultyRow[] = [
  ...MISMATCH_ANSWERS.map(([status, why]): FaultyRow => {
    const headers: Record<string, string> = status === 302 ? { Location: '/login' } : {};
    return {
      name: `mismatch-${status}`,
      fault: `It answers ${status} to a wrong signature: ${why}.`,
      kind: 'faulty',
      clause: 'SIG-4',
      parts: answerTo('mismatch', { status, headers, body: JSON.stringify({ error: why }) }),
    };
  }),
  {
    name: 'stale-200',
    fault: 'It answers 200 to a `t` that is too old or too new, and drops the delivery: the document says reject.',
    kind: 'faulty',
    clause: 'SIG-3',
    parts: answerTo('clock', { status: 200 }),
  },
  {
    name: 'stale-500',
    fault: 'It answers 500 to a `t` that is too old or too new, so the delivery is retried.',
    kind: 'warned',
    clause: 'SIG-3',
    parts: answerTo('clock', { status: 500 }),
  },
  {
    name: 'unsigned-200',
    fault: 'It answers 200 if the signature header is missing, or lacks `t` or `v1`, and drops the delivery.',
    kind: 'faulty',
    clause: 'SIG-4',
    parts: answerTo('header', { status: 200 }),
  },
  {
    name: 'parses-first',
    fault: 'It parses the body before it verifies, and answers 500 if it is not JSON.',
    kind: 'faulty',
    clause: 'SIG-4',
    parts: () => ({
      isTrusted: ({ raw }) => {
        JSON.parse(raw.toString('utf8'));
        return false;
      },
    }),
  },
  {
    name: 'reveals-the-signature',
    fault: 'It answers a rejected delivery with the expected signature, so anyone can sign.',
    kind: 'warned',
    clause: 'SIG-4',
    parts: ({ secret }) => ({
      refuse: (_doubt, { request, raw }) => {
        const t = parseByKey(request.headers['svc-signature']?.toString() ?? '')?.t ?? '';
        const expected = createHmac('sha256', secret).update(`${t}.`).update(raw).digest('hex');
        return { status: 400, body: JSON.stringify({ error: 'mismatch', expected }) };
      },
    }),
  },
  {
    name: 'reveals-the-secret',
    fault: 'Its debug page shows the environment variables.',
    kind: 'warned',
    clause: 'SIG-4',
    parts: ({ secret }) => ({ refuse: () => ({ status: 400, body: `<pre>BadRequest\nWEBHOOK_SECRET=${secret}</pre>` }) }),
  },
  {
    name: 'thanks-first',
    fault: 'It answers 202 to everything, and verifies later.',
    kind: 'faulty',
    clause: 'SIG-4',
    parts: () => ({ refuse: () => ({ status: 202 }) }),
  },
];
