/** What is known of the matrix, in a file that grows with each outcome. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Probe } from './probe.ts';
import type { Row } from './row.ts';

export const FOLDER = '.gristmill/full-matrix';
const PATH = join(FOLDER, 'outcomes.jsonl');

type Line = { commit: string } | { probe: Probe } | { row: Row };

export interface Outcomes {
  readonly commit: string;
  readonly probes: readonly Probe[];
  readonly rows: readonly Row[];
}

/** Reads the file of an earlier run, or begins one. @throws Error if it was begun with other code */
export function openOutcomes(): Outcomes {
  mkdirSync(FOLDER, { recursive: true });
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  if (!existsSync(PATH)) writeFileSync(PATH, `${JSON.stringify({ commit } satisfies Line)}\n`);
  const outcomes = readOutcomes();
  if (outcomes.commit !== commit) throw new Error(`${PATH} is of commit ${outcomes.commit}; delete ${FOLDER} to start over`);
  return outcomes;
}

export function addOutcome(line: { probe: Probe } | { row: Row }): void {
  appendFileSync(PATH, `${JSON.stringify(line)}\n`);
}

/** @throws Error if there is no such file */
export function readOutcomes(): Outcomes {
  const texts = readFileSync(PATH, 'utf8').split('\n');
  // `addOutcome` wrote every line. The last one is cut off if the process was killed in the meantime.
  const lines = texts.slice(0, -1).flatMap((text) => readLine(text) ?? []);
  const head = lines.find((line) => 'commit' in line);
  if (head === undefined) throw new Error(`${PATH} does not begin with a commit; delete it`);
  return {
    ...head,
    probes: lines.flatMap((line) => ('probe' in line ? line.probe : [])),
    rows: lines.flatMap((line) => ('row' in line ? line.row : [])),
  };
}

function readLine(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line; // as `addOutcome` wrote it
  } catch {
    return undefined;
  }
}
