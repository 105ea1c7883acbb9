import { parseArgs } from 'node:util';
import { matches, readNumber } from '../tool.ts';

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

/** @throws Error for wrong usage */
export function readOptions(args: readonly string[]): Options {
  const options = { seeds: { type: 'string' }, quick: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const size = values.quick === true ? QUICK : FULL;
  const seeds = values.seeds === undefined ? size.seeds : readNumber('seeds', values.seeds, SEEDS_MAX);
  const is_full = values.quick !== true && seeds === FULL.seeds && positionals.length === 0;
  return { names: positionals, ...size, seeds, is_full, wants_help: values.help === true };
}

export function isSelected({ names }: Pick<Options, 'names'>, name: string): boolean {
  return names.length === 0 || names.some((argument) => matches(argument, name));
}
