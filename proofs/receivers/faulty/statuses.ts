/** SIG-4: what is refused is refused in another way than by 400. */
import { createHmac } from 'node:crypto';
import { parseByKey, type Answer, type Doubt } from '../clean.ts';
import type { FaultyRow } from './row.ts';

/** The status of a mismatch, what it comes from, and the probes that see it. */
const MISMATCH_ANSWERS: readonly (readonly [number, string])[] = [
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'nothing there, to tell nobody'],
  [422, 'unprocessable'],
  [302, 'off to the login page'],
  [429, 'too many, and it is sent again'],
  [500, 'an exception that nobody caught'],
  [503, 'come back later'],
  [200, 'a body that tells of an error'],
  [202, 'taken, and dropped in silence'],
];

function answerTo(doubt: Doubt, answer: Answer): FaultyRow['parts'] {
  return () => ({ refuse: (found) => (found === doubt ? answer : { status: 400 }) });
}

export const STATUS_FAULTS: readonly FaultyRow[] = [
  ...MISMATCH_ANSWERS.map(([status, word]): FaultyRow => {
    const headers: Record<string, string> = status === 302 ? { Location: '/login' } : {};
    return {
      name: `mismatch-${status}`,
      fault: `It answers ${status} to a wrong signature: ${word}.`,
      kind: 'faulty',
      clause: 'SIG-4',

      parts: answerTo('mismatch', { status, headers, body: JSON.stringify({ error: word }) }),
    };
  }),
  {
    name: 'stale-200',
    fault: 'It answers 200 to what is out of time, and drops it: the document says reject.',
    kind: 'faulty',
    clause: 'SIG-3',
    parts: answerTo('clock', { status: 200 }),
  },
  {
    name: 'stale-500',
    fault: 'It answers 500 to what is out of time, so that it is sent again.',
    kind: 'warned',
    clause: 'SIG-3',
    parts: answerTo('clock', { status: 500 }),
  },
  {
    name: 'unsigned-200',
    fault: 'It answers 200 to a header without t or v1, and drops the delivery.',
    kind: 'faulty',
    clause: 'SIG-4',
    parts: answerTo('header', { status: 200 }),
  },
  {
    name: 'parses-first',
    fault: 'It parses the body before it verifies, and answers 500 to one that is no JSON.',
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
    name: 'tells-the-signature',
    fault: 'It answers a mismatch with the signature that it expected: whoever asks can sign.',
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
    name: 'tells-the-secret',
    fault: 'Its page for developers shows the variables of the environment.',
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
