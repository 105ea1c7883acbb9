/** How answers leave where the client has closed its half of the connection. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestMock } from '../testing/open-mock.ts';
import { openTestMock } from '../testing/open-mock.ts';

let t: TestMock;
beforeAll(async () => {
  t = await openTestMock({ lots: 20 });
});
afterAll(() => t[Symbol.asyncDispose]());

/** Sends a request and closes this half of the connection at once, as `nc -N` does. */
async function sendAndClose(path: string, connection: 'close' | 'keep-alive'): Promise<string> {
  const { hostname, port } = new URL(t.mock.base_url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.end(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer dev_buyer\r\nConnection: ${connection}\r\n\r\n`);
  return text(socket);
}

test.for(['close', 'keep-alive'] as const)(
  'RFC 9112, 9.6: a client that has closed its half of a connection (%s) has every answer, whole',
  async (connection) => {
    const paths = ['/v1/inventory?limit=50', '/v1/inventory/%zz', '/v1/teams', '/v1/nothing'];
    const asked = Array.from({ length: 40 }, (_, index) => paths[index % paths.length] ?? '');
    const answers = await Promise.all(asked.map((path) => sendAndClose(path, connection)));
    for (const answer of answers) {
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 (200|400|404) /);
      expect(Buffer.byteLength(body)).toBe(Number(/content-length: (\d+)/i.exec(head)?.[1]));
    }
  },
);
