import type { StringValue } from 'ms';
import ms from 'ms';

/** An amount of time: seconds, or text such as `90s`, `12 hours`, or `7d`. */
export type Duration = number | StringValue;

/** @returns seconds; undefined if the text is not a duration of 0 or more */
export function readDuration(duration: string | number): number | undefined {
  if (typeof duration === 'number') return duration;
  if (!/\d\s*[a-z]+\s*$/i.test(duration) || duration.length > 100) return undefined;
  // Cast: `ms` also takes text with unknown units, for which it returns undefined. Its types allow only known units.
  const milliseconds = ms(duration as StringValue) as number | undefined;
  return milliseconds === undefined || !Number.isFinite(milliseconds) || milliseconds < 0 ? undefined : milliseconds / 1000;
}
