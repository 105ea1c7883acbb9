import { createHmac } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isKnownEvent, REASONS, signPayload, verifySignature, type Verified } from './index.ts';

const SECRET = 'whsec_test';
const NOW = 1_800_000_000;
const EVENT = {
  id: 'evt_1',
  type: 'bid.accepted',
  event: 'bid.accepted',
  livemode: false,
  created_at: '2027-01-15T08:00:00.000Z',
  data: { bid_id: 'bid_1', reference: 'BID-1', inventory_id: 'inv_1', status: 'accepted', type: 'single_grade' },
};
const BODY = JSON.stringify(EVENT);
const HEADER = header(BODY);

/** Signed by Node's own HMAC, which shares nothing with what is tested. */
function header(body: string, t: number = NOW, secret: string = SECRET): string {
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

function evaluate(raw_body: unknown, signature: unknown = HEADER, secret: unknown = SECRET): Verified {
  return verifySignature(raw_body as string, signature as string, secret as string, { now: NOW });
}

test('SIG-1 a valid delivery returns the event and the time of its signature', () => {
  expect(evaluate(BODY)).toEqual({ valid: true, event: EVENT, timestamp: NOW });
});

test('SIG-3 without options, the time is that of the machine', () => {
  const now = Math.floor(Date.now() / 1_000);
  expect(verifySignature(BODY, header(BODY, now), SECRET)).toMatchObject({ valid: true });
  expect(verifySignature(BODY, header(BODY, now - 400), SECRET)).toMatchObject({ reason: 'too_old' });
  expect(verifySignature(BODY, header(BODY, now + 400), SECRET)).toMatchObject({ reason: 'too_new' });
});

test('SIG-3 the tolerance applies in both directions, its bound included', () => {
  const at = (t: number): Verified => verifySignature(BODY, header(BODY, t), SECRET, { now: NOW + 0.9, tolerance_seconds: 10 });
  expect([-11, -10, 10, 11].map((seconds) => at(NOW + seconds).valid)).toEqual([false, true, true, false]);
});

describe('SIG-5 a body is bytes', () => {
  const bytes = new TextEncoder().encode(BODY);
  const padded = new Uint8Array(bytes.length + 8);
  padded.set(bytes, 4);

  test.for<[string, unknown]>([
    ['a string', BODY],
    ['a Uint8Array', bytes],
    ['a part of a larger buffer', padded.subarray(4, 4 + bytes.length)],
    ['a Buffer', Buffer.from(BODY)],
    ['an ArrayBuffer', bytes.buffer],
    ['a Uint8Array of another realm', runInNewContext('Uint8Array.from(bytes)', { bytes: [...bytes] })],
    ['an ArrayBuffer of another realm', runInNewContext('Uint8Array.from(bytes).buffer', { bytes: [...bytes] })],
  ])('%s', ([, raw_body]) => {
    expect(evaluate(raw_body)).toMatchObject({ valid: true });
  });

  test.for<[string, unknown]>([
    ['an object that was parsed', EVENT],
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['an array of numbers', [...bytes]],
  ])('%s is invalid, and reported as a mistake of the receiver', ([, raw_body]) => {
    expect(evaluate(raw_body)).toEqual({ valid: false, reason: 'body_not_raw', message: REASONS.body_not_raw });
  });
});

describe('SIG-10 a header can have any form that frameworks produce', () => {
  test.for<[string, unknown, string]>([
    ['undefined', undefined, 'no_header'],
    ['null', null, 'no_header'],
    ['no field', [], 'no_header'],
    ['a number', 7, 'no_header'],
    ['two fields, each genuine', [HEADER, HEADER], 'duplicate_timestamp'],
  ])('%s', ([, signature, reason]) => {
    expect(verifySignature(BODY, signature as string, SECRET, { now: NOW })).toMatchObject({ valid: false, reason });
  });

  test('one field, or two fields with the segments of one', () => {
    expect(evaluate(BODY, [HEADER])).toMatchObject({ valid: true });
    expect(evaluate(BODY, HEADER.split(','))).toMatchObject({ valid: true });
  });

  const parts = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom('t=', 'v1=', ',', `t=${NOW}`, 'v1=00'));

  test.each([
    ['writes into it', fc.array(parts).map((written) => evaluate(BODY, written.join('')))],
    ['posts under a genuine one', fc.uint8Array().map((bytes) => evaluate(bytes))],
  ] as const)('if a sender %s, the result is invalid, without an exception', (_, verdicts) => {
    fc.assert(
      fc.property(verdicts, (verdict) => {
        expect(verdict.valid).toBe(false);
      }),
    );
  });
});

test('while a secret is replaced, both are accepted', () => {
  expect(evaluate(BODY, HEADER, ['whsec_new', SECRET])).toMatchObject({ valid: true });
  expect(evaluate(BODY, HEADER, [SECRET, 'whsec_new'])).toMatchObject({ valid: true });
  expect(evaluate(BODY, HEADER, ['whsec_new', 'whsec_newer'])).toMatchObject({ reason: 'signature_mismatch' });
});

test.for<[unknown]>([[undefined], [''], [[]], [['whsec_a', '']], [null], [7]])(
  'a secret that is %j throws, so that the receiver returns 500 and the event is retried',
  ([secret]) => {
    expect(() => verifySignature(BODY, HEADER, secret as string)).toThrow(TypeError);
    expect(() => signPayload(BODY, secret as string)).toThrow(TypeError);
  },
);

test.for([{ now: NOW * 1_000 }, { now: Number.NaN }, { now: -1 }, { tolerance_seconds: Number.NaN }, { tolerance_seconds: -1 }])(
  'options of %j throw',
  (options) => {
    expect(() => verifySignature(BODY, HEADER, SECRET, { now: NOW, ...options })).toThrow(TypeError);
  },
);

test.for([
  [' whsec_test', 'The secret begins or ends with white space.'],
  ['test', 'The secret does not begin with whsec_, which is part of the key.'],
] as const)('SIG-1 a mismatch with the secret "%s" names the problem of the secret', ([secret, hint]) => {
  expect(evaluate(BODY, HEADER, secret)).toMatchObject({ message: `${REASONS.signature_mismatch} ${hint}` });
});

test('SIG-6 VER-2 an unknown type is valid, and marked as unknown', () => {
  const body = JSON.stringify({ ...EVENT, type: 'grain.teleported' });
  const verified = evaluate(body, header(body));
  expect(verified).toMatchObject({ valid: true, event: { type: 'grain.teleported' } });
  expect(verified.valid && isKnownEvent(verified.event)).toBe(false);
  expect(isKnownEvent({ ...EVENT, type: 'toString' })).toBe(false);

  const known = evaluate(BODY);
  // The types follow: `bid_id` is there only after both narrowings.
  expect(known.valid && isKnownEvent(known.event) && known.event.type === 'bid.accepted' && known.event.data.bid_id).toBe(
    'bid_1',
  );
});

describe('signPayload', () => {
  test('SIG-1 signs text and bytes like node:crypto', () => {
    expect(signPayload(BODY, SECRET, { timestamp: NOW })).toBe(HEADER);
    expect(signPayload(Buffer.from(BODY), SECRET, { timestamp: NOW })).toBe(HEADER);
    expect(verifySignature(BODY, signPayload(BODY, SECRET), SECRET)).toMatchObject({ valid: true });
  });

  test('rejects a body that cannot be sent', () => {
    expect(() => signPayload(EVENT as unknown as string, SECRET)).toThrow(TypeError);
    expect(() => signPayload(BODY, SECRET, { timestamp: 1.5 })).toThrow(TypeError);
  });
});
