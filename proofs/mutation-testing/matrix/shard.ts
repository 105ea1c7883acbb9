/** What is known of one slice of the matrix, in a file that grows with each outcome. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Slice } from './deviations.ts';
import type { Probe } from './probe.ts';
import type { Row } from './row.ts';

export const FOLDER = '.gristmill/full-matrix';

type Line = { commit: string; slice: Slice } | { probe: Probe } | { row: Row };

export interface Shard {
  readonly commit: string;
  readonly slice: Slice;
  readonly probes: readonly Probe[];
  readonly rows: readonly Row[];
}

/** @throws Error if the slice was begun with other code */
export function openShard(slice: Slice): Shard & { add: (line: { probe: Probe } | { row: Row }) => void } {
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, `slice-${slice.index}-of-${slice.of}.jsonl`);
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  if (!existsSync(path)) writeFileSync(path, `${JSON.stringify({ commit, slice } satisfies Line)}\n`);
  const shard = readShard(path);
  if (shard.commit !== commit) throw new Error(`${path} is of commit ${shard.commit}; delete ${FOLDER} to begin anew`);
  return {
    ...shard,
    add: (line) => {
      appendFileSync(path, `${JSON.stringify(line)}\n`);
    },
  };
}

/** The shards in the folder. */
export function readShards(): readonly Shard[] {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl')) : [];
  return names.map((name) => readShard(join(FOLDER, name)));
}

/** All shards of one matrix. @throws Error if the folder has others */
export function readWholeMatrix(): readonly Shard[] {
  const shards = readShards();
  const [first] = shards;
  const of = first?.slice.of ?? 1;
  if (shards.length !== of || shards.some(({ commit, slice }) => commit !== first?.commit || slice.of !== of))
    throw new Error(
      `${FOLDER} must have every slice of one matrix at one commit, and no other; run mutation:full -- --slice for each`,
    );
  return shards;
}

function readShard(path: string): Shard {
  const texts = readFileSync(path, 'utf8').split('\n');
  // `add` wrote every line. The last one is cut off if the process was killed meanwhile.
  const lines = texts.slice(0, -1).flatMap((text) => readLine(text) ?? []);
  const head = lines.find((line) => 'commit' in line);
  if (head === undefined) throw new Error(`${path} is not a slice of a matrix; delete it`);
  return {
    ...head,
    probes: lines.flatMap((line) => ('probe' in line ? line.probe : [])),
    rows: lines.flatMap((line) => ('row' in line ? line.row : [])),
  };
}

function readLine(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line; // as `add` wrote it
  } catch {
    return undefined;
  }
}
