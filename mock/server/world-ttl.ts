/** Reads and writes the time to live of worlds, such as `24h`. */

const SECONDS_OF = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
const DURATION = /^(\d{1,9})([smhd])$/;
const NEVER = 'none';

/** A shorter time could delete a world between two steps of a test. */
const SECONDS_MIN = 60;
const SECONDS_MAX = 365 * 86_400;

/** The valid forms, for error messages. */
export const TTL_FORM = `use a time from 1m to 365d, such as 30m, 24h, or 7d, or ${NEVER}`;

/** Returns seconds, or null for `none`. Undefined if the text is not valid. */
export function readTtl(text: string): number | null | undefined {
  if (text === NEVER) return null;
  const [, count, unit] = DURATION.exec(text) ?? [];
  if (count === undefined || unit === undefined) return undefined;
  // DURATION matches only these units.
  const seconds = Number(count) * SECONDS_OF[unit as keyof typeof SECONDS_OF];
  return seconds >= SECONDS_MIN && seconds <= SECONDS_MAX ? seconds : undefined;
}

/** Formats with the largest unit that gives at least 2, rounded down: `36h`, `45s`. */
export function formatDuration(seconds: number): string {
  const unit = (['d', 'h', 'm'] as const).find((name) => seconds >= 2 * SECONDS_OF[name]) ?? 's';
  return `${Math.floor(seconds / SECONDS_OF[unit])}${unit}`;
}
