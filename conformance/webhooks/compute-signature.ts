import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

/**
 * SIG-1: computes the HMAC-SHA256 of `<t>.<raw body>`, keyed with the bytes of the whole secret, including `whsec_`.
 * @param t as it is in the header
 * @returns 32 bytes
 */
export function computeSignature(raw: Uint8Array, secret: string, t: string): Uint8Array {
  const text = new TextEncoder();
  return hmac
    .create(sha256, text.encode(secret))
    .update(text.encode(`${t}.`))
    .update(raw)
    .digest();
}
