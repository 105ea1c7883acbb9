/** ISO 8601 in any of its forms, parsed independently of the mock. */

const DATES = [
  // 2026-06-01, 20260601
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  // 2026-152, 2026152
  /^(?<year>\d{4})-?(?<ordinal>\d{3})$/,
  // 2026-W23-1, 2026W231
  /^(?<year>\d{4})-W(?<week>\d{2})-(?<weekday>[1-7])$/,
  /^(?<year>\d{4})W(?<week>\d{2})(?<weekday>[1-7])$/,
];
const TIMES = [
  /^(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?:[.,]\d+)?(?<zone>Z|[+-]\d{2}(?::\d{2})?)?$/i,
  /^(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?(?:[.,]\d+)?(?<zone>Z|[+-]\d{2}(?:\d{2})?)?$/i,
];

/** Whether a string is a date and time in any form of ISO 8601, even one that JavaScript does not parse. */
export function isInstant(text: string): boolean {
  const [date = '', time = '', ...rest] = text.split(/T/i);
  return rest.length === 0 && isDateInAnyForm(date) && isTime(time);
}

/** Whether a string is a calendar date as `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isDateInAnyForm(text);
}

function isDateInAnyForm(text: string): boolean {
  const groups = DATES.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (groups === undefined) return false;
  const { year, month, day, ordinal, week } = groups;
  if (ordinal !== undefined) return Number(ordinal) >= 1 && Number(ordinal) <= 366;
  if (week !== undefined) return Number(week) >= 1 && Number(week) <= 53;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

function isTime(text: string): boolean {
  const groups = TIMES.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (groups === undefined) return false;
  const { hour, minute, second } = groups;
  return Number(hour) <= 24 && Number(minute) <= 59 && Number(second ?? 0) <= 60;
}
