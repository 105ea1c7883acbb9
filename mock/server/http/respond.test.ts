/** What is so broken that Node makes no request of it is told what is wrong with it, in an Error object. */
import { expect, test } from 'vitest';
import { useMock } from '../../testing/open-mock.ts';
import { sendRaw } from '../../testing/send-raw.ts';

const t = useMock({ lots: 20 });

const POST = [
  'POST /v1/webhooks HTTP/1.1',
  'Host: localhost',
  'Authorization: Bearer dev_buyer',
  'Content-Type: application/json',
];

const BROKEN: readonly (readonly [title: string, head: readonly string[], message: string, body?: string])[] = [
  ['an unknown method', ['FETCH /v1/grades HTTP/1.1'], 'a method of HTTP'],
  ['TLS', ['\u0016\u0003\u0001'], 'not https'],
  ['HTTP/2', ['PRI * HTTP/2.0', '', 'SM', ''], 'This is HTTP/2'],
  ['another version', ['GET /v1/grades HTTP/3.0'], 'HTTP/1.1'],
  ['a space in the target', ['GET /v1/a b HTTP/1.1'], 'a target without spaces'],
  ['a control character in the target', ['GET /v1/\u0001 HTTP/1.1'], 'percent-encoded'],
  ['a header without a colon', ['GET /v1/grades HTTP/1.1', 'Nonsense'], 'a name, a colon and a value'],
  ['long headers', ['GET /v1/grades HTTP/1.1', `X: ${'x'.repeat(20_000)}`], 'longer than 16 KiB'],
  ['two Content-Lengths', [...POST, 'Content-Length: 1', 'Content-Length: 2'], 'two Content-Length headers', '{}'],
  ['a Content-Length that is none', [...POST, 'Content-Length: two'], 'Content-Length is not a whole number', '{}'],
  ['both ways to tell the length', [...POST, 'Content-Length: 2', 'Transfer-Encoding: chunked'], 'beside Content-Length', '{}'],
  ['another transfer encoding', [...POST, 'Transfer-Encoding: zip'], 'Transfer-Encoding is not chunked', '{}'],
  ['a chunk without a size', [...POST, 'Transfer-Encoding: chunked'], 'does not begin with its size', 'zz\r\n'],
  ['a chunk that is too long', [...POST, 'Transfer-Encoding: chunked'], 'not as long as its size', '1\r\n{}\r\n0\r\n\r\n'],
  ['a tunnel', ['CONNECT grain.example:443 HTTP/1.1', 'Host: grain.example:443'], 'this is no proxy'],
];

test.for(BROKEN)('ERR-1 CONV-6 %s: 400 that says so', async ([, head, message, body]) => {
  const answer = await sendRaw(t, head, body);
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/json/);
  const { error } = JSON.parse(answer.slice(answer.indexOf('{'))) as { error: Record<string, unknown> }; // ERR-1
  expect(error).toEqual({ status: 400, code: 'malformed_request', message: expect.stringContaining(message) as string });
});

test('ERR-1 an unknown Expect header is ignored', async () => {
  const answer = await sendRaw(t, [
    'GET /v1/grades HTTP/1.1',
    'Host: localhost',
    'Authorization: Bearer dev_reader',
    'Expect: 200-ok',
  ]);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  const refused = await sendRaw(t, ['GET /v1/grades HTTP/1.1', 'Host: localhost', 'Expect: 200-ok']);
  expect(refused).toMatch(/^HTTP\/1\.1 401 /);
  expect(refused).toContain('"code":"unauthenticated"');
});

test('bytes after the last request of a connection do not cost that request its answer', async () => {
  const get = ['GET /v1/grades HTTP/1.1', 'Host: localhost', 'Authorization: Bearer dev_reader', 'Connection: close', ''];
  const answer = await sendRaw(t, [...get, 'GET /v1/grades HTTP/1.1', 'Host: localhost']);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});
