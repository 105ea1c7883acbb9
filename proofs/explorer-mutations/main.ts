import { writeFileSync } from 'node:fs';
import { matches, readNumber, runTool } from '../tool.ts';
import { runJobs } from '../worker-pool.ts';
import { SIZE, type Job, type Outcome } from './job.ts';
import { CONTROLS, ROWS } from './rows.ts';
import { isEnough, summarize } from './summary.ts';
import { describeMiss, describeShare, writeTable } from './write-table.ts';

const USAGE = `Usage: npm run mutation:explorer -- [options] [NAME ...]

Tests that the explorer finds violations that take three steps or more, and finds nothing on legal variants.
A complete run without names writes docs/explorer-mutations.md.

  NAME         an area, clause, violation, or variant; 'clean' is the unchanged mock
  --seeds N    explore each violation from N seeds (2), and play N times 10 scenarios of each control

Exit codes: 0 at least 95 % of the explorations of violations find theirs, and every control is clean; 1 otherwise; 2 wrong usage.

Examples:
  npm run mutation:explorer -- --seeds 20
  npm run mutation:explorer -- PRIV-12`;

/** A control is split over several seeds, so that processes can share it. */
const CONTROL_SEEDS = 4;
/** Jobs that one process runs at the same time: an exploration waits about as long as it computes. */
const JOBS_AT_ONCE = 3;
const SEEDS_MAX = 1_000;

async function run(names: readonly string[], seeds: number): Promise<number> {
  const all = [...ROWS.map(({ violation }) => violation), ...CONTROLS];
  const unknown = names.filter((argument) => !all.some((name) => matches(argument, name)));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: the explorer has no violation or control of this name`);
  const isSelected = (name: string): boolean => names.length === 0 || names.some((argument) => matches(argument, name));
  const rows = ROWS.filter(({ violation }) => isSelected(violation));
  const controls = CONTROLS.filter(isSelected);
  const jobs = [...listControls(controls, seeds), ...listViolations(rows, seeds)];
  const outcomes: Outcome[] = [];
  const onOutcome = (outcome: Outcome): void => {
    outcomes.push(outcome);
    const problem = problemOf(outcome);
    if (problem !== undefined) console.log(`${problem.toUpperCase()} ${describeMiss(outcome)}`);
  };
  await runJobs({ worker: new URL('worker.ts', import.meta.url), jobs, jobs_at_once: JOBS_AT_ONCE, onOutcome });

  const outcomesOf = (name: string): readonly Outcome[] => outcomes.filter(({ job }) => job.name === name);
  const summaries = rows.map(({ violation }) => summarize(violation, outcomesOf(violation)));
  for (const { name, found, of: tried, median_runs = '-', median_calls = '-' } of summaries) {
    console.log(`${name.padEnd(58)} ${found} of ${tried}, median runs ${median_runs}, median calls ${median_calls}`);
  }
  if (seeds === SIZE.seeds && names.length === 0) {
    const results = { summaries, controls: new Map(controls.map((name) => [name, outcomesOf(name)])) };
    writeFileSync('docs/explorer-mutations.md', writeTable(results, rows));
  }
  const failed_controls = outcomes.filter(({ job }) => job.kind === 'control').map(problemOf);
  const count = (problem: Problem): number => failed_controls.filter((one) => one === problem).length;
  if (summaries.length > 0) console.log(describeShare(summaries));
  console.log(
    `${count('false positive')} false positives and ${count('inconclusive')} inconclusive on ${controls.length} controls`,
  );
  const are_controls_clean = failed_controls.every((problem) => problem === undefined);
  return (summaries.length === 0 || isEnough(summaries)) && are_controls_clean ? 0 : 1;
}

type Problem = 'false positive' | 'inconclusive' | 'missed';

/** What is wrong with an outcome; undefined if it is as it should be. */
function problemOf({ job, verdict }: Outcome): Problem | undefined {
  if (job.kind === 'violation') return verdict === 'found' ? undefined : 'missed';
  if (verdict === 'nothing') return undefined;
  return verdict === 'inconclusive' ? 'inconclusive' : 'false positive';
}

function listViolations(rows: typeof ROWS, seeds: number): readonly Job[] {
  return rows.flatMap(({ violation }) =>
    Array.from({ length: seeds }, (_, i): Job => ({ kind: 'violation', name: violation, seed: i + 1, runs: SIZE.runs })),
  );
}

function listControls(names: readonly string[], seeds: number): readonly Job[] {
  const runs = Math.ceil((SIZE.control_runs * seeds) / SIZE.seeds / CONTROL_SEEDS);
  return names.flatMap((name) =>
    Array.from({ length: CONTROL_SEEDS }, (_, i): Job => ({ kind: 'control', name, seed: 1_000 + i, runs })),
  );
}

const CONFIG = { options: { seeds: { type: 'string', default: String(SIZE.seeds) } }, allowPositionals: true } as const;
await runTool('mutation:explorer', USAGE, CONFIG, async ({ values, positionals }) =>
  run(positionals, readNumber('seeds', values.seeds, SEEDS_MAX)),
);
