import { toMs, wallClockSeconds } from '../../../ports/clock.ts';

/** Longer than any clock tolerance. */
const LONG_AGO_SECONDS = 86_400;

/**
 * Converts an expiry from the world's clock to the machine's clock, which oidc-provider compares `exp` with (AUTH-8).
 * @param expires_at a time of the world's clock. Null for never
 */
export function shiftedExpiry(expires_at: string | null, now_ms: number): number | undefined {
  if (expires_at === null) return undefined;
  const remaining_ms = toMs(expires_at) - now_ms;
  if (remaining_ms <= 0) return wallClockSeconds() - LONG_AGO_SECONDS;
  // One second more, because the machine's clock may tick before the comparison.
  return wallClockSeconds() + Math.ceil(remaining_ms / 1000) + 1;
}
