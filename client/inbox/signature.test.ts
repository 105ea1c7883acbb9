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

  // Made with openssl, as V1 was, from other bytes or with another key, or with -binary and base64.
  test.each([
    ['the signature is in base64', 'jQjW9n0KZGKEEZAU+ndxPu5KzBfRQU0lo7qyG87t8/Q='],
    ['the HMAC is over the body alone', '6cbbcdf2c8016ca85b50543b19e8e121ef16137967bdfa3ce660972922bafaeb'],
    ['the key is the secret without its prefix', '1dd9779ec9767fc59b29db517c8250b095733bfd03e42f7c212f375b0bcad352'],
    ['the signed time is not the `t` in the header', 'c937ed6e8b22477d5260e5030d20d5f9b2d281d243b2151053f8e26a698065c4'],
  ])('%s', (cause, v1) => {
    expect(explainSignature(makeArrival('{}'), SECRET, '1790000000', [v1])).toContain(cause);
  });

  test('keys in another order, another character set, and missing zeros are named', () => {
    // Made with: printf '%s' '1790000000.{"a":1,"b":2}' | openssl dgst -sha256 -hmac …, and likewise for `?` and for a digest that begins with 0.
    const sorted = 'ab5d0599c7bc9f7795d57498525e3aec170fbef30fa7a885aaad7c9aeff54ed3';
    expect(explainSignature(makeArrival('{"b":2,"a":1}'), SECRET, '1790000000', [sorted])).toContain('keys in another order');
    const replaced = 'f590cdc7ff4c16ec4056aca7954d309a55d04da73713909fa3ff011b5c681f50';
    expect(explainSignature(makeArrival('{"a":"é"}'), SECRET, '1790000000', [replaced])).toContain('character set');
    const short = '2927c15ef8557f58d57973f17dd60c31609cec84d6797de55fbeff4b60e5931';
    expect(explainSignature(makeArrival('{}'), SECRET, '1790000035', [short])).toContain('leading zeros');
  });

  test('another serialization is named, and a mistake that nothing explains is not', () => {
    // Signed as serialized, without white space, but sent with it.
    const spaced = makeArrival('{ }');
    expect(explainSignature(spaced, SECRET, '1790000000', [V1])).toContain('a different serialization');
    expect(explainSignature(spaced, SECRET, '1790000000', ['00'])).toBeUndefined();
  });
});
