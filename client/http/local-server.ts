import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that only this machine can reach. */
export interface LocalServer {
  readonly server: Server;
  readonly port: number;
  readonly origin: string;
  /** Cuts open connections. */
  readonly close: () => Promise<void>;
}

/** Listens on a free port. The caller adds the listener for requests. */
export async function openLocalServer(): Promise<LocalServer> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
    });
  };
  return { server, port, origin: `http://127.0.0.1:${port}`, close };
}
