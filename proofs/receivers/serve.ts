import type { RequestListener } from 'node:http';
import { nowMs, wait } from '#client';
import { serve } from '#client/testing/server';
import type { MakeReceiver } from './receiver.ts';

/** Has the length of a real secret. Its last characters differ between base64 and base64url, and it decodes without an error. */
const GALLERY_SECRET = 'whsec_Zm9yLXRoZS1nYWxsZXJ5LW9mLXJlY2VpdmVycw+/';

interface Serving extends AsyncDisposable {
  /** Receives deliveries. */
  readonly url: string;
  /** Returns `{ "effects": n, "by_id": { "evt_…": n } }`: the effects recorded so far. */
  readonly effect_url: string;
  /** POST makes the next effect fail, once. */
  readonly fail_url: string;
  readonly secret: string;
}

/** Starts a new receiver on a free loopback port. */
export async function serveReceiver(make: MakeReceiver): Promise<Serving> {
  const secret = GALLERY_SECRET;
  const taken = new Map<string, number>();
  const closing = new AbortController();
  let failures_due = 0;
  const record = (id: string): void => {
    if (failures_due > 0) {
      failures_due -= 1;
      throw new Error('the database is unavailable');
    }
    taken.set(id, (taken.get(id) ?? 0) + 1);
  };

  const listener = await make({
    secret,
    effects: { record },
    nowSeconds: () => Math.floor(nowMs() / 1_000),
    wait: async (ms, request) => {
      const gone = new AbortController();
      const onClose = (): void => {
        if (request?.socket.destroyed === true) gone.abort();
      };
      onClose();
      request?.socket.once('close', onClose);
      try {
        await wait(ms, AbortSignal.any([closing.signal, gone.signal]));
      } finally {
        request?.socket.off('close', onClose);
      }
    },
  });
  const server = await serve(
    split(listener, taken, () => {
      failures_due += 1;
    }),
  );
  const { origin } = new URL(server.base_url);
  return {
    url: `${origin}/webhooks`,
    effect_url: `${origin}/effects`,
    fail_url: `${origin}/fail`,
    secret,
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Serves the counter and the failure switch next to the receiver, so that its faults cannot affect them. */
function split(listener: RequestListener, taken: ReadonlyMap<string, number>, failNext: () => void): RequestListener {
  return (request, response) => {
    if (request.url === '/fail' && request.method === 'POST') {
      failNext();
      response.writeHead(204).end();
      return;
    }
    if (request.url !== '/effects') {
      listener(request, response);
      return;
    }
    const effects = [...taken.values()].reduce((sum, count) => sum + count, 0);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ effects, by_id: Object.fromEntries(taken) }));
  };
}
