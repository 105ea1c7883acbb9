import { createHmac } from 'node:crypto';

/** How deliveries are signed. Receivers must accept all of these forms (SIG-2, SIG-10). */
export interface SignatureOptions {
  /** Default: the machine's clock, because receivers compare `t` with their own clock (SIG-9). */
  clock: 'machine' | 'world';
  /** The segments in order: `t`, `v1`, the legacy `sha256`, and any other text, which is sent as it is. */
  segments: readonly string[];
}

/** SIG-1, SIG-11 */
export const PLAIN_SIGNATURE: SignatureOptions = { clock: 'machine', segments: ['t', 'v1'] };

/**
 * The value of `SVC-Signature`.
 * @param secret the whole secret, including `whsec_`
 * @param body the raw body
 * @param t unix seconds
 */
export function sign(secret: string, body: string, t: number, segments: readonly string[] = PLAIN_SIGNATURE.segments): string {
  const makers = new Map([
    ['t', (): string => `t=${t}`],
    // SIG-1, SIG-11: HMAC of `<t>.<raw_body>`, in lower-case hex.
    ['v1', (): string => `v1=${hmac(secret, `${t}.${body}`)}`],
    // SIG-2: HMAC of the body alone.
    ['sha256', (): string => `sha256=${hmac(secret, body)}`],
  ]);
  return segments.map((segment) => makers.get(segment)?.() ?? segment).join(',');
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}
