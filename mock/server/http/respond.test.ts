/** Input that Node cannot parse as a request gets an Error object that says why. */
import { expect, test } from 'vitest';
import { useMock } from '../../testing/open-mock.ts';
import { sendRaw } from '../../testing/send-raw.ts';

const t = useMock({ lots: 20 });
const POST = ['POST /v1/webhooks HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];

const BROKEN: readonly (readonly [title: string, head: readonly string[], message: string, body?: string])[] = [
  ['TLS', ['\u0016\u0003\u0001'], 'http, not https'],
  ['an unknown method', ['FETCH /v1/grades HTTP/1.1'], 'HTTP/1.1'],
  ['a space in the target', ['GET /v1/a b HTTP/1.1'], 'HTTP/1.1'],
  ['an unencoded character in the path', ['GET /v1/inventory/\u00e9 HTTP/1.1'], 'percent-encode'],
  ['a header without a colon', ['GET /v1/grades HTTP/1.1', 'Nonsense'], 'header'],
  ['long headers', ['GET /v1/grades HTTP/1.1', `X: ${'x'.repeat(20_000)}`], '16 KiB'],
  ['a long path', [`GET /v1/inventory?grade=${'x'.repeat(20_000)} HTTP/1.1`, 'Host: localhost'], '16 KiB'],
  ['two Content-Lengths', [...POST, 'Content-Length: 1', 'Content-Length: 2'], 'Content-Length', '{}'],
  ['two lengths', [...POST, 'Content-Length: 2', 'Transfer-Encoding: chunked'], 'Transfer-Encoding', '{}'],
  ['a chunk without a size', [...POST, 'Transfer-Encoding: chunked'], 'chunk', 'zz\r\n'],
  ['a tunnel', ['CONNECT grain.example:443 HTTP/1.1', 'Host: grain.example:443'], 'proxy'],
  ['an address of another scheme', ['GET ftp://localhost/v1/inventory HTTP/1.1', 'Host: localhost'], 'target'],
  ['an unreadable address', ['GET http://[bad/v1/inventory HTTP/1.1', 'Host: localhost'], 'target'],
];

test.for(BROKEN)('ERR-1 CONV-6 %s gets 400 with a message', async ([, head, message, body]) => {
  const response = await sendRaw(t, head, body);
  expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n(?:[\w-]+: .*\r\n)*Content-Type: application\/json/);
  const { error } = JSON.parse(response.slice(response.indexOf('{'))) as { error: Record<string, unknown> }; // ERR-1
  expect(error).toEqual({ status: 400, code: 'malformed_request', message: expect.stringContaining(message) as string });
});

test('ERR-1 an unknown Expect header is ignored', async () => {
  const response = await sendRaw(t, ['GET /v1/grades HTTP/1.1', 'Host: localhost', 'Expect: 200-ok']);
  expect(response).toMatch(/^HTTP\/1\.1 401 /);
});

test('bytes after the last request of a connection do not prevent its response', async () => {
  const get = ['GET /v1/grades HTTP/1.1', 'Host: localhost', 'Authorization: Bearer dev_reader', 'Connection: close', ''];
  const response = await sendRaw(t, [...get, 'GET /v1/grades HTTP/1.1', 'Host: localhost']);
  expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});
