/** Correct receivers with unusual connections, queues, and stores. */
import { createHmac } from 'node:crypto';
import type { Socket } from 'node:net';
import { parseByKey, signatureOf, signedText, type Parts, type Replacement } from '../clean.ts';
import type { Setup } from '../receiver.ts';

const REQUESTS_MAX = 3;
const COMMIT_MS = 60;
const BUSY_MAX = 30;
const OLD_SECRET = 'whsec_b2YgdGhlLXllYXItYmVmb3JlLXRoaXMtb25l';

/** Like a proxy with a limit on requests per connection: the last response says that the connection closes. */
function closesAfterThird(): Partial<Parts> {
  const counts = new WeakMap<Socket, number>();
  return {
    send: (response, { status, body, headers }, { socket }) => {
      const count = (counts.get(socket) ?? 0) + 1;
      counts.set(socket, count);
      response.writeHead(status, count < REQUESTS_MAX ? headers : { ...headers, Connection: 'close' }).end(body);
    },
  };
}

/** Collects the events of some milliseconds, and responds to all of them when they are committed together. */
function commitsTogether({ effects, wait }: Setup): Partial<Parts> {
  let waiting: string[] = [];
  let commit: Promise<void> | undefined;
  const flush = async (): Promise<void> => {
    await wait(COMMIT_MS);
    const ids = waiting;
    [waiting, commit] = [[], undefined];
    for (const id of ids) effects.record(id);
  };
  return {
    work: async ({ id }) => {
      waiting.push(id);
      commit ??= flush();
      await commit;
    },
  };
}

/** Retries on its own: the first attempt of each job fails, and the sender does not learn of it. */
function triesAgain({ effects, wait }: Setup): Partial<Parts> {
  const attempt = async (id: string, failures: number): Promise<void> => {
    await wait(100);
    try {
      if (failures === 0) throw new Error('the first attempt fails');
      effects.record(id);
    } catch {
      await attempt(id, failures + 1);
    }
  };
  return {
    work: ({ id }) => {
      void attempt(id, 0).catch(() => undefined);
      return Promise.resolve();
    },
  };
}

/** Rejects what it cannot handle now, so that it is sent again. */
function shedsCrowds({ effects, wait }: Setup): Partial<Parts> {
  let running = 0;
  return {
    intercept: (_request, response) => {
      if (running >= BUSY_MAX) return { status: 503, headers: { 'Retry-After': '10' } };
      running += 1;
      response.once('close', () => {
        running -= 1;
      });
      return undefined;
    },
    work: async ({ id }, request) => {
      await wait(30, request);
      effects.record(id);
    },
  };
}

/** Works on the events of one lot one after the other, and on those of different lots at the same time. */
function oneLotAtATime({ effects, wait }: Setup): Partial<Parts> {
  const last = new Map<string, Promise<void>>();
  return {
    work: async ({ id, data }) => {
      const lot = JSON.stringify(data['inventory_id'] ?? id);
      const before = last.get(lot);
      const mine = (async (): Promise<void> => {
        await before?.catch(() => undefined);
        await wait(5);
        effects.record(id);
      })();
      last.set(lot, mine);
      await mine;
    },
  };
}

/** The parts of the clean receiver that each replaces, keyed by a name, what it does, and why that is legal. */
export const TRANSPORTS: Readonly<Record<`${string}: ${string}`, Replacement>> = {
  'three-per-connection: It announces that it closes a connection after three deliveries.': closesAfterThird,
  'unsigned-unread: It rejects a delivery without a signature before it reads the body, and announces that it closes the connection.':
    {
      intercept: ({ headers }) =>
        headers['svc-signature'] === undefined ? { status: 400, headers: { Connection: 'close' } } : undefined,
    },
  'chunked-answers: It responds in chunks, with a trailer.': {
    send: (response, { status, body = '' }) => {
      response.writeHead(status, { 'Transfer-Encoding': 'chunked', Trailer: 'X-Grain' });
      response.write(body.slice(0, 2));
      response.addTrailers({ 'X-Grain': 'wheat' });
      response.end(body.slice(2));
    },
  },
  'short-keep-alive: It announces that a connection stays open for a second, and closes it then.': {
    send: (response, { status, body, headers }) => {
      response.writeHead(status, { ...headers, Connection: 'keep-alive', 'Keep-Alive': 'timeout=1' }).end(body);
    },
  },
  'early-hints: It sends 103 Early Hints, and then 202.': {
    send: (response, { status, body }) => {
      response.writeEarlyHints({ link: '</status>; rel=preload' });
      response.writeHead(status === 200 ? 202 : status).end(body);
    },
  },
  'commits-together: It commits the events of 60 ms together, and responds afterward.': commitsTogether,
  'tries-again: Its worker fails at first, and tries again by itself.': triesAgain,
  'sheds-crowds: It returns 503 for more than thirty concurrent deliveries, so that they come again.': shedsCrowds,
  'one-lot-at-a-time: It works on the events of one lot one after the other.': oneLotAtATime,
  'two-secrets: It also accepts signatures of the secret before the last change.': ({ nowSeconds }) => ({
    isTrusted: ({ request, raw }) => {
      const { t, v1 } = parseByKey(signatureOf(request)) ?? { t: '', v1: [] };
      const is_in_time = /^\d+$/.test(t) && Math.abs(nowSeconds() - Number(t)) <= 300;
      return is_in_time && v1.includes(createHmac('sha256', OLD_SECRET).update(signedText(t, raw)).digest('hex'));
    },
  }),
  'ids-in-an-object: It keeps ids as members of an object without a prototype.': () => {
    const seen: Record<string, true> = Object.create(null) as Record<string, true>; // has no members
    return {
      once: async (key, work) => {
        if (seen[key] === true) return 'duplicate';
        await work();
        seen[key] = true;
        return 'done';
      },
    };
  },
};
