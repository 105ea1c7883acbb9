/** Calendar date, then a time of day and a zone that may each be left out; with or without the separators (ISO 8601, 5.2 and 5.4). */
const FORM =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)?)?$/i;

const MINUTE_MS = 60_000;
/** JavaScript takes two digits for a year of the twentieth century. */
const FIRST_YEAR = 100;
const CALENDAR_END_MS = Date.UTC(10_000, 0, 1);

/**
 * FMT-6: an instant in any of the forms of ISO 8601 that calendars use. Without a time it is the start of the day, without a zone UTC;
 * 24:00 is the end of the day. Not understood: week dates, ordinal dates, leap seconds, years before 0100 or, once it is UTC, after 9999.
 * @returns ms since the epoch, or undefined where it is no such text or no such day or time
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
  // A 31st of April would have become the 1st of May.
  const is_day = y >= FIRST_YEAR && read.getUTCMonth() === mo - 1 && read.getUTCDate() === d;
  const is_end_of_day = h === 24 && mi === 0 && s === 0 && Number(fraction) === 0;
  const is_time = is_end_of_day || (h < 24 && mi < 60 && s < 60);
  if (!is_day || !is_time || Number(zone_hour) > 23 || Number(zone_minute) > 59) return undefined;

  const ms = day_ms + ((h * 60 + mi) * 60 + s) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
  const offset_ms = (Number(zone_hour) * 60 + Number(zone_minute)) * MINUTE_MS;
  const instant = sign === '-' ? ms + offset_ms : ms - offset_ms;
  return instant < CALENDAR_END_MS ? instant : undefined;
}
