/** A wrong clock, another sender's headers, a crash, or a hang: one cause with many symptoms. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHmac } from 'node:crypto';
import { signatureOf, type Answer, type Parts, type ParsedHeader } from '../clean.ts';
import type { Setup } from '../receiver.ts';
import { within } from './clock.ts';
import { faultyRows, type FaultyRow, type Mistake, type Replacement } from './row.ts';

const GENUINE = 'SIG-1/genuine';
const AN_HOUR_MS = 3_600_000;
const DEAD: Answer = { status: 500 };

function off(name: string, fault: string, diagnosis: RegExp, ahead_seconds: number, drills = GENUINE): Mistake {
  return [name, fault, drills, diagnosis, { isInTime: within(300, ahead_seconds) }];
}

/** Reads another sender's header, which deliveries do not have. */
function reads(name: string, header: string, diagnosis: RegExp, parts: Partial<Parts> = {}): Mistake {
  const headerOf = ({ headers }: IncomingMessage): string | undefined => headers[header]?.toString();
  return [name, `It looks for the header ${header}.`, GENUINE, diagnosis, { headerOf, ...parts }];
}

function readBare(header: string): ParsedHeader {
  return { t: '0', v1: [header.replace(/^sha256=/, '')] };
}

const BODY_ALONE: Partial<Parts> = { parse: readBare, isInTime: () => true, signedBytes: ({ raw }) => raw };

/** From the first delivery that crashes it, every connection is cut. */
function dies(isFatal: (header: string, raw: Buffer) => boolean): Replacement {
  return () => {
    let is_dead = false;
    return {
      intercept: ({ socket }) => {
        if (!is_dead) return undefined;
        socket.destroy();
        return DEAD;
      },
      isTrusted: ({ request, raw }) => {
        if (isFatal(signatureOf(request), raw)) {
          is_dead = true;
          request.socket.destroy();
        }
        return false;
      },
    };
  };
}

/** From then on, it does not answer. */
async function hang({ wait }: Setup, request: IncomingMessage): Promise<Answer> {
  await wait(AN_HOUR_MS, request);
  return DEAD;
}

/** Answers differently after it has rejected a number of deliveries. */
function afterRefusals(
  count_max: number,
  answer: (setup: Setup, request: IncomingMessage) => Answer | Promise<Answer>,
): Replacement {
  return (setup) => {
    let refused = 0;
    return {
      intercept: (request) => (refused >= count_max ? answer(setup, request) : undefined),
      reject: () => {
        refused += 1;
        return { status: 400 };
      },
    };
  };
}

function hangsAfterCut(setup: Setup): Partial<Parts> {
  let is_stuck = false;
  return {
    intercept: (request: IncomingMessage, _response: ServerResponse) => {
      request.once('aborted', () => {
        is_stuck = true;
      });
      return is_stuck ? hang(setup, request) : undefined;
    },
  };
}

function verifiesMost(): Partial<Parts> {
  let count = 0;
  return { isTrusted: () => (count += 1) % 7 === 0 };
}

