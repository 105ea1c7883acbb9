import { describe, expect, test } from 'vitest';
import { makeArrival } from '../testing/arrival.ts';
import { explainSignature, parseSignature } from './signature.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
// Made with: printf '%s' '1790000000.{}' | openssl dgst -sha256 -hmac whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
const V1 = '8d08d6f67d0a646284119014fa77713eee4acc17d1414d25a3bab21bceedf3f4';

describe('the signature of a delivery', () => {
  test('SIG-2 is read by key, in any order', () => {
    expect(parseSignature(`sha256=aa, v1=${V1} ,t=5,v0`)).toEqual({ t: ['5'], v1: [V1], sha256: ['aa'], others: ['v0'] });
  });

  test('a common mistake is named', () => {
    // Signed as serialized, without white space, but sent with it.
    const spaced = makeArrival('{ }');
    expect(explainSignature(spaced, SECRET, '1790000000', [V1])).toContain('a different serialization');
    expect(explainSignature(spaced, SECRET, '1790000000', ['00'])).toBeUndefined();
  });
});
