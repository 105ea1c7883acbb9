import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Envelope } from '#spec';

/** A delivery as it arrived. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  raw: string;
  envelope: Envelope;
}

interface Receiver extends AsyncDisposable {
  url: string;
  /** In the order of arrival. */
  received: Received[];
  /** Resolves when this many deliveries have arrived in total. */
  count: (wanted: number) => Promise<void>;
  close: () => Promise<void>;
}

type RespondToDelivery = (response: ServerResponse, received: Received, index: number) => void;

/** Responds with these statuses in turn, and then always with the last one. */
export function respondWithStatuses(...statuses: readonly number[]): RespondToDelivery {
  return (response, _received, index) => {
    response.statusCode = statuses[Math.min(index, statuses.length - 1)] ?? 200;
    response.end();
  };
}

/** A real webhook receiver on a free port of the loopback. */
export async function openReceiver(reply: RespondToDelivery = respondWithStatuses(200)): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      // Tests compare it with the API document, field by field.
      const envelope = JSON.parse(raw) as Envelope;
      const one: Received = { path: request.url ?? '', headers: request.headers, raw, envelope };
      const index = received.push(one) - 1;
      reply(response, one, index);
      for (const look of waiting) look();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;

  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const count = (wanted: number): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (received.length < wanted) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return { url: `http://127.0.0.1:${port}/hook`, received, count, close, [Symbol.asyncDispose]: close };
}
