import { createHmac } from 'node:crypto';
import { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { compose, type Delivery, type Shape } from './compose.ts';
import { DELIVERED_TYPES } from './envelope.ts';

const SECRET = 'whsec_compose_test';
const NOW = 1_800_000_000;

function make(shape: Shape = {}): Delivery {
  return compose(shape, { secret: SECRET, url: 'http://127.0.0.1:9/hooks?a=1', now_seconds: NOW });
}

/** SIG-1, spelled out. */
function sign(t: number, body: Buffer): string {
  return createHmac('sha256', SECRET).update(`${t}.`).update(body).digest('hex');
}

describe('SIG-1 valid deliveries', () => {
  test.each(DELIVERED_TYPES)('%s are accepted by the stripe package, which verifies the same scheme', (type) => {
    const { body, headers } = make({ type });
    const event: unknown = Stripe.webhooks.constructEvent(
      body,
      headers['SVC-Signature'] ?? '',
      SECRET,
      300,
      undefined,
      NOW * 1_000,
    );
    expect(event).toMatchObject({ type, event: type, livemode: true, data: expect.any(Object) });
    expect(headers).toMatchObject({
      'SVC-Event': type,
      'content-type': 'application/json',
      'content-length': String(body.length),
    });
  });

  test('are accepted by an implementation of the document', () => {
    const { body, headers } = make({ offset_seconds: -17 });
    expect(headers['SVC-Signature']).toBe(`t=${NOW - 17},v1=${sign(NOW - 17, body)}`);
    expect(() =>
      Stripe.webhooks.constructEvent(body, headers['SVC-Signature'] ?? '', `${SECRET}x`, 300, undefined, NOW * 1_000),
    ).toThrow(/signature/);
  });

  test('SIG-8 the same event is signed again each time, and another event has another id', () => {
    const { envelope, headers } = make();
    const again = make({ envelope, offset_seconds: 60 });
    expect(again.body).toEqual(make({ envelope }).body);
    expect(again.headers['SVC-Signature']).not.toBe(headers['SVC-Signature']);
    expect(make().envelope.id).not.toBe(envelope.id);
    expect(make().envelope.data).not.toEqual(envelope.data);
  });
});

test.each<[what: string, shape: Shape]>([
  ['bytes that are not text', { write: () => Buffer.from([0xff]) }],
  ['a NUL', { write: () => '\0' }],
  ['a long body', { write: () => 'x'.repeat(4_001) }],
  ['a key of bytes', { key: Buffer.from('k') }],
  ['another text under the signature', { sign: (_t, raw) => raw }],
  ['pieces', { cuts: () => [1] }],
])('%s cannot be written as a shell command, and is not', (_what, shape) => {
  expect(make(shape).script).toBeUndefined();
});
