/** A calendar date with optional time and zone, with or without separators (ISO 8601, 5.2 and 5.4). */
const FORM =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)?)?$/i;

const MINUTE_MS = 60_000;
/** JavaScript reads years below 100 as years of the twentieth century. */
const FIRST_YEAR = 100;
const CALENDAR_END_MS = Date.UTC(10_000, 0, 1);

/**
 * FMT-6: parses an ISO 8601 instant with a calendar date. The time defaults to the start of the day, the zone to UTC. 24:00 is the end of the day.
 * Does not support week dates, ordinal dates, leap seconds, years before 0100, or instants after 9999 in UTC.
 * @returns ms since the epoch, or undefined if the text is not a valid instant
 */
export function parseInstant(text: string): number | undefined {
  const [
    ,
    year,
    month,
    day,
    hour = '0',
    minute = '0',
    second = '0',
    fraction = '',
    sign = '+',
    zone_hour = '0',
    zone_minute = '0',
  ] = FORM.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;

  const fields = [year, month, day, hour, minute, second].map(Number) as [number, number, number, number, number, number]; // six in, six out
  const [y, mo, d, h, mi, s] = fields;
  const day_ms = Date.UTC(y, mo - 1, d);
  const read = new Date(day_ms);
  // Date.UTC turns April 31 into May 1.
  const is_day = y >= FIRST_YEAR && read.getUTCMonth() === mo - 1 && read.getUTCDate() === d;
  const is_end_of_day = h === 24 && mi === 0 && s === 0 && Number(fraction) === 0;
  const is_time = is_end_of_day || (h < 24 && mi < 60 && s < 60);
  if (!is_day || !is_time || Number(zone_hour) > 23 || Number(zone_minute) > 59) return undefined;

  const ms = day_ms + ((h * 60 + mi) * 60 + s) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
  const offset_ms = (Number(zone_hour) * 60 + Number(zone_minute)) * MINUTE_MS;
  const instant = sign === '-' ? ms + offset_ms : ms - offset_ms;
  return instant < CALENDAR_END_MS ? instant : undefined;
}
