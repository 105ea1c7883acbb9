import { toMs, wallClockSeconds } from '../clock.ts';

/**
 * oidc-provider compares `exp` with the machine's clock, and only the world's clock may decide (AUTH-8): a record that is handed to it expires
 * as far ahead of the machine's clock, or behind it, as it does on the world's.
 * @param expires_at an instant of the world's clock; null for never
 */
export function shiftedExpiry(expires_at: string | null, now_ms: number): number | undefined {
  if (expires_at === null) return undefined;
  const remaining_ms = toMs(expires_at) - now_ms;
  // One more second for what is still good: the machine's clock may tick before the comparison is made.
  return wallClockSeconds() + (remaining_ms > 0 ? Math.ceil(remaining_ms / 1000) + 1 : Math.floor(remaining_ms / 1000));
}
