/** Estimates when a delivery was sent, from the time it was read and its signature. */
import type { Arrival } from './arrival.ts';
import { parseSignature } from './signature.ts';

/** The longest transit time. An older `t` belongs to another attempt or clock (SIG-8). */
const TRANSIT_MS_MAX = 5_000;

/** The `t` of the signature in seconds; undefined if there is none. */
export function signedAtSeconds({ headers }: Pick<Arrival, 'headers'>): number | undefined {
  const t = parseSignature(headers['svc-signature'] ?? '').t[0];
  return t !== undefined && /^\d+$/.test(t) ? Number(t) : undefined;
}

/** The earliest time it can have been sent, in ms since 1970. Tolerates a clock difference of a few seconds. */
export function sentAtMs(arrival: Pick<Arrival, 'at_ms' | 'stalled_ms' | 'headers'>): number {
  const came_ms = arrival.at_ms - arrival.stalled_ms;
  const t = signedAtSeconds(arrival);
  // `t` is rounded down to a second.
  const signed_ms = t === undefined ? came_ms : (t + 1) * 1_000;
  return signed_ms < came_ms - TRANSIT_MS_MAX ? came_ms : Math.min(came_ms, signed_ms);
}

/** How long the sender waited for the response, in seconds; undefined without a response. */
export function waitedSeconds(arrival: Arrival): number | undefined {
  const { answered_at_ms } = arrival;
  return answered_at_ms === undefined ? undefined : (answered_at_ms - sentAtMs(arrival)) / 1_000;
}
