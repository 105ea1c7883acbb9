import { parseSignature } from '#client';
import { signPayload } from '../webhooks/sign-payload.ts';
import type { Verified } from '../webhooks/verify-signature.ts';

const NAME = 'svc-signature';

/** Why a delivery may be refused whose signature is right all the same. */
const RIGHTLY_SIGNED: readonly string[] = ['not_json', 'not_an_event'];

/**
 * The headers of a delivery with a signature by another secret: of the same `t` and the same body (SIG-1), in the place and under the name of the old one.
 * Only what was rightly signed is signed anew: a forgery stays one.
 * @param raw_headers names and values in turn
 * @param secret the whole `whsec_…` that the receiver behind verifies with
 */
export function signAnew(raw_headers: readonly string[], raw: Buffer, verdict: Verified, secret: string): readonly string[] {
  if (!verdict.valid && !RIGHTLY_SIGNED.includes(verdict.reason)) return raw_headers;
  return raw_headers.map((text, i) => {
    if (i % 2 === 0 || raw_headers[i - 1]?.toLowerCase() !== NAME) return text;
    const [time = ''] = parseSignature(text).t;
    return signPayload(raw, secret, { timestamp: Number(time) });
  });
}
