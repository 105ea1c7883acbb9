/** RTY-1, SIG-4: it handles the first delivery of a connection, and goes wrong on the next one of the same connection. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { readAll, signatureOf, type DeliveryResponse, type Parts, type Replacement } from '../../clean.ts';
import type { Setup } from '../../receiver.ts';
import { explained, faults, GENUINE, type FaultyRow } from '../row.ts';

const AN_HOUR_MS = 3_600_000;
const BAD_REQUEST: DeliveryResponse = { status: 400, headers: { Connection: 'close' }, body: 'Bad Request' };

/** The number of each delivery in its connection, from 0. */
function countPerConnection(): (request: IncomingMessage) => number {
  const counts = new WeakMap<Socket, number>();
  return ({ socket }) => {
    const count = counts.get(socket) ?? 0;
    counts.set(socket, count + 1);
    return count;
  };
}

/** After such a delivery, the rest of it is taken for the next one. */
function leavesBytes(isLeft: (request: IncomingMessage) => boolean): Replacement {
  return () => {
    const spoiled = new WeakSet<Socket>();
    return {
      intercept: (request) => {
        if (spoiled.has(request.socket)) return BAD_REQUEST;
        if (isLeft(request)) spoiled.add(request.socket);
        return undefined;
      },
    };
  };
}

/** Writes bytes after the end of its responses. */
function appends(status: number, text: string): Replacement {
  return {
    send: (response, reply, { socket }) => {
      socket.on('error', () => undefined);
      if (reply.status >= 300) {
        response.writeHead(reply.status).end();
        return;
      }
      response.writeHead(status).end();
      socket.write(text);
    },
  };
}

function respondsToTheFirstOnly({ wait }: Setup): Partial<Parts> {
  const countOf = countPerConnection();
  return {
    intercept: async (request) => {
      if (countOf(request) > 0) await wait(AN_HOUR_MS, request);
      return undefined;
    },
  };
}

function appendsToLastBody(): Partial<Parts> {
  const buffers = new WeakMap<Socket, Buffer>();
  return {
    read: async (request) => {
      const raw = Buffer.concat([buffers.get(request.socket) ?? Buffer.alloc(0), await readAll(request)]);
      buffers.set(request.socket, raw);
      return raw;
    },
  };
}

function keepsFirstHeader(): Partial<Parts> {
  const headers = new WeakMap<Socket, string>();
  return {
    headerOf: (request) => {
      const header = headers.get(request.socket) ?? signatureOf(request);
      headers.set(request.socket, header);
      return header;
    },
  };
}

function verifiesFirstOnly(): Partial<Parts> {
  const trusted = new WeakSet<Socket>();
  return {
    isTrusted: ({ request: { socket } }) => trusted.has(socket),
    accept: () => ({ status: 200 }),
    identify: ({ id }, { request: { socket } }) => {
      trusted.add(socket);
      return id;
    },
  };
}

export const CONNECTION_FAULTS: readonly FaultyRow[] = [
  ...faults('faulty', {
    'SIG-4/trusts-the-connection: It verifies deliveries of a connection until one is genuine, and trusts all later ones.':
      explained('SIG-4/reused-connection', /connection/, verifiesFirstOnly),
    'RTY-2/adds-to-the-last-body: It does not clear the buffer of a connection, so the second body is appended to the first.':
      explained('RTY-1/reused-connection', /connection/, appendsToLastBody),
    'RTY-2/keeps-the-first-header: It reads SVC-Signature once per connection.': explained(
      'RTY-1/reused-connection',
      /connection/,
      keepsFirstHeader,
    ),
    'RTY-2/leaves-unsigned-bodies: It rejects a delivery without a signature before it has read the body, and then reads that body as the next request.':
      explained(
        'RTY-1/reused-connection',
        /body/,
        leavesBytes(({ headers }) => headers['svc-signature'] === undefined),
      ),
  }),
  ...faults('warned', {
    'RTY-2/leaves-large-bodies: It reads at most 64 KiB of a body from the connection, and the rest is taken for the next request.':
      explained(
        'RTY-1/reused-connection',
        /body/,
        leavesBytes(({ headers }) => Number(headers['content-length'] ?? 0) > 65_536),
      ),
    'RTY-2/leaves-the-last-chunk: It stops reading before the last chunk of a chunked body, which is taken for the next request.':
      explained(
        'RTY-1/reused-connection',
        /body/,
        leavesBytes(({ headers }) => headers['transfer-encoding'] !== undefined),
      ),
    'RTY-1/no-content-with-a-body: It returns 204 and sends a body.': explained(
      GENUINE,
      /body after 204/,
      appends(204, 'thank you'),
    ),
    'RTY-1/answer-length-in-characters: It writes the number of characters into Content-Length, and not that of bytes.':
      explained(GENUINE, /Content-Length/, {
        send: (response, { status }) => void response.writeHead(status, { 'Content-Length': '5' }).end('Café!'),
      }),
    'RTY-1/hangs-up-silently: It closes the connection after each response, and announces keep-alive.': explained(
      'RTY-1/reused-connection',
      /clos/,
      {
        send: (response, { status, body }, { socket }) =>
          void response.writeHead(status, { Connection: 'keep-alive' }).end(body, () => socket.destroySoon()),
      },
    ),
    'RTY-5/first-of-a-connection-only: It responds to the first delivery of a connection, and no other one.': explained(
      'RTY-1/reused-connection',
      /connection/,
      respondsToTheFirstOnly,
    ),
  }),
];
