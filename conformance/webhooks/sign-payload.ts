import { nowMs } from '#client/clock';
import { toBytes, type RawBody } from './bytes.ts';
import { computeSignature } from './compute-signature.ts';
import { listSecrets } from './secrets.ts';

/**
 * The `SVC-Signature` header that the marketplace would send with this body (SIG-1), for the unit tests of a receiver. With another `timestamp` or
 * secret, it makes headers that a receiver must reject.
 *
 * @param raw_body the bytes that the test posts; a string is encoded as UTF-8
 * @param secret the whole `whsec_…`
 * @param options `timestamp` in Unix seconds. Default: now
 * @throws TypeError if the body is not raw, the secret is missing, or `timestamp` is not a whole number of seconds
 */
export function signPayload(
  raw_body: RawBody,
  secret: string,
  { timestamp = Math.floor(nowMs() / 1_000) }: { timestamp?: number } = {},
): string {
  const raw = toBytes(raw_body);
  if (raw === undefined)
    throw new TypeError('The body must be the bytes that are sent: a string, a Uint8Array, or an ArrayBuffer.');
  if (!Number.isSafeInteger(timestamp)) throw new TypeError('timestamp must be a whole number of Unix seconds.');

  const [key = ''] = listSecrets(secret);
  const bytes = computeSignature(raw, key, String(timestamp));
  return `t=${timestamp},v1=${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
