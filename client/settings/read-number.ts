import { ConfigError } from './config-error.ts';

/** What the number of a flag may be, both ends included. */
export interface NumberBounds {
  readonly min: number;
  readonly max: number;
  /** Three digits behind the point are taken then. */
  readonly is_fraction?: boolean;
}

const WHOLE = /^\d{1,12}$/;
const FRACTION = /^\d{1,12}(?:\.\d{1,3})?$/;

/**
 * The number that a flag gives, in decimal digits and nothing else: no sign, no exponent, no white space, no other base. Every flag that takes a number
 * is read here.
 * @param flag as it is written: `--timeout`
 * @throws ConfigError that names the flag, and says what it takes
 */
export function readNumber(flag: string, text: string, { min, max, is_fraction = false }: NumberBounds): number {
  const value = (is_fraction ? FRACTION : WHOLE).test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new ConfigError(flag, `'${text}' will not do; give a ${is_fraction ? '' : 'whole '}number from ${min} to ${max}`);
}
