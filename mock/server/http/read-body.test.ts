/** What is a body, and what is none: by POST /inventory/{id}/bids and its like. */
import { gzipSync } from 'node:zlib';
import { LIMITS } from '#spec';
import { beforeAll, expect, test } from 'vitest';
import { errorIn, verdictOf } from '../../testing/answers.ts';
import type { Answer } from '../../testing/open-mock.ts';
import { bidBody, makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';
import { takePicture } from '../../testing/picture.ts';
import { sendRaw } from '../../testing/send-raw.ts';

const t = useMock();
let lot_id: string;
beforeAll(async () => {
  lot_id = await makeLot(t, 'seller', { farm_id: await makeFarm(t, 'seller'), quantity_mt: 10_000 });
});

const VALID = JSON.stringify(bidBody());

function place(body: string, type = 'application/json'): Promise<Answer> {
  return t.call('buyer', 'POST', `/inventory/${lot_id}/bids`, { body, headers: { 'Content-Type': type } });
}

const TYPES: readonly (readonly [type: string, expected: string])[] = [
  ['application/json', '201'],
  ['Application/JSON', '201'],
  ['application/json; charset=utf-8', '201'],
  ['application/json;charset=UTF-8', '201'],
  ['application/json; charset="utf-8"', '201'],
  ['application/json; charset=iso-8859-1', '415 unsupported_media_type'],
  ['application/json; charset=utf-16', '415 unsupported_media_type'],
  ['text/json', '415 unsupported_media_type'],
  ['text/plain', '415 unsupported_media_type'],
  ['application/merge-patch+json', '415 unsupported_media_type'],
  ['application/vnd.api+json', '415 unsupported_media_type'],
  ['application/jsonp', '415 unsupported_media_type'],
  ['application/x-www-form-urlencoded', '415 unsupported_media_type'],
  ['multipart/form-data; boundary=x', '415 unsupported_media_type'],
  ['application/json, text/plain', '415 unsupported_media_type'],
  ['', '415 unsupported_media_type'],
];

test.for(TYPES)('CONV-5 CONV-6 ERR-4 Content-Type %j: %s', async ([type, expected]) => {
  expect(verdictOf(await place(VALID, type))).toBe(expected);
});

const BODIES: readonly (readonly [what: string, body: string, expected: string])[] = [
  ['cut off', VALID.slice(0, -1), '400 invalid_json'],
  ['two values', `${VALID}{}`, '400 invalid_json'],
  ['blanks', '  \n', '400 invalid_json'],
  ['single quotes', "{'quantity_mt':1}", '400 invalid_json'],
  ['a comma too many', VALID.replace(/}$/, ',}'), '400 invalid_json'],
  ['a comment', `/* bid */${VALID}`, '400 invalid_json'],
  ['NaN', VALID.replace('40', 'NaN'), '400 invalid_json'],
  ['Infinity', VALID.replace('40', 'Infinity'), '400 invalid_json'],
  ['hexadecimal', VALID.replace('40', '0x28'), '400 invalid_json'],
  ['a leading zero', VALID.replace('40', '040'), '400 invalid_json'],
  ['a raw control character', VALID.replace('{', '{"additional_terms":"a\u0001",'), '400 invalid_json'],
  ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`, '400 invalid_json'],
  ['120,000 levels', `${'['.repeat(120_000)}${']'.repeat(120_000)}`, '400 invalid_json'],
  ['120,000 levels of objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`, '400 invalid_json'],
  ['32 levels', `${'['.repeat(32)}${']'.repeat(32)}`, '422 validation_failed'],
  ['nothing', '', '422 validation_failed'],
  ['null', 'null', '422 validation_failed'],
  ['an array', `[${VALID}]`, '422 validation_failed'],
  ['a text', '"bid"', '422 validation_failed'],
  ['a number', '1', '422 validation_failed'],
  ['true', 'true', '422 validation_failed'],
  ['a byte order mark', `\u{FEFF}${VALID}`, '201'],
  ['blanks around', `\r\n\t ${VALID} \n`, '201'],
  ['escapes', VALID.replace('price', '\\u0070rice'), '201'],
  ['an exponent', VALID.replace('40', '4e1'), '201'],
  ['a name twice, of which the last counts', VALID.replace('{', '{"quantity_mt":"x",'), '201'],
  ['as large as may be', VALID + ' '.repeat(LIMITS.body_bytes_max - VALID.length), '201'],
  ['a byte too large', VALID + ' '.repeat(LIMITS.body_bytes_max - VALID.length + 1), '413 payload_too_large'],
  ['far too large', `"${'x'.repeat(5_000_000)}"`, '413 payload_too_large'],
];

test.for(BODIES)('CONV-6 ERR-4 a body that is %s: $2', async ([, body, expected]) => {
  const before = await takePicture(t);
  const answer = await place(body);
  expect(verdictOf(answer)).toBe(expected);
  expect((await takePicture(t)) === before).toBe(expected !== '201');
});

test('CONV-6 bytes that are no UTF-8 are no JSON', async () => {
  const bytes = Buffer.concat([Buffer.from('{"additional_terms":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
  const response = await fetch(`${t.mock.base_url}/inventory/${lot_id}/bids`, {
    method: 'POST',
    headers: { Authorization: 'Bearer dev_buyer', 'Content-Type': 'application/json' },
    body: bytes,
  });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('not UTF-8');
});

test.for(['gzip', 'deflate', 'br', 'x-unknown'])('CONV-6 a body sent as %s is refused, whatever is in it', async (encoding) => {
  const response = await fetch(`${t.mock.base_url}/inventory/${lot_id}/bids`, {
    method: 'POST',
    headers: { Authorization: 'Bearer dev_buyer', 'Content-Type': 'application/json', 'Content-Encoding': encoding },
    body: encoding === 'gzip' ? gzipSync(VALID) : VALID,
  });
  expect(response.status).toBe(415);
  expect(await response.text()).toContain(encoding);
});

test('CONV-6 a body in chunks is a body', async () => {
  const head = [
    `POST /v1/inventory/${lot_id}/bids HTTP/1.1`,
    'Host: localhost',
    'Authorization: Bearer dev_buyer',
    'Content-Type: application/json',
  ];
  const chunks = [VALID.slice(0, 20), VALID.slice(20)].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('');
  expect(await sendRaw(t, [...head, 'Transfer-Encoding: chunked'], `${chunks}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 201 /);
});

test('ERR-4 a refusal says nothing of the machinery', async () => {
  for (const [, body] of BODIES.slice(0, 14)) {
    const { message } = errorIn(await place(body));
    expect(message).not.toMatch(/\.ts|node:|at Object|zod|sqlite/i);
  }
});
