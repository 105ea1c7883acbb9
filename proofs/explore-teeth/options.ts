/** What `npm run teeth:explore` can be told. */
import { parseArgs } from 'node:util';

/** It was called wrongly. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Options {
  /** Violations and variants by name or by how they begin; all where there are none. */
  names: readonly string[];
  seeds: number;
  /** Scenarios a seed. */
  runs: number;
  /** Scenarios a control, over all its seeds. */
  control_runs: number;
  /** Whether the table is the one that is kept in docs/. */
  is_full: boolean;
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
  return { names: positionals, ...size, seeds, is_full };
}

function parse(args: readonly string[]): { values: { seeds?: string; quick?: boolean }; positionals: string[] } {
  try {
    const options = { seeds: { type: 'string' }, quick: { type: 'boolean' } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function readSeeds(text: string): number {
  const seeds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (seeds < 1 || seeds > SEEDS_MAX) throw new UsageError(`--seeds takes a whole number from 1 to ${SEEDS_MAX}, not '${text}'`);
  return seeds;
}

/** Whether a name is one of those that were asked for. */
export function isMeant({ names }: Pick<Options, 'names'>, name: string): boolean {
  return names.length === 0 || names.some((part) => name === part || name.startsWith(`${part}/`) || name.startsWith(`${part}-`));
}
