/** The signature vectors, made by openssl, against every verifier in this project and the stripe package. */
import { readFileSync } from 'node:fs';
import { isSigned, parseSignature } from '#client';
import { isKnownEvent, REASONS, verifySignature } from '#conformance/webhooks/index';
import { makeVectors, SIGNATURES_PATH, type Vector, type VectorFile } from '#fixtures/vectors/make-signatures';
import { EVENTS } from '#spec';
import { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';

const file = JSON.parse(readFileSync(SIGNATURES_PATH, 'utf8')) as VectorFile;
const { vectors } = file;

function bodyOf({ body, body_base64 = '' }: Vector): Buffer {
  return body === undefined ? Buffer.from(body_base64, 'base64') : Buffer.from(body);
}

/** Where the stripe package differs, and why. A receiver that uses it must handle these cases itself. */
const STRIPE_DIFFERS: Readonly<Record<string, readonly string[]>> = {
  'its tolerance is one-sided: a time ahead passes, however far': [
    'time: t is 301 s ahead',
    'time: t is 310 s ahead',
    'time: t is 3600 s ahead',
    'time: t is 31536000 s ahead',
    'time: t is in milliseconds',
  ],
  'it compares NaN with the clock': ['time: t is NaN'],
  'it uses the last of several t': ['header: t twice, the same', 'header: t twice, a stale one first'],
  'it rejects white space around a segment': ['header: a blank after the comma', 'header: white space around every segment'],
  'it compares hex as text': ['header: v1 in upper case', 'header: v1 in mixed case'],
  'it stops at an empty v1': ['header: four v1, one right'],
  'it does not limit the header': ['header: longer than any genuine one', 'header: a thousand segments'],
  'it decodes the body before it verifies, and a byte order mark is lost': ['body: a byte order mark'],
  'it does not check the envelope': [
    'body: an array',
    'body: null',
    'body: no id',
    'body: an empty id',
    'body: no type',
    'body: livemode a string',
    'body: data an array',
  ],
};

test('there are 60 or more vectors with unique names, for every event type and every reason', () => {
  expect(vectors.length).toBeGreaterThanOrEqual(60);
  expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
  expect(vectors.map(({ name }) => name)).toEqual(
    expect.arrayContaining(Object.keys(EVENTS).map((type) => `event: ${type}`)) as unknown,
  );
  // A vector has a raw body, so it cannot express a body that was parsed.
  const { body_not_raw: _, ...others } = REASONS;
  expect(new Set(vectors.flatMap(({ reason }) => reason ?? []))).toEqual(new Set(Object.keys(others)));
});

test('SIG-1 openssl makes the same file again', () => {
  expect(makeVectors()).toEqual(file);
});

test.for(vectors)('SIG-1 SIG-3 SIG-10 verifySignature: $name', (vector) => {
  const { header, secret, now, valid, reason } = vector;
  const verified = verifySignature(bodyOf(vector), header, secret, { now });
  expect({ valid: verified.valid, reason: verified.valid ? undefined : verified.reason }).toEqual({ valid, reason });
  if (vector.body !== undefined) expect(verifySignature(vector.body, header, secret, { now })).toEqual(verified);
  if (vector.name.startsWith('event: ')) expect(verified.valid && isKnownEvent(verified.event)).toBe(true);
});

describe('the signatures of the valid vectors, with the verifier of the gate', () => {
  test.for(vectors.filter(({ valid }) => valid))('SIG-1 $name', (vector) => {
    const { t, v1 } = parseSignature(vector.header);
    expect(t).toHaveLength(1);
    const arrival = { raw: bodyOf(vector) } as Parameters<typeof isSigned>[0];
    expect(isSigned(arrival, vector.secret, t[0] ?? '', v1)).toBe(true);
    expect(isSigned(arrival, `${vector.secret}x`, t[0] ?? '', v1)).toBe(false);
  });
});

test('SIG-1 the stripe package agrees, except where its rules differ', () => {
  const { webhooks } = new Stripe('sk_test_unused');
  const differs = vectors.filter((vector) => {
    const { header, secret, now, valid } = vector;
    try {
      webhooks.constructEvent(bodyOf(vector), header, secret, 300, undefined, now * 1_000);
      return !valid;
    } catch {
      return valid;
    }
  });
  expect(differs.map(({ name }) => name).toSorted()).toEqual(Object.values(STRIPE_DIFFERS).flat().toSorted());
});
