/** When a delivery may have been sent, told from what it was read at: between the two lie the way and this machine. */
import type { Arrival } from './arrival.ts';
import { parseSignature } from './signature.ts';

/** Longer than this no delivery is under way: a `t` from before then is another attempt's, or another clock's (SIG-8). */
const WAY_MS_MAX = 5_000;

/** The `t` of the signature in seconds; undefined where there is none. */
export function signedAtSeconds({ headers }: Pick<Arrival, 'headers'>): number | undefined {
  const t = parseSignature(headers['svc-signature'] ?? '').t[0];
  return t !== undefined && /^\d+$/.test(t) ? Number(t) : undefined;
}

/** The earliest instant at which it may have been sent, in ms since 1970, taking clocks that differ by less than a few seconds for one. */
export function sentAtMs(arrival: Pick<Arrival, 'at_ms' | 'stalled_ms' | 'headers'>): number {
  const came_ms = arrival.at_ms - arrival.stalled_ms;
  const t = signedAtSeconds(arrival);
  // Signed at some time in the second that begins there.
  const signed_ms = t === undefined ? came_ms : (t + 1) * 1_000;
  return signed_ms < came_ms - WAY_MS_MAX ? came_ms : Math.min(came_ms, signed_ms);
}

/** For how long its sender may have been kept waiting for the answer, in seconds; undefined where there was none. */
export function waitedSeconds(arrival: Arrival): number | undefined {
  const { answered_at_ms } = arrival;
  return answered_at_ms === undefined ? undefined : (answered_at_ms - sentAtMs(arrival)) / 1_000;
}
