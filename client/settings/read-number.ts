import { ConfigError } from './config-error.ts';

/** The range of a number, inclusive. */
export interface NumberBounds {
  readonly min: number;
  readonly max: number;
  /** What the number counts, for the error message: `seconds`. */
  readonly unit?: string;
  /** Whether up to three decimals are allowed. */
  readonly allows_decimals?: boolean;
}

const WHOLE = /^\d{1,12}$/;
const FRACTION = /^\d{1,12}(?:\.\d{1,3})?$/;

/**
 * Parses the number that a flag was given. Only decimal digits are allowed: no sign, exponent, white space, or other base.
 * @param flag for the error message: `--timeout`
 * @throws ConfigError with the flag and its range
 */
export function readNumber(flag: string, text: string, { min, max, unit, allows_decimals = false }: NumberBounds): number {
  const value = (allows_decimals ? FRACTION : WHOLE).test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  const of_unit = unit === undefined ? '' : ` of ${unit}`;
  throw new ConfigError(
    flag,
    `'${text}' is invalid; use a ${allows_decimals ? '' : 'whole '}number${of_unit} from ${min} to ${max}`,
  );
}
