/** What `npm run exhaust` can be told. */
import { parseArgs } from 'node:util';
import { OPENINGS } from './openings.ts';
import { SOUND_DEPTH_MAX } from './canonical.ts';

const DEPTH = 5;
/** An opening has commands of its own before those that are counted. */
const DEPTH_MAX = SOUND_DEPTH_MAX - Math.max(...OPENINGS.map(({ commands, fewer }) => Math.max(0, commands.length - fewer)));

/** It was called wrongly. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Options {
  depth: number;
  /** Whether it is a fault not to get so deep. */
  is_depth_due: boolean;
  seconds: number;
  violation: string | undefined;
}

/** @throws UsageError */
export function readOptions(args: readonly string[]): Options {
  const values = parse(args);
  const seconds = readNumber('seconds', values.seconds, Number.MAX_SAFE_INTEGER);
  const depth = readNumber('depth', values.depth, DEPTH_MAX);
  const is_depth_due = depth !== undefined || seconds === undefined;
  return {
    depth: depth ?? (seconds === undefined ? DEPTH : DEPTH_MAX),
    is_depth_due,
    seconds: seconds ?? Number.POSITIVE_INFINITY,
    violation: values.violate,
  };
}

function parse(args: readonly string[]): { depth?: string; seconds?: string; violate?: string } {
  try {
    const options = { depth: { type: 'string' }, seconds: { type: 'string' }, violate: { type: 'string' } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function readNumber(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max)
    throw new UsageError(`--${name} takes a whole number from 1${max > 1e9 ? '' : ` to ${max}`}, not '${text}'`);
  return value;
}