export const DEPLOYMENT_FAULTS: readonly FaultyRow[] = [
  ...faultyRows('faulty', [
    off('ten-minutes-behind', 'Its clock is ten minutes behind.', /clock is about 10 min\w* behind/, -600),
    off('seven-minutes-ahead', 'Its clock is seven minutes ahead.', /clock is about 7 min\w* ahead/, 420),
    off(
      'half-an-hour-zone',
      'Its clock is five and a half hours ahead: Indian time instead of UTC.',
      /clock is about 5\.5 hours ahead.*time zone/,
      19_800,
    ),
    off('a-day-ahead', 'Its clock is a day ahead.', /clock is about (1 day|24 h)/, 86_400),
    reads('x-svc-signature', 'x-svc-signature', /X-SVC-Signature/i),
    reads('github-header', 'x-hub-signature-256', /X-Hub-Signature-256/i, BODY_ALONE),
    reads('bare-signature-header', 'x-signature', /X-Signature/i, BODY_ALONE),
    reads('webhook-signature-header', 'x-webhook-signature', /X-Webhook-Signature/i),
    reads('underscore-header', 'svc_signature', /SVC_Signature/i),
    [
      'standard-webhooks-headers',
      'It reads webhook-id, webhook-timestamp, and webhook-signature, like libraries for Standard Webhooks.',
      GENUINE,
      /webhook-signature|Standard Webhooks/i,
      {
        headerOf: ({ headers }) => headers['webhook-signature']?.toString(),
        parse: (header) => ({ t: '0', v1: header.split(' ').map((one) => one.replace(/^v1,/, '')) }),
        isInTime: () => true,
        keyOf: (secret) => Buffer.from(secret.replace('whsec_', ''), 'base64'),
        signedBytes: ({ request, raw }) =>
          Buffer.concat([
            Buffer.from(`${String(request.headers['webhook-id'])}.${String(request.headers['webhook-timestamp'])}.`),
            raw,
          ]),
        digest: (key, bytes) => createHmac('sha256', key).update(bytes).digest('base64'),
      },
    ],
    [
      'timestamp-header',
      'It reads the time from the X-Timestamp header.',
      GENUINE,
      /X-Timestamp|own header|`t`/i,
      { intercept: ({ headers }) => (headers['x-timestamp'] === undefined ? { status: 400 } : undefined) },
    ],
    [
      'wants-the-event-in-x-event',
      'It requires the type in the X-SVC-Event header, and answers 400 without it.',
      GENUINE,
      /X-SVC-Event|SVC-Event/i,
      { intercept: ({ headers }) => (headers['x-svc-event'] === undefined ? { status: 400 } : undefined) },
    ],
    [
      'undecodable-hex',
      'It hex-decodes both signatures and compares only as many bytes as the given one has: none for 64 times z.',
      'SIG-4/not-hex',
      /hex/,
      {
        isSame: (expected, given) => {
          const bytes = Buffer.from(given, 'hex');
          return given.length === 64 && bytes.equals(Buffer.from(expected, 'hex').subarray(0, bytes.length));
        },
      },
    ],
    [
      'verifies-six-of-seven',
      'Every seventh delivery goes to a process that does not verify.',
      'SIG-4/all-forgeries',
      /Some deliveries are not verified/,
      verifiesMost,
    ],
    [
      'dies-of-nonsense',
      'It crashes on a header that it cannot split.',
      'RTY-1/still-accepted',
      /crash/,
      dies((header) => header !== '' && !header.includes('=')),
    ],
    [
      'dies-of-no-header',
      'It crashes on a delivery without a header.',
      'RTY-1/still-accepted',
      /crash/,
      dies((header) => header === ''),
    ],
    [
      'dies-of-emoji',
      'It crashes on an emoji in a body.',
      'RTY-1/still-accepted',
      /crash/,
      dies((_header, raw) => raw.includes('🌾')),
    ],
    [
      'hangs-after-refusals',
      'Each rejection leaks a database connection, and after twelve it hangs.',
      'RTY-1/still-accepted',
      /hang|connection/,
      afterRefusals(12, hang),
    ],
    [
      'hangs-after-a-cut',
      'A body that is cut off leaves a lock, and it hangs.',
      'RTY-1/still-accepted',
      /hang|no answer/,
      hangsAfterCut,
    ],
  ]),
  ...faultyRows('warned', [
    off('four-minutes-behind', 'Its clock is four minutes behind.', /clock is about 4 min\w* behind/, -240, 'SIG-3/clock'),
    [
      'bans-the-sender',
      'After twenty rejections, it answers 403 to everything.',
      'RTY-1/still-accepted',
      /locked the sender out/,
      afterRefusals(20, () => ({ status: 403, body: 'banned' })),
    ],
    [
      'unasked-continue',
      'It sends an unrequested 100 Continue before its answer.',
      'SIG-1/genuine',
      /100 Continue/,
      {
        intercept: (_request, response) => {
          response.writeContinue();
          return undefined;
        },
      },
    ],
  ]),
];
