/**
 * `npm run teeth:explore`: violations that take three steps or more must be found by the explorer, from nearly every seed, and legal variants must show
 * nothing. `npm run teeth:explore -- NAME…` looks at these alone.
 *
 * `--seeds N`: from so many seeds (20). `--quick`: from few, and with small controls. But for the whole at full size docs/teeth-explore.md stays as it is.
 * Exit code 0: enough is found, each violation by some seed, and there is no false alarm. 1: otherwise. 2: it was called wrongly.
 */
import { writeFileSync } from 'node:fs';
import { loadCatalogue } from '#mock/mutations/deviations';
import { exploreAll } from './crew.ts';
import type { Job, Outcome } from './job.ts';
import type { Options } from './options.ts';
import { UsageError, isMeant, readOptions } from './options.ts';
import { CONTROLS, ROWS } from './rows.ts';
import { isSharp, sumUp } from './sum-up.ts';
import { tellMiss, tellShare, writeTable } from './write-table.ts';

/** A control is spread over several seeds, so that processes can share it. */
const CONTROL_SEEDS = 4;

async function run(options: Options): Promise<number> {
  const rows = ROWS.filter(({ violation }) => isMeant(options, violation));
  const controls = CONTROLS.filter((name) => isMeant(options, name));
  if (rows.length + controls.length === 0) throw new UsageError(`${options.names.join(', ')} names no violation and no variant`);
  const outcomes: Outcome[] = [];
  await exploreAll([...listControls(controls, options), ...listTeeth(rows, options)], (outcome) => {
    outcomes.push(outcome);
    const { job, verdict } = outcome;
    if (job.kind === 'control' && verdict !== 'nothing') console.log(`FALSE ALARM ${tellMiss(outcome)}`);
    if (job.kind === 'tooth' && verdict !== 'found') console.log(`MISSED ${tellMiss(outcome)}`);
  });

  const of = (name: string): readonly Outcome[] => outcomes.filter(({ job }) => job.name === name);
  const sums = rows.map(({ violation }) => sumUp(violation, of(violation)));
  for (const { name, found, of: all, median_runs = '-', median_calls = '-' } of sums) {
    console.log(`${name.padEnd(58)} ${found} of ${all}, median runs ${median_runs}, median calls ${median_calls}`);
  }
  const alarms = outcomes.filter(({ job, verdict }) => job.kind === 'control' && verdict !== 'nothing');
  if (options.is_full) {
    const { violations } = await loadCatalogue();
    const titles = new Map(violations.map(({ name, title }): [string, string] => [name, title]));
    const results = { sums, controls: new Map(controls.map((name) => [name, of(name)])) };
    writeFileSync('docs/teeth-explore.md', writeTable(results, rows, titles, options));
  }
  if (sums.length > 0) console.log(tellShare(sums));
  console.log(`${alarms.length} false alarms on ${controls.length} controls`);
  return (sums.length === 0 || isSharp(sums)) && alarms.length === 0 ? 0 : 1;
}

function listTeeth(rows: typeof ROWS, { seeds, runs }: Options): readonly Job[] {
  return rows.flatMap(({ violation }) =>
    Array.from({ length: seeds }, (_, i): Job => ({ kind: 'tooth', name: violation, seed: i + 1, runs })),
  );
}

function listControls(names: readonly string[], { control_runs }: Options): readonly Job[] {
  const runs = Math.ceil(control_runs / CONTROL_SEEDS);
  return names.flatMap((name) =>
    Array.from({ length: CONTROL_SEEDS }, (_, i): Job => ({ kind: 'control', name, seed: 1_000 + i, runs })),
  );
}

try {
  process.exitCode = await run(readOptions(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`teeth:explore: ${error.message}`);
  process.exitCode = 2;
}
