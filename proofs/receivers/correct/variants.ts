/** Correct receivers that use what the document leaves open. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  asEnvelope,
  parseByKey,
  segmentsOf,
  signatureOf,
  signedText,
  workFor,
  type DeliveryResponse,
  type Parts,
  type Replacement,
} from '../clean.ts';
import { within } from '../faulty/clock.ts';
import { makeFlaky } from '../faulty/events/duplicates.ts';
import { makeOnce } from '../once.ts';
import type { Setup } from '../receiver.ts';

const SLOW_MS = 400;
const JOB_MS = 20;

/** While it processes an event, it rejects duplicates of it so that they are retried. Nothing is lost or done twice. */
function sendAway({ effects, wait }: Setup): Partial<Parts> {
  const running = new Set<string>();
  const once = makeOnce();
  return {
    validate: ({ id }) => (running.has(id) ? { status: 503, headers: { 'Retry-After': '10' } } : undefined),
    once,
    work: async ({ id }, request) => {
      running.add(id);
      try {
        await wait(50, request);
        effects.record(id);
      } finally {
        running.delete(id);
      }
    },
  };
}

/** It treats a signature that it has seen as a replay. */
function refuseSeen(): Partial<Parts> {
  const seen = new Set<string>();
  return {
    headerOf: ({ headers }) => {
      const header = headers['svc-signature']?.toString();
      return header === undefined || seen.has(header) ? undefined : header;
    },
    identify: ({ id }, { request }) => {
      seen.add(signatureOf(request));
      return id;
    },
  };
}

const LATER_MS = 800;

function workLater({ effects, wait }: Setup): Partial<Parts> {
  const work = async (id: string): Promise<void> => {
    await wait(LATER_MS);
    try {
      effects.record(id);
    } catch {
      await work(id);
    }
  };
  return {
    work: ({ id }) => {
      void work(id).catch(() => undefined);
      return Promise.resolve();
    },
  };
}

/** Puts events into a queue, and takes one after the other from it: after a burst, effects come seconds late. */
function workOneByOne({ effects, wait }: Setup): Partial<Parts> {
  let last = Promise.resolve();
  const work = async (id: string): Promise<void> => {
    await wait(JOB_MS);
    try {
      effects.record(id);
    } catch {
      await work(id);
    }
  };
  return {
    work: ({ id }) => {
      last = last.then(async () => work(id)).catch(() => undefined);
      return Promise.resolve();
    },
  };
}

const isSixtieth = (count: number): boolean => count % 60 === 0;
/** Before the drills that send many deliveries at once: those warn of a 502. */
const isEarly = (count: number): boolean => count === 60 || count === 150;

/** At certain requests, it restarts. */
function restarts(
  ms: number,
  isDue: (count: number) => boolean,
  fail: (request: IncomingMessage) => DeliveryResponse,
): (setup: Setup) => Partial<Parts> {
  return ({ wait }) => {
    let count = 0;
    let is_down = false;
    const restart = async (): Promise<void> => {
      is_down = true;
      await wait(ms).catch(() => undefined);
      is_down = false;
    };
    return {
      intercept: (request) => {
        count += 1;
        if (isDue(count) && !is_down) void restart();
        return is_down ? fail(request) : undefined;
      },
    };
  };
}

