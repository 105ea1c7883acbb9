/** The limits of a connection, over raw sockets. Each gets an Error object where a response is possible. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openTestMock, useMock } from '../../testing/open-mock.ts';
import { sendRaw } from '../../testing/send-raw.ts';
import { resolveServerLimits } from './server-limits.ts';

const LIMITS = {
  header_seconds: 0.2,
  request_seconds: 0.4,
  keep_alive_seconds: 0.2,
  headers: 20,
  header_bytes: 4_096,
  connections: 40,
};

const t = useMock({ lots: 20, limits: LIMITS });

const TOO_SLOW = { status: 408, code: 'request_timeout', message: 'The request did not arrive completely in time.' };

const GET = ['GET /v1/grades HTTP/1.1', 'Host: localhost', 'Authorization: Bearer dev_reader'];

async function open(): Promise<Socket> {
  const { port, hostname } = new URL(t.mock.base_url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Everything that the server sends until it closes the connection. */
async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await once(socket, 'close');
  return text;
}

function errorOf(response: string): { status: number; code: string; message: string } {
  // ERR-1
  return (JSON.parse(response.slice(response.indexOf('{'))) as { error: { status: number; code: string; message: string } })
    .error;
}

const POST = GET.with(0, 'POST /v1/webhooks HTTP/1.1');

test.for([
  ['endless headers (slowloris)', ['GET /v1/grades HTTP/1.1', 'Host: localhost', 'X-Slow: ']],
  ['an endless body', [...POST, 'Content-Type: application/json', 'Content-Length: 100', '', '{']],
] as const)('ERR-1 %s: 408 in time', async ([, lines]) => {
  const socket = await open();
  socket.write(lines.join('\r\n'));
  const response = await readToEnd(socket);
  expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(response).toMatch(/\r\nConnection: close\r\n/);
  expect(errorOf(response)).toEqual(TOO_SLOW);
});

test('ERR-1 a request that the client breaks off is malformed, not late', async () => {
  const socket = await open();
  socket.end([...POST, 'Transfer-Encoding: chunked', '', '5', 'ab'].join('\r\n'));
  const response = await readToEnd(socket);
  expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(errorOf(response)).toMatchObject({ status: 400, code: 'malformed_request', message: expect.stringContaining('middle') });
});

test('an idle connection is closed after its last response', async () => {
  const socket = await open();
  socket.write([...GET, '', ''].join('\r\n'));
  expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

test.for([
  ['more headers than the limit', Array.from({ length: 20 }, (_, n) => `X-${n}: 1`), 'more than 20 headers'],
  ['longer headers than the limit', [`X: ${'x'.repeat(5_000)}`], 'longer than this mock accepts'],
] as const)('CONV-6 %s: 400', async ([, more, message]) => {
  const response = await sendRaw(t, [...GET, ...more]);
  expect(errorOf(response)).toMatchObject({ status: 400, code: 'malformed_request', message: expect.stringContaining(message) });
});

test('the maximum number of headers is accepted', async () => {
  // With Host, Authorization, and Connection.
  const response = await sendRaw(t, [...GET, ...Array.from({ length: 17 }, (_, n) => `X-${n}: 1`)]);
  expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

test('connections beyond the limit are closed, and the others are served', async () => {
  await using few = await openTestMock({ lots: 20, limits: { connections: 2 } });
  const { port, hostname } = new URL(few.mock.base_url);
  const kept = [1, 2].map(() => connect(Number(port), hostname));
  await Promise.all(kept.map((socket) => once(socket, 'connect')));
  const third = connect(Number(port), hostname);
  third.on('error', () => undefined);
  expect(await readToEnd(third)).toBe('');
  kept[0]?.write([...GET, 'Connection: close', '', ''].join('\r\n'));
  expect(await readToEnd(kept[0] ?? third)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  for (const socket of kept) socket.destroy();
});

test("a shared mock is stricter than one on a developer's machine", () => {
  const [local, shared] = [resolveServerLimits({}, false), resolveServerLimits({}, true)];
  expect(shared.header_seconds).toBeLessThan(local.header_seconds);
  expect(shared.request_seconds).toBeLessThan(local.request_seconds);
  expect(shared.connections).toBeLessThan(local.connections);
});
