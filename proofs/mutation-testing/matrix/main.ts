import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dateFromToday } from '#client';
import { runTool } from '../../tool.ts';
import { audit, readAudit } from './audit.ts';
import { runMatrix } from './full.ts';
import { FOLDER, readOutcomes } from './outcome-file.ts';
import { readMatrix, writeMatrixPage } from './summary.ts';

const USAGE = `Usage: npm run mutation:full -- [options]

Runs every violation and legal variant of the mock against all checks, and writes docs/mutation-matrix.md.
Each check first runs in a clean world, which shows the violations and variants that it can notice; only
those pairs run. The results are in .gristmill/full-matrix, so that a run that was stopped continues.

  --audit N     run some of the other pairs, of N violations and variants, and compare with the clean mock

Exit codes: 0 done, and nothing survived or was a false positive; 1 otherwise; 2 wrong usage.

Examples:
  npm run mutation:full
  npm run mutation:full -- --audit 60`;

async function runAll(): Promise<boolean> {
  const failures = await runMatrix(console.log);
  for (const failure of failures) console.error(`FAILED ${failure}`);
  if (failures.length > 0) console.error('Run the same command again: it repeats only what failed.');
  return failures.length === 0;
}

function writeResults(): boolean {
  const matrix = readMatrix(readOutcomes());
  writeFileSync(join(FOLDER, 'matrix.json'), JSON.stringify(matrix, undefined, 1));
  writeFileSync('docs/mutation-matrix.md', writeMatrixPage(matrix, readAudit(), dateFromToday(0)));
  const survivors = matrix.violations.filter(({ own }) => own.length === 0);
  for (const { name, others } of survivors) console.log(`SURVIVED ${name}: ${others.length} checks of other clauses fail`);
  for (const { name, false_positives } of matrix.variants)
    for (const text of false_positives) console.log(`FALSE POSITIVE on ${name}: ${text}`);
  return survivors.length === 0 && matrix.variants.every(({ false_positives }) => false_positives.length === 0);
}

async function runAudit(count: number): Promise<boolean> {
  const { pairs, rows, disagreements } = await audit(count, console.log);
  for (const text of disagreements) console.log(`DISAGREES ${text}`);
  console.log(`${disagreements.length} of ${pairs} pairs of ${rows} violations and variants disagree with the clean mock`);
  return disagreements.length === 0;
}

await runTool('mutation:full', USAGE, { options: { audit: { type: 'string' } } }, async ({ values }) => {
  const is_good = values.audit === undefined ? (await runAll()) && writeResults() : await runAudit(Number(values.audit));
  return is_good ? 0 : 1;
});