/** The parts of the clean receiver that each replaces, keyed by a name, what it does, and why that is legal. */
export const VARIANTS: Readonly<Record<`${string}: ${string}`, Replacement>> = {
  // In the gallery, no time passes between these deliveries, so their bytes are equal.
  'signature-once: It rejects the same bytes a second time, because the marketplace signs every attempt again.': refuseSeen,
  'answers-200-with-text: It returns 200 with a text.': {},
  'answers-204: It returns 204.': { accept: () => ({ status: 204 }) },
  'answers-299: It returns 299, an unassigned 2xx status.': { accept: () => ({ status: 299, body: '' }) },
  'answers-with-a-page: It returns 200 with an HTML page, because the body does not matter.': {
    accept: () => ({
      status: 200,
      headers: { 'Content-Type': 'text/html' },
      body: `<!doctype html>${'<p>grain'.repeat(2_000)}`,
    }),
  },
  'duplicate-208: It returns 208 for a duplicate.': { accept: (outcome) => ({ status: outcome === 'done' ? 200 : 208 }) },
  'closes-connections: It closes the connection after each response.': {
    send: (response, { status, body }) => void response.writeHead(status, { Connection: 'close' }).end(body),
  },
  'slow: It is slow, but responds well within ten seconds.': (setup) => ({ work: workFor(setup, SLOW_MS) }),
  // A 500 is not a breach: it requests another attempt (RTY-3).
  'fails-once: Its effect sometimes fails: it returns 500 and accepts the next attempt.': (setup) => ({
    work: makeFlaky(setup, false),
  }),
  'restarts-behind-a-gateway: It restarts now and then, and the gateway before it returns 502.': restarts(700, isEarly, () => ({
    status: 502,
    body: '<h1>Bad Gateway</h1>',
  })),
  'restarts-without-a-gateway: It restarts now and then, and its connections are cut.': restarts(
    300,
    isSixtieth,
    ({ socket }) => {
      socket.destroy();
      return { status: 503 };
    },
  ),
  'busy: It returns 503 for an event that it is processing.': sendAway,
  'stale-403: It returns 403 if `t` is too old or too new: only a mismatch must be 400.': {
    reject: (problem) => ({ status: problem === 'clock' ? 403 : 400 }),
  },
  'unsigned-401: It returns 401 for a header that it cannot parse: only a mismatch must be 400.': {
    reject: (problem) => ({ status: problem === 'header' ? 401 : 400 }),
  },
  'less-than-300: It rejects a difference of exactly 300 seconds: more than 300 must be rejected, and either is correct at 300.':
    { isInTime: (t, now_seconds) => /^\d+$/.test(t) && Math.abs(now_seconds - Number(t)) < 300 },
  'refuses-get: It returns 405 for every method except POST.': {
    intercept: ({ method }) => (method === 'POST' ? undefined : { status: 405 }),
  },
  'upper-case-too: It accepts hex in either case.': { isSame: (expected, given) => expected === given.toLowerCase() },
  'a-minute-ahead: Its clock is a minute ahead, and it trusts its clock.': { isInTime: within(300, 60) },
  'twenty-seconds-behind: Its clock is twenty seconds behind.': { isInTime: within(300, -20) },
  'by-id-and-type: It deduplicates by id and type.': { identify: ({ id, type }) => `${type} ${id}` },
  'by-hashed-id: It deduplicates by a hash of the id.': {
    identify: ({ id }) => createHash('sha256').update(id).digest('base64'),
  },
  'strict: It rejects a header with two `t`, a v1 that is not 64 hex digits, and any Content-Type but application/json.': {
    intercept: ({ headers }) => (headers['content-type']?.startsWith('application/json') === true ? undefined : { status: 400 }),
    parse: (header) => {
      const parsed = parseByKey(header);
      const is_clear = segmentsOf(header).filter(([key]) => key === 't').length === 1;
      return is_clear && parsed?.v1.every((one) => /^[\da-f]{64}$/i.test(one)) === true ? parsed : undefined;
    },
  },
  'answers-206: It returns 206.': { accept: () => ({ status: 206 }) },
  'two-types-only: It acts on bid.accepted and trade.settled, and returns 2xx for everything else.': {
    acts: (type) => type === 'bid.accepted' || type === 'trade.settled',
  },
  'needs-a-user-agent: A firewall rejects requests without a User-Agent.': {
    intercept: ({ headers }) => (headers['user-agent'] === undefined ? { status: 403 } : undefined),
  },
  'compares-the-event-header: It returns 400 if SVC-Event differs from the type in the body.': {
    isTrusted: ({ request, raw }) => {
      const { type } = raw.length === 0 ? { type: undefined } : asEnvelope(JSON.parse(raw.toString()));
      if (type !== request.headers['svc-event']) request.headers['svc-signature'] = '';
      return false;
    },
  },
  'ignores-the-sandbox: It returns 200 for sandbox events, and does nothing.': ({ effects }) => ({
    work: ({ id, livemode }) => Promise.resolve(livemode ? effects.record(id) : undefined),
  }),
  'refuses-the-sandbox: It returns 403 for a sandbox event: its subscription is live.': {
    validate: ({ livemode }) => (livemode ? undefined : { status: 403 }),
  },
  'separate-sandbox-secret: It receives live and sandbox deliveries, and verifies each with the secret of its own subscription.':
    {
      signedBytes: ({ raw }, t) => (raw.includes('"livemode":false') ? '' : signedText(t, raw)),
    },
  'effects-later: It works 800 ms after its response, and retries if that fails.': workLater,
  'one-worker: It responds immediately, and one worker takes 20 ms for each event.': workOneByOne,
};
