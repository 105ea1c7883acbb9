import { writeFileSync } from 'node:fs';
import { matches, runTool } from '../tool.ts';
import { runJobs } from '../worker-pool.ts';
import type { Job, Outcome } from './job.ts';
import { isSelected, readOptions, type Options } from './options.ts';
import { CONTROLS, ROWS } from './rows.ts';
import { isEnough, summarize } from './summary.ts';
import { describeMiss, describeShare, writeTable } from './write-table.ts';

const USAGE = `Usage: npm run mutation:explorer -- [options] [NAME ...]

Tests that the explorer finds violations that take three steps or more, and finds nothing on legal variants.
A complete run without names writes docs/explorer-mutations.md.

  NAME         an area, clause, violation, or variant; 'clean' is the mock as it is
  --seeds N    explore each violation from N seeds (20)
  --quick      explore from 2 seeds, with small controls

Exit codes: 0 enough is found, and no false positive; 1 otherwise; 2 wrong usage.

Examples:
  npm run mutation:explorer -- --quick
  npm run mutation:explorer -- PRIV-12 --seeds 3`;

/** A control is split over several seeds, so that processes can share it. */
const CONTROL_SEEDS = 4;
/** Jobs that one process runs at the same time: an exploration waits about as long as it computes. */
const JOBS_AT_ONCE = 3;

async function run(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options.wants_help) {
    console.log(USAGE);
    return 0;
  }
  const all = [...ROWS.map(({ violation }) => violation), ...CONTROLS];
  const unknown = options.names.filter((argument) => !all.some((name) => matches(argument, name)));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: the explorer has no violation or control of this name`);
  const rows = ROWS.filter(({ violation }) => isSelected(options, violation));
  const controls = CONTROLS.filter((name) => isSelected(options, name));
  const jobs = [...listControls(controls, options), ...listViolations(rows, options)];
  const outcomes: Outcome[] = [];
  const onOutcome = (outcome: Outcome): void => {
    outcomes.push(outcome);
    const { job, verdict } = outcome;
    if (job.kind === 'control' && verdict !== 'nothing') console.log(`FALSE POSITIVE ${describeMiss(outcome)}`);
    if (job.kind === 'violation' && verdict !== 'found') console.log(`MISSED ${describeMiss(outcome)}`);
  };
  await runJobs({ worker: new URL('worker.ts', import.meta.url), jobs, jobs_at_once: JOBS_AT_ONCE, onOutcome });

  const of = (name: string): readonly Outcome[] => outcomes.filter(({ job }) => job.name === name);
  const summaries = rows.map(({ violation }) => summarize(violation, of(violation)));
  for (const { name, found, of: tried, median_runs = '-', median_calls = '-' } of summaries) {
    console.log(`${name.padEnd(58)} ${found} of ${tried}, median runs ${median_runs}, median calls ${median_calls}`);
  }
  if (options.is_full) {
    const results = { summaries, controls: new Map(controls.map((name) => [name, of(name)])) };
    writeFileSync('docs/explorer-mutations.md', writeTable(results, rows, options));
  }
  const false_positives = outcomes.filter(({ job, verdict }) => job.kind === 'control' && verdict !== 'nothing').length;
  if (summaries.length > 0) console.log(describeShare(summaries));
  console.log(`${false_positives} false positives on ${controls.length} controls`);
  return (summaries.length === 0 || isEnough(summaries)) && false_positives === 0 ? 0 : 1;
}

function listViolations(rows: typeof ROWS, { seeds, runs }: Options): readonly Job[] {
  return rows.flatMap(({ violation }) =>
    Array.from({ length: seeds }, (_, i): Job => ({ kind: 'violation', name: violation, seed: i + 1, runs })),
  );
}

function listControls(names: readonly string[], { control_runs }: Options): readonly Job[] {
  const runs = Math.ceil(control_runs / CONTROL_SEEDS);
  return names.flatMap((name) =>
    Array.from({ length: CONTROL_SEEDS }, (_, i): Job => ({ kind: 'control', name, seed: 1_000 + i, runs })),
  );
}

await runTool('mutation:explorer', run);
