/** A wrong clock, another sender's headers, a crash, or a hang: one cause with many symptoms. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHmac } from 'node:crypto';
import { signatureOf, type DeliveryResponse, type Parts, type ParsedHeader, type Replacement } from '../clean.ts';
import type { Setup } from '../receiver.ts';
import { within } from './clock.ts';
import { explained, faults, GENUINE, type FaultyRow, type Found } from './row.ts';

const AN_HOUR_MS = 3_600_000;
const DEAD: DeliveryResponse = { status: 500 };

/** Reads another sender's header, which deliveries do not have. */
function reads(diagnosis: RegExp, header: string, parts: Partial<Parts> = {}): Found {
  const headerOf = ({ headers }: IncomingMessage): string | undefined => headers[header]?.toString();
  return explained(GENUINE, diagnosis, { headerOf, ...parts });
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

/** From then on, it does not respond. */
async function hang({ wait }: Setup, request: IncomingMessage): Promise<DeliveryResponse> {
  await wait(AN_HOUR_MS, request);
  return DEAD;
}

/** Responds differently after it has rejected a number of deliveries. */
function afterRefusals(
  count_max: number,
  response: (setup: Setup, request: IncomingMessage) => DeliveryResponse | Promise<DeliveryResponse>,
): Replacement {
  return (setup) => {
    let refused = 0;
    return {
      intercept: (request) => (refused >= count_max ? response(setup, request) : undefined),
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
  ...faults('faulty', {
    'SIG-1/ten-minutes-behind: Its clock is ten minutes behind.': explained(GENUINE, /clock is about 10 min\w* behind/, {
      isInTime: within(300, -600),
    }),
    'SIG-1/seven-minutes-ahead: Its clock is seven minutes ahead.': explained(GENUINE, /clock is about 7 min\w* ahead/, {
      isInTime: within(300, 420),
    }),
    'SIG-1/half-an-hour-zone: Its clock is five and a half hours ahead: Indian time instead of UTC.': explained(
      GENUINE,
      /clock is about 5\.5 hours ahead.*time zone/,
      { isInTime: within(300, 19_800) },
    ),
    'SIG-1/a-day-ahead: Its clock is a day ahead.': explained(GENUINE, /clock is about (1 day|24 h)/, {
      isInTime: within(300, 86_400),
    }),
    'SIG-1/x-svc-signature: It looks for the header x-svc-signature.': reads(/X-SVC-Signature/i, 'x-svc-signature'),
    'SIG-1/github-header: It looks for the header x-hub-signature-256.': reads(
      /X-Hub-Signature-256/i,
      'x-hub-signature-256',
      BODY_ALONE,
    ),
    'SIG-1/bare-signature-header: It looks for the header x-signature.': reads(/X-Signature/i, 'x-signature', BODY_ALONE),
    'SIG-1/webhook-signature-header: It looks for the header x-webhook-signature.': reads(
      /X-Webhook-Signature/i,
      'x-webhook-signature',
    ),
    'SIG-1/underscore-header: It looks for the header svc_signature.': reads(/SVC_Signature/i, 'svc_signature'),
    'SIG-1/standard-webhooks-headers: It reads webhook-id, webhook-timestamp, and webhook-signature, like libraries for Standard Webhooks.':
      explained(GENUINE, /webhook-signature|Standard Webhooks/i, {
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
      }),
    'SIG-1/timestamp-header: It reads the time from the X-Timestamp header.': explained(GENUINE, /X-Timestamp|own header|`t`/i, {
      intercept: ({ headers }) => (headers['x-timestamp'] === undefined ? { status: 400 } : undefined),
    }),
    'SIG-1/wants-the-event-in-x-event: It requires the type in the X-SVC-Event header, and returns 400 without it.': explained(
      GENUINE,
      /X-SVC-Event|SVC-Event/i,
      { intercept: ({ headers }) => (headers['x-svc-event'] === undefined ? { status: 400 } : undefined) },
    ),
    'SIG-4/undecodable-hex: It hex-decodes both signatures and compares only as many bytes as the given one has: none for 64 times z.':
      explained('SIG-4/not-hex', /hex/, {
        isSame: (expected, given) => {
          const bytes = Buffer.from(given, 'hex');
          return given.length === 64 && bytes.equals(Buffer.from(expected, 'hex').subarray(0, bytes.length));
        },
      }),
    'SIG-4/verifies-six-of-seven: Every seventh delivery goes to a process that does not verify.': explained(
      'SIG-4/all-forgeries',
      /Some deliveries are not verified/,
      verifiesMost,
    ),
    'RTY-1/dies-of-nonsense: It crashes on a header that it cannot split.': explained(
      'RTY-1/still-accepted',
      /crash/,
      dies((header) => header !== '' && !header.includes('=')),
    ),
    'RTY-1/dies-of-no-header: It crashes on a delivery without a header.': explained(
      'RTY-1/still-accepted',
      /crash/,
      dies((header) => header === ''),
    ),
    'RTY-1/dies-of-emoji: It crashes on an emoji in a body.': explained(
      'RTY-1/still-accepted',
      /crash/,
      dies((_header, raw) => raw.includes('🌾')),
    ),
    'RTY-1/hangs-after-refusals: Each rejection leaks a database connection, and after twelve it hangs.': explained(
      'RTY-1/still-accepted',
      /hang|connection/,
      afterRefusals(12, hang),
    ),
    'RTY-1/hangs-after-a-cut: A body that is cut off leaves a lock, and it hangs.': explained(
      'RTY-1/still-accepted',
      /hang|no response/,
      hangsAfterCut,
    ),
  }),
  ...faults('warned', {
    'SIG-3/four-minutes-behind: Its clock is four minutes behind.': explained('SIG-3/clock', /clock is about 4 min\w* behind/, {
      isInTime: within(300, -240),
    }),
    'RTY-1/bans-the-sender: After twenty rejections, it returns 403 for everything.': explained(
      'RTY-1/still-accepted',
      /locked the sender out/,
      afterRefusals(20, () => ({ status: 403, body: 'banned' })),
    ),
    'SIG-1/unasked-continue: It sends an unrequested 100 Continue before its response.': explained(GENUINE, /100 Continue/, {
      intercept: (_request, response) => {
        response.writeContinue();
        return undefined;
      },
    }),
  }),
];
