import { toMs, wallClockSeconds } from '../../../ports/clock.ts';

/** Further back than any tolerance for clocks that differ. */
const LONG_AGO_SECONDS = 86_400;

/**
 * oidc-provider compares `exp` with the machine's clock, and only the world's clock may decide (AUTH-8): a record that is handed to it expires
 * as far ahead of the machine's clock as it does on the world's.
 * @param expires_at an instant of the world's clock; null for never
 */
export function shiftedExpiry(expires_at: string | null, now_ms: number): number | undefined {
  if (expires_at === null) return undefined;
  const remaining_ms = toMs(expires_at) - now_ms;
  if (remaining_ms <= 0) return wallClockSeconds() - LONG_AGO_SECONDS;
  // One second more: the machine's clock may tick before the comparison is made.
  return wallClockSeconds() + Math.ceil(remaining_ms / 1000) + 1;
}
