/** Correct receivers that use what the document leaves open. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { asEnvelope, parseByKey, segmentsOf, signatureOf, signedText, workFor, type Answer, type Parts } from '../clean.ts';
import { within } from '../faulty/clock.ts';
import { makeFlaky } from '../faulty/duplicates.ts';
import { makeOnce } from '../once.ts';
import type { Setup } from '../receiver.ts';

export interface Variant {
  readonly name: string;
  /** What it does, and why that is legal. */
  readonly style: string;
  readonly parts: (setup: Setup) => Partial<Parts>;
}

const SLOW_MS = 400;

function answersWith(answer: Answer): () => Partial<Parts> {
  return () => ({ accept: () => answer });
}

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

const isSixtieth = (count: number): boolean => count % 60 === 0;
/** Before the drills that send many deliveries at once: those warn of a 502. */
const isEarly = (count: number): boolean => count === 60 || count === 150;

/** At certain requests, it restarts. */
function restarts(
  ms: number,
  isDue: (count: number) => boolean,
  fail: (request: IncomingMessage) => Answer,
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

export const VARIANTS: readonly Variant[] = [
  {
    name: 'signature-once',
    style: 'It rejects the same bytes a second time, because the marketplace signs every attempt anew.',
    // In the gallery, no time passes between these deliveries, so their bytes are equal.
    parts: refuseSeen,
  },
  { name: 'answers-200-with-text', style: 'It answers 200 with a text.', parts: () => ({}) },
  { name: 'answers-204', style: 'It answers 204.', parts: answersWith({ status: 204 }) },
  { name: 'answers-299', style: 'It answers 299, an unassigned 2xx status.', parts: answersWith({ status: 299, body: '' }) },
  {
    name: 'answers-with-a-page',
    style: 'It answers 200 with an HTML page, because the body does not matter.',
    parts: answersWith({
      status: 200,
      headers: { 'Content-Type': 'text/html' },
      body: `<!doctype html>${'<p>grain'.repeat(2_000)}`,
    }),
  },
  {
    name: 'duplicate-208',
    style: 'It answers 208 to a duplicate.',
    parts: () => ({ accept: (outcome) => ({ status: outcome === 'done' ? 200 : 208 }) }),
  },
  {
    name: 'closes-connections',
    style: 'It closes the connection after each answer.',
    parts: () => ({ send: (response, { status, body }) => void response.writeHead(status, { Connection: 'close' }).end(body) }),
  },
  {
    name: 'slow',
    style: 'It is slow, but answers well within ten seconds.',
    parts: (setup) => ({ work: workFor(setup, SLOW_MS) }),
  },
  {
    name: 'fails-once',
    // A 500 is not a breach: it requests another attempt (RTY-3).
    style: 'Its effect sometimes fails: it answers 500 and accepts the next attempt.',
    parts: (setup) => ({ work: makeFlaky(setup, false) }),
  },
  {
    name: 'restarts-behind-a-gateway',
    style: 'It restarts now and then, and the gateway before it answers 502.',
    parts: restarts(700, isEarly, () => ({ status: 502, body: '<h1>Bad Gateway</h1>' })),
  },
  {
    name: 'restarts-without-a-gateway',
    style: 'It restarts now and then, and its connections are cut.',
    parts: restarts(300, isSixtieth, ({ socket }) => {
      socket.destroy();
      return { status: 503 };
    }),
  },
  { name: 'busy', style: 'It answers 503 to an event that it is processing.', parts: sendAway },
  {
    name: 'stale-403',
    style: 'It answers 403 if `t` is too old or too new: only a mismatch must be 400.',
    parts: () => ({ reject: (problem) => ({ status: problem === 'clock' ? 403 : 400 }) }),
  },
  {
    name: 'unsigned-401',
    style: 'It answers 401 to a header that it cannot parse: only a mismatch must be 400.',
    parts: () => ({ reject: (problem) => ({ status: problem === 'header' ? 401 : 400 }) }),
  },
  {
    name: 'less-than-300',
    style: 'It rejects a difference of exactly 300 seconds: more than 300 must be rejected, and either is correct at 300.',
    parts: () => ({ isInTime: (t, now_seconds) => /^\d+$/.test(t) && Math.abs(now_seconds - Number(t)) < 300 }),
  },
  {
    name: 'refuses-get',
    style: 'It answers 405 to every method except POST.',
    parts: () => ({ intercept: ({ method }) => (method === 'POST' ? undefined : { status: 405 }) }),
  },
  {
    name: 'upper-case-too',
    style: 'It accepts hex in either case.',
    parts: () => ({ isSame: (expected, given) => expected === given.toLowerCase() }),
  },
  {
    name: 'a-minute-ahead',
    style: 'Its clock is a minute ahead, and it trusts its clock.',
    parts: () => ({ isInTime: within(300, 60) }),
  },
  {
    name: 'twenty-seconds-behind',
    style: 'Its clock is twenty seconds behind.',
    parts: () => ({ isInTime: within(300, -20) }),
  },
  {
    name: 'by-id-and-type',
    style: 'It deduplicates by id and type.',
    parts: () => ({ identify: ({ id, type }) => `${type} ${id}` }),
  },
  {
    name: 'by-hashed-id',
    style: 'It deduplicates by a hash of the id.',
    parts: () => ({ identify: ({ id }) => createHash('sha256').update(id).digest('base64') }),
  },
  {
    name: 'strict',
    style: 'It rejects a header with two `t`, a v1 that is not 64 hex digits, and any Content-Type but application/json.',
    parts: () => ({
      intercept: ({ headers }) =>
        headers['content-type']?.startsWith('application/json') === true ? undefined : { status: 400 },
      parse: (header) => {
        const parsed = parseByKey(header);
        const is_clear = segmentsOf(header).filter(([key]) => key === 't').length === 1;
        return is_clear && parsed?.v1.every((one) => /^[\da-f]{64}$/i.test(one)) === true ? parsed : undefined;
      },
    }),
  },
  { name: 'answers-206', style: 'It answers 206.', parts: answersWith({ status: 206 }) },
  {
    name: 'two-types-only',
    style: 'It acts on bid.accepted and trade.settled, and answers 2xx to everything else.',
    parts: () => ({ acts: (type) => type === 'bid.accepted' || type === 'trade.settled' }),
  },
  {
    name: 'needs-a-user-agent',
    style: 'A firewall rejects requests without a User-Agent.',
    parts: () => ({ intercept: ({ headers }) => (headers['user-agent'] === undefined ? { status: 403 } : undefined) }),
  },
  {
    name: 'compares-the-event-header',
    style: 'It answers 400 if SVC-Event differs from the type in the body.',
    parts: () => ({
      isTrusted: ({ request, raw }) => {
        const { type } = raw.length === 0 ? { type: undefined } : asEnvelope(JSON.parse(raw.toString()));
        if (type !== request.headers['svc-event']) request.headers['svc-signature'] = '';
        return false;
      },
    }),
  },
  {
    name: 'ignores-the-sandbox',
    style: 'It answers 200 to sandbox events, and does nothing.',
    parts: ({ effects }) => ({ work: ({ id, livemode }) => Promise.resolve(livemode ? effects.record(id) : undefined) }),
  },
  {
    name: 'refuses-the-sandbox',
    style: 'It answers 403 to a sandbox event: its subscription is live.',
    parts: () => ({ validate: ({ livemode }) => (livemode ? undefined : { status: 403 }) }),
  },
  {
    name: 'separate-sandbox-secret',
    style: 'It receives live and sandbox deliveries, and verifies each with the secret of its own subscription.',
    parts: () => ({
      signedBytes: ({ raw }, t) => (raw.includes('"livemode":false') ? '' : signedText(t, raw)),
    }),
  },
  { name: 'effects-later', style: 'It works 800 ms after its answer, and retries if that fails.', parts: workLater },
];
