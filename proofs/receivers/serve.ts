import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MakeReceiver } from './receiver.ts';
import { MACHINE_TIME, type Time } from './time.ts';

/** As many bytes as a real one has. It ends in characters that base64 and base64url write differently, and decodes without an error. */
export const GALLERY_SECRET = 'whsec_Zm9yLXRoZS1nYWxsZXJ5LW9mLXJlY2VpdmVycw+/';

export interface ServeOptions {
  readonly secret?: string;
  readonly time?: Time;
}

export interface Serving extends AsyncDisposable {
  /** Where deliveries go. */
  readonly url: string;
  /** Answers `{ "effects": n, "by_id": { "evt_…": n } }`: what took effect so far. */
  readonly effect_url: string;
  /** POST: the next effect fails, once. */
  readonly fail_url: string;
  readonly secret: string;
  /** How many deliveries have arrived, answered or not. */
  readonly arrivals: () => number;
  readonly close: () => Promise<void>;
}

/** Starts a receiver with a state of its own on a free port of the loopback interface. */
export async function serveReceiver(make: MakeReceiver, options: ServeOptions = {}): Promise<Serving> {
  const { secret = GALLERY_SECRET, time = MACHINE_TIME } = options;
  const taken = new Map<string, number>();
  const closing = new AbortController();
  let arrivals = 0;
  let failures_due = 0;
  const record = (id: string): void => {
    if (failures_due > 0) {
      failures_due -= 1;
      throw new Error('the database is away');
    }
    taken.set(id, (taken.get(id) ?? 0) + 1);
  };

  const listener = await make({
    secret,
    effects: { record },
    nowSeconds: () => Math.floor(time.now_ms() / 1_000),
    wait: async (ms, whom) => {
      const gone = new AbortController();
      const onClose = (): void => {
        if (whom?.socket.destroyed === true) gone.abort();
      };
      onClose();
      whom?.socket.once('close', onClose);
      try {
        await time.wait(ms, AbortSignal.any([closing.signal, gone.signal]));
      } finally {
        whom?.socket.off('close', onClose);
      }
    },
  });
  const server = createServer(
    split(listener, taken, {
      onArrival: () => {
        arrivals += 1;
      },
      failNext: () => {
        failures_due += 1;
      },
    }),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = async (): Promise<void> => {
    closing.abort();
    server.closeAllConnections();
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
    });
  };
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const addresses = { url: `${origin}/webhooks`, effect_url: `${origin}/effects`, fail_url: `${origin}/fail` };
  return { ...addresses, secret, arrivals: () => arrivals, close, [Symbol.asyncDispose]: close };
}

/** The count, and the way to make an effect fail, stand beside the receiver, out of reach of its faults. */
function split(
  listener: RequestListener,
  taken: ReadonlyMap<string, number>,
  { onArrival, failNext }: { onArrival: () => void; failNext: () => void },
): RequestListener {
  return (request, response) => {
    if (request.url === '/fail' && request.method === 'POST') {
      failNext();
      response.writeHead(204).end();
      return;
    }
    if (request.url !== '/effects') {
      onArrival();
      listener(request, response);
      return;
    }
    const effects = [...taken.values()].reduce((sum, count) => sum + count, 0);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ effects, by_id: Object.fromEntries(taken) }));
  };
}
