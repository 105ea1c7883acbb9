/** RTY-1, RTY-3, RTY-5: no response, an unusable response, or one that comes too late. No delivery succeeds. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { workFor, type DeliveryResponse, type Parts, type Replacement } from '../clean.ts';
import type { Setup } from '../receiver.ts';
import { caughtBy, explained, faults, type FaultyRow, type Found } from './row.ts';

const AN_HOUR_MS = 3_600_000;
const DRIP_MS = 1_000;
const GIGABYTE = 1_073_741_824;
const CHUNK = Buffer.alloc(65_536, 'g');

type Send = (setup: Setup, response: ServerResponse, reply: DeliveryResponse, request: IncomingMessage) => void | Promise<void>;

function plainly(response: ServerResponse, { status, body, headers }: DeliveryResponse): void {
  response.writeHead(status, headers).end(body);
}

function late(delay_ms: number): Send {
  return async ({ wait }, response, reply, request) => {
    await wait(delay_ms, request);
    plainly(response, reply);
  };
}

/** Writes once per second for an hour, as long as the client stays connected. */
async function drip({ wait }: Setup, request: IncomingMessage, say: (count: number) => void): Promise<void> {
  for (let count = 0; count < AN_HOUR_MS / DRIP_MS && !request.socket.destroyed; count += 1) {
    say(count);
    await wait(DRIP_MS, request);
  }
}

function* makeChunks(bytes: number): Generator<Buffer> {
  for (let made = 0; made < bytes; made += CHUNK.length) yield CHUNK;
}

/** `warned` if a status arrived in time: the document does not say that the rest matters. */
const SENDS = [
  ...faults('faulty', {
    'RTY-5/eleven-seconds: It responds after eleven seconds.': sends(late(11_000)),
    'RTY-5/hangs: It does not respond.': sends(late(AN_HOUR_MS)),
    'RTY-5/resets: It resets the connection.': sends((_setup, _response, _reply, request) => {
      request.socket.resetAndDestroy();
    }),
    'RTY-5/hangs-up: It closes the connection without a response.': sends((_setup, _response, _reply, request) => {
      request.socket.destroy();
    }),
    'RTY-5/no-http: Its response is not HTTP.': sends((_setup, _response, _reply, request) => {
      request.socket.end('220 grain.example ESMTP ready\r\n');
    }),
    'RTY-5/endless-headers: It sends endless headers.': sends(async (setup, _response, _reply, request) => {
      request.socket.write('HTTP/1.1 200 OK\r\n');
      await drip(setup, request, (count) => request.socket.write(`X-Grain-${count}: ${'g'.repeat(100)}\r\n`));
      request.socket.destroy();
    }),
    'RTY-5/huge-headers: It responds with a 1 MB header.': sends((_setup, response, reply) => {
      plainly(response, { ...reply, headers: { 'X-Grain': 'g'.repeat(1_000_000) } });
    }),
    'RTY-5/endless-hints: It sends endless interim (1xx) responses.': sends(async (setup, response, _response, request) => {
      await drip(setup, request, () => {
        response.writeProcessing();
      });
      response.end();
    }),
  }),
  ...faults('warned', {
    'RTY-5/body-in-drops: It returns 200 immediately, and drips its body for an hour.': sends(
      async (setup, response, { status }, request) => {
        response.writeHead(status).flushHeaders();
        await drip(setup, request, () => response.write('g'));
        response.end();
      },
    ),
    'RTY-5/body-that-never-comes: It returns 200 immediately, and announces a body that never comes.': sends(
      async ({ wait }, response, { status }, request) => {
        response.writeHead(status, { 'Content-Length': '100' }).flushHeaders();
        await wait(AN_HOUR_MS, request);
        response.destroy();
      },
    ),
    'RTY-5/breaks-off: It returns 200 immediately, and cuts its body in the middle.': sends((_setup, response, { status }) => {
      response.writeHead(status, { 'Content-Length': '100' });
      response.write('g', () => response.destroy());
    }),
    'RTY-5/gigabyte: It returns 200 immediately, with a body of 1 GB.': sends(async (_setup, response, { status }) => {
      response.writeHead(status);
      // A sender that has read enough closes the connection, which is not an error here.
      await pipeline(Readable.from(makeChunks(GIGABYTE)), response).catch(() => undefined);
    }),
  }),
];

const SHORT_WORK_MS = 50;
const LONG_WORK_MS = 700;
const RATE_MAX = 10;

