import { nowMs } from '#client/clock';
import { toBytes, type RawBody } from './bytes.ts';
import { computeSignature } from './compute-signature.ts';
import { readEvent, type WebhookEvent } from './events.ts';
import { parseHeader } from './parse-header.ts';
import { REASONS, type Reason } from './reasons.ts';
import { listSecrets, type Secrets } from './secrets.ts';

/** SIG-3 */
const TOLERANCE_SECONDS = 300;

/** Hex in either case (SIG-1). */
const SHA256_HEX = /^[0-9a-f]{64}$/i;

export interface VerifyOptions {
  /** The current time in Unix seconds. Default: the machine's clock. */
  now?: number;
  /** How far `t` can be from `now`, in seconds, in both directions, inclusive. Default: 300. */
  tolerance_seconds?: number;
}

export type Verified =
  | {
      valid: true;
      event: WebhookEvent;
      /** The `t` of the header: when this attempt was signed, in Unix seconds. */
      timestamp: number;
    }
  | {
      valid: false;
      reason: Reason;
      /** What it means and what to do, for a log. It contains no part of the delivery or the secret. */
      message: string;
    };

/**
 * Verifies one delivery as the document requires (SIG-1 to SIG-5, SIG-10): parses the header by key, checks `t` in both directions, and compares each `v1`
 * with the HMAC-SHA256 of `<t>.<raw_body>` in constant time. Never throws for anything that a sender can choose.
 *
 * Does not check that the event is new (keep its `id`: SIG-7), that `SVC-Event` matches, the fields of `data`, or `livemode`.
 *
 * @param raw_body the bytes that arrived, before any parser; a string is encoded as UTF-8
 * @param header the value of `SVC-Signature`; several are one list
 * @param secret the whole `whsec_…` of the subscription, or several while you rotate them: one must match
 * @returns the parsed event; or a `reason` of `REASONS`: return 400
 * @throws TypeError if `secret`, `now`, or `tolerance_seconds` is invalid, which is a mistake of the receiver: return 500
 */
export function verifySignature(
  raw_body: RawBody,
  header: string | readonly string[] | null | undefined,
  secret: Secrets,
  { now = Math.floor(nowMs() / 1_000), tolerance_seconds = TOLERANCE_SECONDS }: VerifyOptions = {},
): Verified {
  const secrets = listSecrets(secret);
  checkOptions(now, tolerance_seconds);
  const parsed = parseHeader(header);
  if (typeof parsed === 'string') return refuse(parsed);
  const timestamp = Number(parsed.t);
  if (timestamp < Math.floor(now) - tolerance_seconds) return refuse('too_old');
  if (timestamp > Math.floor(now) + tolerance_seconds) return refuse('too_new');
  const raw = toBytes(raw_body);
  if (raw === undefined) return refuse('body_not_raw');
  if (!isSigned(raw, secrets, parsed.t, parsed.v1)) return refuse('signature_mismatch', hintAt(secrets));
  const event = readEvent(raw);
  if (typeof event === 'string') return refuse(event);

  return { valid: true, event, timestamp };
}

/** Milliseconds would reject everything as too old, and NaN would accept everything, so both throw. */
function checkOptions(now: number, tolerance_seconds: number): void {
  if (!Number.isFinite(now) || now < 0 || now > 1e11)
    throw new TypeError('now must be a time in Unix seconds, not in milliseconds.');
  if (!Number.isFinite(tolerance_seconds) || tolerance_seconds < 0) {
    throw new TypeError('tolerance_seconds must be a number of seconds, 0 or more.');
  }
}

/** SIG-4: compares every `v1` with the signature of every secret to the end, so that the time reveals nothing. */
function isSigned(raw: Uint8Array, secrets: readonly string[], t: string, v1: readonly string[]): boolean {
  let found = 0;
  for (const secret of secrets) {
    const expected = computeSignature(raw, secret, t);
    for (const given of v1) found |= Number(isSame(expected, given));
  }
  return found === 1;
}

function isSame(expected: Uint8Array, given: string): boolean {
  if (!SHA256_HEX.test(given)) return false;
  let difference = 0;
  for (const [index, byte] of expected.entries()) difference |= byte ^ Number.parseInt(given.slice(2 * index, 2 * index + 2), 16);
  return difference === 0;
}

/** What is odd about the secrets: the cause of most mismatches of genuine deliveries. */
function hintAt(secrets: readonly string[]): string {
  if (secrets.some((secret) => secret.trim() !== secret)) return ' The secret begins or ends with white space.';
  if (secrets.some((secret) => !secret.startsWith('whsec_')))
    return ' The secret does not begin with whsec_, which is part of the key.';
  return '';
}

function refuse(reason: Reason, hint = ''): Verified {
  return { valid: false, reason, message: `${REASONS[reason]}${hint}` };
}
