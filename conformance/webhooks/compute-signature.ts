import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** SIG-1: HMAC-SHA256 over `<t>.<raw body>`, keyed with the bytes of the whole secret, including `whsec_`. `t` is used as it is in the header. */
export function computeSignature(raw: Uint8Array, secret: string, t: string): Uint8Array {
  const text = new TextEncoder();
  return hmac
    .create(sha256, text.encode(secret))
    .update(text.encode(`${t}.`))
    .update(raw)
    .digest();
}
