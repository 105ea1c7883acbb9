import { createHmac } from 'node:crypto';
import { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { compose, type Delivery, type Shape } from './compose.ts';
import { DELIVERED_TYPES, makeEnvelope } from './envelope.ts';

const SECRET = 'whsec_compose_test';
const NOW = 1_800_000_000;

function make(shape: Shape = {}): Delivery {
  return compose(shape, { secret: SECRET, url: 'http://127.0.0.1:9/hooks?a=1', now_seconds: NOW });
}

/** SIG-1, spelled out. */
function sign(t: number | string, body: Buffer, key: string = SECRET): string {
  return createHmac('sha256', key).update(`${t}.`).update(body).digest('hex');
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

  test('SIG-8 the same event is signed anew each time, and another event has another id', () => {
    const { envelope, headers } = make();
    const again = make({ envelope, offset_seconds: 60 });
    expect(again.body).toEqual(make({ envelope }).body);
    expect(again.headers['SVC-Signature']).not.toBe(headers['SVC-Signature']);
    expect(make().envelope.id).not.toBe(envelope.id);
    expect(make().envelope.data).not.toEqual(envelope.data);
  });
});

describe('each part of a header', () => {
  const { envelope } = make();
  const body = Buffer.from(JSON.stringify(envelope));
  const v1 = sign(NOW + 5, body);
  const last = Number.parseInt(v1.slice(-1), 16);

  test.each([
    ['{t}', String(NOW + 5)],
    ['{now}', String(NOW)],
    ['{v1}', v1],
    ['{V1}', v1.toUpperCase()],
    ['{half}', v1.slice(0, 32)],
    ['{digit}', v1.slice(0, 1)],
    ['{most}', v1.slice(0, 62)],
    ['{sha256}', createHmac('sha256', SECRET).update(body).digest('hex')],
    ['{nothing}', '{nothing}'],
    ['v1={v1}, t={t};{t}', `v1=${v1}, t=${NOW + 5};${NOW + 5}`],
    ['', ''],
  ])('%j', (header, expected) => {
    expect(make({ envelope, offset_seconds: 5, header }).headers['SVC-Signature']).toBe(expected);
    expect(make({ envelope, offset_seconds: 5, headers: { 'X-Other': header } }).headers['X-Other']).toBe(expected);
  });

  test('{flipped} differs only in its last digit', () => {
    const flipped = make({ envelope, offset_seconds: 5, header: '{flipped}' }).headers['SVC-Signature'] ?? '';
    expect(flipped.slice(0, -1)).toBe(v1.slice(0, -1));
    expect(flipped).toMatch(/^[0-9a-f]{64}$/);
    expect(Number.parseInt(flipped.slice(-1), 16)).not.toBe(last);
  });

  test('{other} is the signature of an unknown secret', () => {
    const other = make({ envelope, header: '{other}' }).headers['SVC-Signature'] ?? '';
    expect(other).toMatch(/^[0-9a-f]{64}$/);
    for (const key of ['', SECRET, 'compose_test']) expect([sign(NOW, body, key)]).not.toContain(other);
  });
});

describe('variations of a delivery', () => {
  test('without any header', () => {
    const { headers, script } = make({ header: null });
    expect(Object.keys(headers)).toEqual(['content-type', 'user-agent', 'SVC-Event', 'content-length']);
    expect(script).not.toContain('SVC-Signature');
  });

  test('with a body that differs from the signed one', () => {
    const { body, headers, envelope } = make({ tamper: (signed) => Buffer.concat([signed, Buffer.from('!')]) });
    expect(body.toString()).toBe(`${JSON.stringify(envelope)}!`);
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers['SVC-Signature']).toBe(`t=${NOW},v1=${sign(NOW, body.subarray(0, -1))}`);
  });

  test('with another key, text, hash, or notation of t', () => {
    const { envelope, body } = make();
    const signatureOf = (shape: Shape): string => make({ envelope, ...shape }).headers['SVC-Signature'] ?? '';
    expect(signatureOf({ key: 'k' })).toBe(`t=${NOW},v1=${sign(NOW, body, 'k')}`);
    expect(signatureOf({ sign: (_t, raw) => raw })).toBe(
      `t=${NOW},v1=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
    );
    expect(signatureOf({ mac: () => 'abc' })).toBe(`t=${NOW},v1=abc`);
    expect(signatureOf({ writeTime: () => 'now' })).toBe(`t=now,v1=${sign('now', body)}`);
  });

  test('of its bytes, its header names, its header fields, and its length', () => {
    const { body, headers, cuts } = make({
      write: () => Buffer.from([0, 255]),
      writeName: (name) => name.toLowerCase(),
      cuts: () => [1],
      is_chunked: true,
    });
    expect([...body]).toEqual([0, 255]);
    expect(cuts).toEqual([1]);
    expect(Object.keys(headers)).toEqual(['content-type', 'user-agent', 'svc-event', 'svc-signature']);
  });

  test('with an unknown event type, in the sandbox, and at another time', () => {
    const { envelope } = make({ type: 'a.b', livemode: false, created_at: '2020-01-01T00:00:00Z', data: {} });
    expect(envelope).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{16}$/),
      type: 'a.b',
      event: 'a.b',
      livemode: false,
      created_at: '2020-01-01T00:00:00Z',
      data: {},
    });
    expect(makeEnvelope('a.b').data).not.toEqual({});
  });

  test.each<[what: string, shape: Shape]>([
    ['bytes that are no text', { write: () => Buffer.from([0xff]) }],
    ['a NUL', { write: () => '\0' }],
    ['a long body', { write: () => 'x'.repeat(4_001) }],
    ['a key of bytes', { key: Buffer.from('k') }],
    ['another text under the signature', { sign: (_t, raw) => raw }],
    ['pieces', { cuts: () => [1] }],
  ])('%s cannot be written as a shell command, and is not', (_what, shape) => {
    expect(make(shape).script).toBeUndefined();
  });

  test('the shell command names the secret by a variable', () => {
    const { script = '' } = make();
    expect(script).toContain('"$WEBHOOK_SECRET"');
    expect(script).not.toContain(SECRET);
  });
});
