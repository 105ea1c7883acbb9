import { parseSignature } from '#client';
import { signPayload } from '../webhooks/sign-payload.ts';
import type { Verified } from '../webhooks/verify-signature.ts';

const SIGNATURE_HEADER = 'svc-signature';

/** Reasons to reject a delivery although its signature is right. */
const REASONS_BESIDE_SIGNATURE: readonly string[] = ['not_json', 'not_an_event'];

/**
 * Signs a delivery again with another secret: the same `t` and body (SIG-1), in the same header.
 * Signs only what was signed correctly: a forgery stays a forgery.
 * @param raw_headers names and values, alternating
 * @param secret the whole `whsec_…` of the other receiver
 */
export function signAgain(raw_headers: readonly string[], raw: Buffer, verdict: Verified, secret: string): readonly string[] {
  if (!verdict.valid && !REASONS_BESIDE_SIGNATURE.includes(verdict.reason)) return raw_headers;
  return raw_headers.map((text, i) => {
    if (i % 2 === 0 || raw_headers[i - 1]?.toLowerCase() !== SIGNATURE_HEADER) return text;
    const [time = ''] = parseSignature(text).t;
    return signPayload(raw, secret, { timestamp: Number(time) });
  });
}
