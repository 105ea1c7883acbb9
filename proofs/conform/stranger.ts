/** A mock behind a proxy that hides its control plane, so that the gate treats it like any deployment. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Mock } from '#mock';

export interface Stranger extends AsyncDisposable {
  base_url: string;
}

export async function hide(mock: Mock): Promise<Stranger> {
  const target = new URL(mock.base_url);
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith('/_gristmill') === true) {
      outgoing.writeHead(404).end();
      return;
    }
    const forward = request(
      { host: target.hostname, port: target.port, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forward.on('error', () => outgoing.destroy());
    incoming.pipe(forward);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    base_url: `http://127.0.0.1:${port}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}
