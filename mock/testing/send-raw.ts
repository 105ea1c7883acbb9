import { connect } from 'node:net';
import type { Mock } from '../server/server.ts';

/**
 * Sends a request that no HTTP client would send. Returns everything that the server sends until it closes the connection.
 * @param head the request line and the headers. `Connection: close` is added
 */
export async function sendRaw(test: { mock: Mock }, head: readonly string[], body = ''): Promise<string> {
  const { port, hostname } = new URL(test.mock.base_url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let response = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      response += text;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      resolve(response);
    });
    socket.write([...head, 'Connection: close', '', body].join('\r\n'));
  });
}

/** Sends a part of a request, then closes the connection. */
export async function sendAndDisconnect(test: { mock: Mock }, head: readonly string[], body: string): Promise<void> {
  const { port, hostname } = new URL(test.mock.base_url);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write([...head, '', body].join('\r\n'), () => {
        socket.destroy();
      });
    });
    socket.on('close', () => {
      resolve();
    });
  });
}
