import { explainSignature, isObject, parseSignature, type Arrival } from '#client';
import { isKnownEvent } from '../webhooks/events.ts';
import { verifySignature, type Verified } from '../webhooks/verify-signature.ts';

/** The default secret of `gristmill listen` and `gristmill trigger`. It is public, so use it on this machine only. */
export const DEVELOPMENT_SECRET = 'whsec_gristmill_development';

/** The result of checking one delivery. */
export interface VerifiedDelivery {
  readonly verdict: Verified;
  /** From the body, whether it is valid or not. */
  readonly id: string | undefined;
  readonly type: string | undefined;
  readonly livemode: boolean | undefined;
  /** The likely cause of a failure, if known. */
  readonly explanation: string | undefined;
  /** What is odd about a valid delivery. */
  readonly notes: readonly string[];
}

/**
 * Verifies a delivery as a receiver does (SIG-1 to SIG-4, SIG-10), and finds the likely mistake of its sender. Does not check the fields of `data`.
 * @param secret the whole `whsec_…`
 */
export function verifyDelivery(arrival: Arrival, secret: string): VerifiedDelivery {
  const now_seconds = Math.floor(arrival.at_ms / 1_000);
  const header = arrival.headers['svc-signature'];
  const verdict = verifySignature(arrival.raw, header, secret, { now: now_seconds });
  const { id, type, livemode } = isObject(arrival.json) ? arrival.json : {};
  return {
    verdict,
    id: typeof id === 'string' ? id : undefined,
    type: typeof type === 'string' ? type : undefined,
    livemode: typeof livemode === 'boolean' ? livemode : undefined,
    explanation: verdict.valid ? undefined : explain(arrival, { secret, now_seconds, reason: verdict.reason }),
    notes: verdict.valid ? listOddities(arrival, verdict) : [],
  };
}

type Refused = Extract<Verified, { valid: false }>;

/** `t` in seconds has ten digits until the year 2286. */
const MILLISECONDS = /^\d{13}$/;

function explain(
  arrival: Arrival,
  { secret, now_seconds, reason }: { secret: string; now_seconds: number; reason: Refused['reason'] },
): string | undefined {
  const header = arrival.headers['svc-signature'] ?? '';
  const { t, v1 } = parseSignature(header);
  const [time = ''] = t;
  if (reason === 'too_new' && MILLISECONDS.test(time)) return 'Its `t` is in milliseconds; it must be in seconds (SIG-1).';
  if (reason === 'too_old') return `Its \`t\` is ${now_seconds - Number(time)} s old; 300 s are allowed (SIG-3).`;
  if (reason === 'too_new') return `Its \`t\` is ${Number(time) - now_seconds} s ahead; 300 s are allowed (SIG-3).`;
  if (reason !== 'signature_mismatch') return undefined;
  const mistake = explainSignature(arrival, secret, time, v1);
  if (mistake !== undefined) return `The secret is right, but ${mistake} (SIG-1).`;
  if (secret === DEVELOPMENT_SECRET)
    return 'It was verified with the development secret, which is the default. Give the secret of the subscription with --secret or --secret-env.';
  if (verifySignature(arrival.raw, header, DEVELOPMENT_SECRET, { now: now_seconds }).valid)
    return `It is signed with the development secret ${DEVELOPMENT_SECRET}. Give its sender the secret that this command verifies with.`;
  return undefined;
}

/** Lists how a delivery with a valid signature still differs from the API document. */
function listOddities({ headers, json }: Arrival, { event }: Extract<Verified, { valid: true }>): readonly string[] {
  const named = headers['svc-event'];
  const alias = isObject(json) ? json['event'] : undefined;
  return [
    ...(named === undefined ? ['There is no SVC-Event header (EVT-2).'] : []),
    ...(named !== undefined && named !== event.type ? [`SVC-Event says ${named}, the body ${event.type} (EVT-2).`] : []),
    ...(alias === event.type
      ? []
      : [`\`event\` is ${alias === undefined ? 'missing' : JSON.stringify(alias)}; it must equal \`type\` (EVT-1).`]),
    ...(isKnownEvent(event) ? [] : ['The API document does not list this event type: return 2xx, and ignore it (SIG-6).']),
  ];
}
