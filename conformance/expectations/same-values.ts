import { isObject } from '#client';

/** Less than this is a matter of rounding. */
const PRECISION = 0.01;

/**
 * Whether two views of one value agree. Members that only one of them has, null, and values of different types say nothing: other checks judge those. One
 * instant can be written in several ways (FMT-6).
 */
export function agrees(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, i) => agrees(item, other[i]));
  if (isObject(one) && isObject(other))
    return Object.entries(one).every(([key, value]) => !(key in other) || agrees(value, other[key]));
  if (one === other || typeof one !== typeof other || typeof one === 'object') return true;
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) < PRECISION;
  return typeof one === 'string' && typeof other === 'string' && Math.abs(Date.parse(one) - Date.parse(other)) < 1_000;
}
