import { connect } from 'node:net';
import type { TestMock } from './open-mock.ts';

/**
 * Sends bytes as they are, which no HTTP client would, and answers all that comes back until the server hangs up.
 * @param head the request line and headers, one a line; `Connection: close` is added
 */
export async function sendRaw(test: TestMock, head: readonly string[], body = ''): Promise<string> {
  const { port, hostname } = new URL(test.mock.base_url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      resolve(answer);
    });
    socket.write([...head, 'Connection: close', '', body].join('\r\n'));
  });
}

/** Sends the beginning of a request and goes away; resolves when the connection is gone. */
export async function sendAndLeave(test: TestMock, head: readonly string[], body: string): Promise<void> {
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
