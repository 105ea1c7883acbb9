import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dateFromToday } from '#client';
import { runTool } from '../../tool.ts';
import { runMatrix } from './full.ts';
import { FOLDER, openRows } from './outcome-file.ts';
import { readMatrix, writeMatrixPage } from './summary.ts';

const USAGE = `Usage: npm run mutation:full

Runs every violation of the mock against all checks of its area, and every legal variant against all checks,
and writes docs/mutation-matrix.md. The results are in .gristmill/full-matrix, so that a run that was stopped
continues.

Exit codes: 0 done, and nothing survived or was a false positive; 1 otherwise; 2 wrong usage.`;

async function runAll(): Promise<boolean> {
  const failures = await runMatrix(console.log);
  for (const failure of failures) console.error(`FAILED ${failure}`);
  if (failures.length > 0) console.error('Run the same command again: it repeats only what failed.');
  return failures.length === 0;
}

function writeResults(): boolean {
  const matrix = readMatrix(openRows());
  writeFileSync(join(FOLDER, 'matrix.json'), JSON.stringify(matrix, undefined, 1));
  writeFileSync('docs/mutation-matrix.md', writeMatrixPage(matrix, dateFromToday(0)));
  const survivors = matrix.violations.filter(({ own }) => own.length === 0);
  for (const { name, others } of survivors) console.log(`SURVIVED ${name}: ${others.length} checks of other clauses fail`);
  for (const { name, false_positives } of matrix.variants)
    for (const text of false_positives) console.log(`FALSE POSITIVE on ${name}: ${text}`);
  return survivors.length === 0 && matrix.variants.every(({ false_positives }) => false_positives.length === 0);
}

await runTool('mutation:full', USAGE, {}, async () => ((await runAll()) && writeResults() ? 0 : 1));
