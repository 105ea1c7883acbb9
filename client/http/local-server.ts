import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { server, port, origin: `http://127.0.0.1:${port}`, close };
}
