/** How answers leave where the client has closed its half of the connection. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestMock } from '../../testing/open-mock.ts';
import { openTestMock } from '../../testing/open-mock.ts';

let t: TestMock;
beforeAll(async () => {
  t = await openTestMock({ lots: 20 });
});
afterAll(() => t[Symbol.asyncDispose]());

interface Sent {
  line: string;
  connection?: 'close' | 'keep-alive';
  version?: string;
  body?: string;
}

/** Sends a request and closes this half of the connection at once, as `nc -N` does; answers all that comes back. */
async function sendAndClose(
  { line, connection = 'keep-alive', version = '1.1', body = '' }: Sent,
  { mock }: TestMock = t,
): Promise<string> {
  const { hostname, port, host } = new URL(mock.base_url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const described = body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`];
  const head = [`${line} HTTP/${version}`, `Host: ${host}`, 'Authorization: Bearer dev_buyer', `Connection: ${connection}`];
  socket.end([...head, ...described, '', body].join('\r\n'));
  return text(socket);
}

/** Of all that came back the one answer, whole, and how many interim ones came before it. */
function readAnswer(raw: string): { status: number; interim: number; body: string } {
  const parts = raw.split(/(?=HTTP\/1\.1 \d)/);
  const [head = '', body = ''] = (parts.at(-1) ?? '').split('\r\n\r\n');
  expect(parts.slice(0, -1).filter((part) => part !== 'HTTP/1.1 100 Continue\r\n\r\n')).toEqual([]);
  expect(Buffer.byteLength(body)).toBe(Number(/content-length: (\d+)/i.exec(head)?.[1]));
  return { status: Number(head.split(' ')[1]), interim: parts.length - 1, body };
}

test.for(['close', 'keep-alive'] as const)(
  'RFC 9112, 9.6: a client that has closed its half of a connection (%s) has every answer, whole',
  async (connection) => {
    const paths = ['/v1/inventory?limit=50', '/v1/inventory/%zz', '/v1/teams', '/v1/nothing'];
    const asked = Array.from({ length: 40 }, (_, index) => paths[index % paths.length] ?? '');
    const answers = await Promise.all(asked.map((path) => sendAndClose({ line: `GET ${path}`, connection })));
    for (const [index, answer] of answers.entries()) {
      expect(readAnswer(answer)).toMatchObject({ status: [200, 400, 200, 404][index % paths.length], interim: 0 });
    }
  },
);

test.for([
  ['GET /_gristmill/health', 200],
  ['GET /_gristmill/ready', 200],
  ['GET /_gristmill/nothing', 404],
  ['POST /_gristmill/snapshots', 201],
  ['POST /_gristmill/worlds', 201],
  ['POST /_gristmill/clock/run', 200],
  ['POST /_gristmill/reset', 200],
  ['GET /.well-known/openid-configuration', 200],
  ['GET /', 200],
] as const)(
  'RFC 9112, 9.6: %s is the first request of a mock, and whoever asks it has closed its half',
  async ([line, status]) => {
    // The first one loads what nobody has needed so far, which takes its time.
    await using fresh = await openTestMock({ lots: 20 });
    expect(readAnswer(await sendAndClose({ line }, fresh))).toMatchObject({ status });
  },
);

test('RFC 9112, 9.6: an answer that is waited for reaches a client that has closed its half long before', async () => {
  const wait = { line: 'POST /_gristmill/wait', body: '{"event":{},"timeout_ms":400}' };
  const late = readAnswer(await sendAndClose(wait));
  expect(late).toMatchObject({ status: 408 });
  // It was asked whether it is still there, a few times.
  expect(late.interim).toBeGreaterThan(0);
  expect(late.interim).toBeLessThan(10);
  await t.control('POST', '/faults', { request: { operation_id: 'listTeams' }, latency_ms: 300 });
  expect(readAnswer(await sendAndClose({ line: 'GET /v1/teams' }))).toMatchObject({ status: 200 });
  await t.control('DELETE', '/faults');
});

test('RFC 9110, 15.2: a client of HTTP/1.0 is told nothing on the way, and counts as gone where it has closed its half', async () => {
  const wait = { line: 'POST /_gristmill/wait', body: '{"event":{},"timeout_ms":60000}', version: '1.0' };
  expect(await sendAndClose(wait)).toBe('');
  expect(await sendAndClose({ line: 'GET /v1/teams', version: '1.0' })).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*}$/);
});
