/** Calendar date, then a time of day and a zone that may each be left out; with or without the separators (ISO 8601, 5.2 and 5.4). */
const FORM =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)?)?$/i;

const MINUTE_MS = 60_000;

/**
 * FMT-6: an instant in any of the forms of ISO 8601 that calendars use. Without a time it is the start of the day, without a zone UTC.
 * Not understood: week dates, day-of-year dates, years beyond four digits, leap seconds.
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
  const ms = Date.UTC(y, mo - 1, d, h, mi, s, Number(fraction.padEnd(3, '0').slice(0, 3)));
  const read = new Date(ms);
  // A 31st of April would have become the 1st of May, and 24:00 the next day.
  const is_as_written =
    y >= 100 &&
    read.getUTCMonth() === mo - 1 &&
    read.getUTCDate() === d &&
    read.getUTCHours() === h &&
    read.getUTCMinutes() === mi &&
    s < 60;
  if (!is_as_written || Number(zone_hour) > 23 || Number(zone_minute) > 59) return undefined;
  const offset_ms = (Number(zone_hour) * 60 + Number(zone_minute)) * MINUTE_MS;
  const instant = sign === '-' ? ms + offset_ms : ms - offset_ms;
  return instant >= 0 && instant < Date.UTC(9999, 11, 31) ? instant : undefined;
}
