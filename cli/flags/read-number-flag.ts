import type { NumberBounds } from '#client';
import { readNumber } from '#client';
import { asUsageError } from './as-usage-error.ts';

/** Where can be listened; 0 has a free one picked. */
export const PORTS: NumberBounds = { min: 0, max: 65_535 };

/** The number that a flag gives. @throws UsageError that names the flag, and says what it takes */
export function readNumberFlag(flag: string, text: string, bounds: NumberBounds): number {
  return asUsageError(() => readNumber(flag, text, bounds));
}
