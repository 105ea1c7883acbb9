import { createHmac } from 'node:crypto';
import { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { sign } from './sign.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"id":"evt_1","name":"Ångström 🌾"}';
const T = 1_790_000_000;

describe('the signature', () => {
  // Made with: printf '%s' '1790000000.{}' | openssl dgst -sha256 -hmac whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
  test('SIG-1 SIG-11 equals one by OpenSSL: t first, then one v1 in lower-case hex', () => {
    expect(sign(SECRET, '{}', T)).toBe('t=1790000000,v1=8d08d6f67d0a646284119014fa77713eee4acc17d1414d25a3bab21bceedf3f4');
  });

  test('SIG-1 is accepted by an independent verifier of the same scheme', () => {
    const accept = (header: string, body: string): unknown =>
      Stripe.webhooks.constructEvent(body, header, SECRET, Number.MAX_SAFE_INTEGER);
    expect(accept(sign(SECRET, BODY, T), BODY)).toMatchObject({ id: 'evt_1' });
    expect(() => accept(sign(SECRET, BODY, T), `${BODY} `)).toThrow('No signatures found matching');
    expect(() => accept(sign(`${SECRET}x`, BODY, T), BODY)).toThrow('No signatures found matching');
  });

  test('SIG-9 can have the legacy segment and unknown segments, in any order', () => {
    const legacy = createHmac('sha256', SECRET).update(Buffer.from(BODY)).digest('hex');
    const v1 = createHmac('sha256', SECRET)
      .update(Buffer.from(`${T}.${BODY}`))
      .digest('hex');
    expect(sign(SECRET, BODY, T, ['v0=zz', 'sha256', 'v1', 't', 'toString'])).toBe(
      `v0=zz,sha256=${legacy},v1=${v1},t=${T},toString`,
    );
  });
});
