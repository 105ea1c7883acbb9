import { isObject } from '#client';
import { isCalendarDate, isInstant } from './instants.ts';

/** Smaller differences are rounding. */
const PRECISION = 0.01;
const MS_PER_SECOND = 1_000;

/**
 * Whether two views of one value agree. Ignores members that only one of them has, null, and values of different types, which other checks cover. The
 * same holds for instants in forms that JavaScript does not parse (FMT-6).
 */
export function agrees(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, i) => agrees(item, other[i]));
  if (isObject(one) && isObject(other))
    return Object.entries(one).every(([key, value]) => !(key in other) || agrees(value, other[key]));
  if (one === other || typeof one !== typeof other || typeof one === 'object') return true;
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) < PRECISION;
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  // JavaScript also parses strings that are not dates: it takes "Field 1" and "Lot 1" for the same day.
  return [one, other].every(isTime) && !(Math.abs(Date.parse(one) - Date.parse(other)) >= MS_PER_SECOND);
}

function isTime(text: string): boolean {
  return isInstant(text) || isCalendarDate(text);
}
