import { parseArgs } from 'node:util';

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Options {
  /** Areas, clauses, violations, or variants. An empty list selects all. */
  names: readonly string[];
  seeds: number;
  /** Scenarios per seed. */
  runs: number;
  /** Scenarios per control, over all its seeds. */
  control_runs: number;
  /** Whether the run is complete, so that it writes docs/explorer-mutations.md. */
  is_full: boolean;
  wants_help: boolean;
}

const FULL = { seeds: 20, runs: 50, control_runs: 200 };
const QUICK = { seeds: 2, runs: 50, control_runs: 10 };
const SEEDS_MAX = 1_000;

/** @throws UsageError */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args);
  const size = values.quick === true ? QUICK : FULL;
  const seeds = values.seeds === undefined ? size.seeds : readSeeds(values.seeds);
  const is_full = values.quick !== true && seeds === FULL.seeds && positionals.length === 0;
  return { names: positionals, ...size, seeds, is_full, wants_help: values.help === true };
}

function parse(args: readonly string[]): {
  values: { seeds?: string; quick?: boolean; help?: boolean };
  positionals: string[];
} {
  try {
    const options = { seeds: { type: 'string' }, quick: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function readSeeds(text: string): number {
  const seeds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (seeds < 1 || seeds > SEEDS_MAX) throw new UsageError(`--seeds: '${text}' is not a whole number from 1 to ${SEEDS_MAX}`);
  return seeds;
}

/** Whether an argument selects a violation or variant: by its name, its clause, or its area. */
export function matches(argument: string, name: string): boolean {
  return name === argument || name.startsWith(`${argument}/`) || (/^[A-Z]+$/.test(argument) && name.startsWith(`${argument}-`));
}

export function isSelected({ names }: Pick<Options, 'names'>, name: string): boolean {
  return names.length === 0 || names.some((argument) => matches(argument, name));
}
