import { parseArgs } from 'node:util';
import type { Slice } from './deviations.ts';
import { runSlice } from './full.ts';

const USAGE = `Usage: npm run mutation:full -- [options]

Runs every violation and legal variant of the mock against all checks. A check in a clean world shows which of them
would have changed anything; only those pairs run. The results are in .gristmill/full-matrix, so that a run that was
stopped continues.

  --slice I/N   run every Nth violation and variant, beginning with the Ith

Exit codes: 0 the slice is complete; 1 something failed, run it again; 2 wrong usage.

Examples:
  npm run mutation:full
  npm run mutation:full -- --slice 1/20`;

function readSlice(text: string): Slice {
  const [, index = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (index < 1 || index > of) throw new Error(`--slice: '${text}' is no slice; use 1/4 for the first of four`);
  return { index, of };
}

async function run(args: readonly string[]): Promise<number> {
  const options = { slice: { type: 'string', default: '1/1' }, help: { type: 'boolean', short: 'h' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  const failures = await runSlice(readSlice(values.slice), console.log);
  for (const failure of failures) console.error(`FAILED ${failure}`);
  return failures.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(`mutation:full: ${error instanceof Error ? error.message : String(error)}; see --help`);
  process.exitCode = 2;
}
