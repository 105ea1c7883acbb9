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
  /** The time to judge by, in Unix seconds. The machine's clock unless given. */
  now?: number;
  /** How far `t` may be from `now`, either way, in seconds: 300 unless given. Exactly that far passes. */
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
      /** What it means and what to do, for a log. It quotes nothing of the delivery and nothing of the secret. */
      message: string;
    };

/**
 * Verifies one delivery as the section Signature of the document asks (SIG-1 to SIG-5, SIG-10): the header by key, `t` within the tolerance on both
 * sides, one `v1` that is the HMAC-SHA256 of `<t>.<raw_body>`, compared without an early end. Never throws for anything that a sender can choose.
 *
 * Does not check: that the event is new (keep its `id`: SIG-7), that `SVC-Event` says the same, the fields of `data`, and `livemode`.
 *
 * @param raw_body the bytes that arrived, before any parser; a string is taken as UTF-8
 * @param header the value of `SVC-Signature`; several are one list
 * @param secret the whole `whsec_…` of the subscription; several while one replaces another: any may fit
 * @returns the parsed event; or a `reason` of `REASONS`, to be answered with 400
 * @throws TypeError where `secret`, `now` or `tolerance_seconds` is unusable: the receiver's own set-up, to be answered with 500
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

/** Milliseconds would refuse everything as too old, and NaN would pass everything: both are said at once. */
function checkOptions(now: number, tolerance_seconds: number): void {
  if (!Number.isFinite(now) || now < 0 || now > 1e11)
    throw new TypeError('now must be a time in Unix seconds, not in milliseconds.');
  if (!Number.isFinite(tolerance_seconds) || tolerance_seconds < 0) {
    throw new TypeError('tolerance_seconds must be a number of seconds, 0 or more.');
  }
}

/** SIG-4: every `v1` is compared with every secret's signature to the end, whichever fits, so that time tells nothing. */
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

/** What is odd about the secrets, if anything is: most mismatches of a genuine delivery come from there. */
function hintAt(secrets: readonly string[]): string {
  if (secrets.some((secret) => secret.trim() !== secret)) return ' The secret has white space at an end.';
  if (secrets.some((secret) => !secret.startsWith('whsec_')))
    return ' The secret does not begin with whsec_, which is part of the key.';
  return '';
}

function refuse(reason: Reason, hint = ''): Verified {
  return { valid: false, reason, message: `${REASONS[reason]}${hint}` };
}
