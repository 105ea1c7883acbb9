/** How long a world may be idle, as it is written: in flags, options and bodies. */

const SECONDS_OF = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
const DURATION = /^(\d{1,9})([smhd])$/;
const NEVER = 'none';

/** Shorter ones would take a world away between two steps of a test. */
const SECONDS_MIN = 60;
const SECONDS_MAX = 365 * 86_400;

/** What a time to live may be, for messages. */
export const TTL_FORM = `give a time such as 30m, 24h or 7d, from 1m to 365d, or ${NEVER}`;

/** Seconds; null for a world that never expires, undefined where the text is no time to live. */
export function readTtl(text: string): number | null | undefined {
  if (text === NEVER) return null;
  const [, count, unit] = DURATION.exec(text) ?? [];
  if (count === undefined || unit === undefined) return undefined;
  // The expression has matched one of them.
  const seconds = Number(count) * SECONDS_OF[unit as keyof typeof SECONDS_OF];
  return seconds >= SECONDS_MIN && seconds <= SECONDS_MAX ? seconds : undefined;
}

/** In the largest unit of which there are at least two, rounded down: `36h`, `45s`. */
export function formatDuration(seconds: number): string {
  const unit = (['d', 'h', 'm'] as const).find((name) => seconds >= 2 * SECONDS_OF[name]) ?? 's';
  return `${Math.floor(seconds / SECONDS_OF[unit])}${unit}`;
}