function refuseCrowds(setup: Setup, at_once_max: number): Partial<Parts> {
  let running = 0;
  return {
    intercept: (_request, response) => {
      if (running >= at_once_max) return { status: 503 };
      running += 1;
      response.once('close', () => {
        running -= 1;
      });
      return undefined;
    },
    work: workFor(setup, SHORT_WORK_MS),
  };
}

function workOneByOne({ effects, wait }: Setup): Partial<Parts> {
  let line = Promise.resolve();
  return {
    work: async ({ id }) => {
      const before = line;
      line = (async () => {
        await before;
        await wait(LONG_WORK_MS);
        effects.record(id);
      })();
      await line;
    },
  };
}

function limitRate({ nowSeconds }: Setup): Partial<Parts> {
  let second = 0;
  let count = 0;
  return {
    intercept: () => {
      count = nowSeconds() === second ? count + 1 : 1;
      second = nowSeconds();
      return count > RATE_MAX ? { status: 429, headers: { 'Retry-After': '1' } } : undefined;
    },
  };
}

const SLOTS = 4;
const IDLE_MS = 2_000;

/** A delivery holds one of its slots from its headers to its response. */
function holdsSlots(limits: { slots?: number; turns_away?: boolean; idle_ms?: number }): Found {
  const { slots = SLOTS, turns_away = false, idle_ms = 0 } = limits;
  return explained('RTY-5/slow-bodies', /slowly/, ({ wait }) => {
    const running = new Set<IncomingMessage>();
    return {
      intercept: async (request, response) => {
        if (running.size >= slots && turns_away) return { status: 503 };
        while (running.size >= slots) await wait(20, request);
        running.add(request);
        response.once('close', () => running.delete(request));
        request.socket.setTimeout(idle_ms, () => request.socket.destroy());
        return undefined;
      },
    };
  });
}

const LONG_SILENCE_MS = 6_000;
const EVENTS_MAX = 15;

/** The receiver does not know that the plan ran out, because the service in front of it responds. */
function serveSome(): Partial<Parts> {
  let count = 0;
  return {
    intercept: () => {
      count += 1;
      return count > EVENTS_MAX ? { status: 402, body: 'your plan is used up' } : undefined;
    },
  };
}

const CROWDS: readonly FaultyRow[] = [
  ...faults('faulty', {
    'RTY-2/plan-used-up: It returns 402 from the sixteenth delivery on, because the plan of its webhook service is used up.':
      caughtBy('RTY-1/still-accepted', serveSome),
    'RTY-2/every-thirtieth-refused: It returns 402 for every thirtieth delivery.': caughtBy('RTY-5/in-a-row', () => {
      let count = 0;
      return { intercept: () => ((count += 1) % 30 === 0 ? { status: 402 } : undefined) };
    }),
    'RTY-5/one-by-one: It processes one delivery at a time, so the last of twenty waits for more than ten seconds.': caughtBy(
      'RTY-5/20-at-once',
      workOneByOne,
    ),
  }),
  ...faults('warned', {
    'RTY-5/six-seconds: It works for six seconds before it responds.': caughtBy('RTY-5/1-at-once', (setup) => ({
      work: workFor(setup, LONG_SILENCE_MS),
    })),
    'RTY-3/five-at-once: It returns 503 for more than five concurrent deliveries.': caughtBy('RTY-5/20-at-once', (setup) =>
      refuseCrowds(setup, 5),
    ),
    'RTY-3/three-at-once: It returns 503 for more than three concurrent deliveries.': caughtBy(
      ['RTY-5/5-at-once', 'RTY-5/20-at-once'],
      (setup) => refuseCrowds(setup, 3),
    ),
    'RTY-3/ten-a-second: It returns 429 for more than ten deliveries per second.': caughtBy('RTY-5/20-at-once', limitRate),
    'RTY-5/bodies-hold-slots: It handles four requests at once, and waits for each body without a limit.': holdsSlots({}),
    'RTY-5/bodies-hold-its-thread: It handles one request at a time, and waits for its body without a limit.': holdsSlots({
      slots: 1,
    }),
    'RTY-5/pieces-hold-slots: It handles four requests at once, and waits two seconds for each piece.': holdsSlots({
      idle_ms: IDLE_MS,
    }),
    'RTY-5/bodies-turn-away: It returns 503 while bodies hold its twenty slots.': holdsSlots({ slots: 20, turns_away: true }),
  }),
];

function sends(send: Send): Replacement {
  return (setup) => ({ send: (response, reply, request) => send(setup, response, reply, request) });
}

export const RESPONSE_FAULTS: readonly FaultyRow[] = [...SENDS, ...CROWDS];
