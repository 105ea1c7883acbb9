import { once } from 'node:events';
import { connect } from 'node:net';
import { LIMITS } from '#spec';
import { expect, test } from 'vitest';
import { isRefusal } from '../../market/rules/refusal.ts';
import { verdictOf } from '../../testing/responses.ts';
import { bidBody, useMock } from '../../testing/open-mock.ts';
import { sendRaw } from '../../testing/send-raw.ts';
import { parseBody } from './read-body.ts';

const VALID = JSON.stringify(bidBody());
const JSON_BODY = { content_type: 'application/json', content_encoding: undefined };

function codeOf(body: string | Buffer, described: Partial<Parameters<typeof parseBody>[1]> = {}): string {
  const parsed = parseBody(Buffer.from(body), { ...JSON_BODY, ...described });
  return isRefusal(parsed) ? parsed.refused : 'accepted';
}

test.for(['application/json', 'Application/JSON', 'application/json;charset=UTF-8', 'application/json; charset="utf-8"'])(
  'CONV-5 the Content-Type %s is accepted',
  (content_type) => {
    expect(codeOf(VALID, { content_type })).toBe('accepted');
  },
);

const OTHER_TYPES: readonly string[] = [
  'application/json; charset=utf-16',
  'application/merge-patch+json',
  'application/jsonp',
  'application/x-www-form-urlencoded',
  'application/json, text/plain',
  '',
];
test.for(OTHER_TYPES)('CONV-5 CONV-6 ERR-4 the Content-Type %j is rejected', (content_type) => {
  expect(codeOf(VALID, { content_type })).toBe('unsupported_media_type');
});

test('CONV-6 an encoded body is rejected', () => {
  for (const content_encoding of ['gzip', 'br', 'x-unknown'])
    expect(codeOf(VALID, { content_encoding })).toBe('unsupported_media_type');
});

test.for([
  ['cut off', VALID.slice(0, -1)],
  ['two values', `${VALID}{}`],
  ['blank', '  \n'],
  ['in single quotes', "{'quantity_mt':1}"],
  ['with a comment', `/* bid */${VALID}`],
  ['with NaN', VALID.replace('40', 'NaN')],
  ['with a leading zero', VALID.replace('40', '040')],
  ['33 levels deep', `${'['.repeat(33)}${']'.repeat(33)}`],
  ['120,000 levels deep', `${'['.repeat(120_000)}${']'.repeat(120_000)}`],
  ['not UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22])],
] as const)('CONV-6 ERR-4 a body that is %s is rejected', ([, body]) => {
  expect(codeOf(body)).toBe('invalid_json');
});

test.for([
  ['32 levels deep', `${'['.repeat(32)}${']'.repeat(32)}`],
  ['with a byte order mark', `\u{FEFF}${VALID}`],
  ['with an exponent', VALID.replace('40', '4e1')],
] as const)('CONV-6 a body that is %s is accepted', ([, body]) => {
  expect(codeOf(body)).toBe('accepted');
});

const t = useMock({ lots: 20 });

test.for([
  [LIMITS.body_bytes_max, '201'],
  [LIMITS.body_bytes_max + 1, '413 payload_too_large'],
  [5_000_000, '413 payload_too_large'],
] as const)('CONV-6 a body of %i bytes gets %s', async ([bytes, expected]) => {
  const body = JSON.stringify({ url: 'http://127.0.0.1:1/', events: ['bid.accepted'] }).padEnd(bytes);
  expect(verdictOf(await t.call('buyer', 'POST', '/webhooks', { body }))).toBe(expected);
});

test('CONV-6 a body whose Content-Length is too large is refused before it arrives', async () => {
  const { port, hostname } = new URL(t.mock.base_url);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /v1/webhooks HTTP/1.1',
    'Host: localhost',
    'Authorization: Bearer dev_buyer',
    'Content-Length: 99999999999',
  ];
  socket.write([...head, '', ''].join('\r\n'));
  const [response] = await once(socket, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test('CONV-6 a chunked body is read', async () => {
  const head = ['POST /v1/webhooks HTTP/1.1', 'Host: localhost', 'Authorization: Bearer dev_buyer'];
  const body = ['{"ur', 'l":1}'].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('');
  const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
  expect(await sendRaw(t, [...head, ...headers], `${body}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 422 /);
});
