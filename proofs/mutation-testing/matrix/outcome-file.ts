/** The rows of the matrix so far, in a file that grows with each row. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './row.ts';

export const FOLDER = '.gristmill/full-matrix';
const PATH = join(FOLDER, 'outcomes.jsonl');

type Line = { commit: string } | { row: Row };

/** Reads the file of an earlier run, or begins one. @throws Error if it was begun with other code */
export function openRows(): readonly Row[] {
  mkdirSync(FOLDER, { recursive: true });
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  if (!existsSync(PATH)) writeFileSync(PATH, `${JSON.stringify({ commit } satisfies Line)}\n`);
  const texts = readFileSync(PATH, 'utf8').split('\n');
  // The last line is cut off if the process was killed while it wrote.
  const lines = texts.slice(0, -1).flatMap((text) => readLine(text) ?? []);
  if (!lines.some((line) => 'commit' in line && line.commit === commit))
    throw new Error(`${PATH} is of another commit; delete ${FOLDER} to start over`);
  return lines.flatMap((line) => ('row' in line ? line.row : []));
}

export function addRow(row: Row): void {
  appendFileSync(PATH, `${JSON.stringify({ row } satisfies Line)}\n`);
}

function readLine(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line; // as it was written here
  } catch {
    return undefined;
  }
}
