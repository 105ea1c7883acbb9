/** The HTTP server of the app: how it listens, and how it stops. */
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Alarm } from '../ports/timer.ts';
import { refuseConnection, refuseTunnel } from './http/respond.ts';
import type { ServerLimits } from './http/server-limits.ts';
import { limitServer, serverOptionsOf } from './http/server-limits.ts';

/** How long a stopping server waits for open requests, in ms. */
const DRAIN_MS = 5_000;
/** How often a stopping server closes idle connections, in ms. */
const SWEEP_MS = 20;

export function createHttpServer(app: RequestListener, limits: ServerLimits): Server {
  const server = createServer(serverOptionsOf(limits), app);
  limitServer(server, limits);
  return (
    server
      .on('clientError', refuseConnection)
      // RFC 9110, section 10.1.1, allows ignoring an unknown expectation. Node would respond 417 without an Error object (ERR-1).
      .on('checkExpectation', app)
      // For clients that use the mock as a proxy.
      .on('connect', refuseTunnel)
  );
}

export function originOf(server: Server): string {
  // A listening TCP server has an address with a port.
  const { address, port, family } = server.address() as AddressInfo;
  const name = address === '::' || address === '0.0.0.0' ? '127.0.0.1' : address;
  return `http://${family === 'IPv6' && name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** @throws the error of the operating system if the port is taken */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

/** Stops accepting connections, and waits for the open requests up to a limit. */
export async function drain(server: Server, connections: ReadonlySet<Socket>): Promise<void> {
  const deadline = new Alarm(() => {
    server.closeAllConnections();
  });
  deadline.set(DRAIN_MS);
  // Connections that stay open after their last response would delay closing.
  const sweep = new Alarm(() => {
    server.closeIdleConnections();
    // Browsers open connections in advance. Node counts one without any request as busy.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    sweep.set(SWEEP_MS);
  });
  sweep.set(SWEEP_MS);
  // Uses the callback, because the event `close` does not fire if the server is already closed.
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  deadline.clear();
  sweep.clear();
}
