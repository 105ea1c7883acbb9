import { createHmac } from 'node:crypto';

/** How deliveries are signed. Receivers must cope with all of it (SIG-2, SIG-10). */
export interface SignatureOptions {
  /** SIG-9: receivers compare with the machine's clock, so that is what signs; `world` signs with the world's own instead. */
  clock: 'machine' | 'world';
  /** The segments in the order in which they are sent: `t`, `v1`, the legacy `sha256`, and anything else, which is sent as it stands. */
  segments: readonly string[];
}

/** SIG-1, SIG-11 */
export const PLAIN_SIGNATURE: SignatureOptions = { clock: 'machine', segments: ['t', 'v1'] };

/**
 * The value of `SVC-Signature`.
 * @param secret the whole secret string, `whsec_` included
 * @param body the raw body, as it goes over the wire in UTF-8
 * @param t unix seconds
 */
export function sign(secret: string, body: string, t: number, segments: readonly string[] = PLAIN_SIGNATURE.segments): string {
  const values: Readonly<Record<string, () => string>> = {
    t: () => `t=${t}`,
    // SIG-1, SIG-11: over `<t>.<raw_body>`, in lower-case hex.
    v1: () => `v1=${hmac(secret, `${t}.${body}`)}`,
    // SIG-2: over the body alone, as before there was a timestamp.
    sha256: () => `sha256=${hmac(secret, body)}`,
  };
  return segments.map((segment) => values[segment]?.() ?? segment).join(',');
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}
