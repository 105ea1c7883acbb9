/** `npm run bench [name…] [-- --json FILE]`: measures and prints tables. Never fails because of a figure. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Benchmark } from './benchmark.ts';
import { isMet } from './benchmark.ts';
import { dashboard } from './dashboard.ts';
import { deliveries } from './deliveries.ts';
import { filters } from './filters.ts';
import { memory } from './memory.ts';
import { oauth } from './oauth.ts';
import { printTable } from './print-table.ts';
import { start } from './start.ts';
import { tenants } from './tenants.ts';
import { throughput } from './throughput.ts';
import { worlds } from './worlds.ts';

/** To add a benchmark, export a Benchmark from a file and add a row here. */
const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  start,
  throughput,
  filters,
  oauth,
  memory,
  dashboard,
  deliveries,
  tenants,
  worlds,
};

const EXIT_USAGE = 2;

function readArguments(): { names: string[]; json: string | undefined; build: boolean } {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: { json: { type: 'string' }, build: { type: 'boolean', default: true } },
  });
  const unknown = positionals.find((name) => !(name in BENCHMARKS));
  if (unknown !== undefined) throw new Error(`unknown benchmark '${unknown}'; use one of: ${Object.keys(BENCHMARKS).join(', ')}`);
  const short = Object.keys(BENCHMARKS).filter((name) => BENCHMARKS[name]?.is_long !== true);
  return { names: positionals.length === 0 ? short : positionals, json: values.json, build: values.build };
}

/** Shows progress on one line of a terminal. Prints nothing if the output is not a terminal. */
function report(progress: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${progress}`);
}

async function main(): Promise<void> {
  const { names, json, build } = readArguments();
  if (build) execFileSync(process.execPath, ['tools/build.ts'], { stdio: 'inherit' });

  console.log(`Node ${process.versions.node} on ${process.platform} ${process.arch}, ${availableParallelism()} cores\n`);
  const results = [];
  for (const name of names) {
    const benchmark = BENCHMARKS[name];
    if (benchmark === undefined) continue;
    console.log(`${name}: ${benchmark.summary}\n`);
    const tables = await benchmark.run((progress) => {
      report(`${name}: ${progress}`);
    });
    report('');
    for (const table of tables) {
      console.log(`${printTable(table)}\n`);
      results.push({ benchmark: name, ...table, rows: table.rows.map((row) => ({ ...row, is_met: isMet(row) })) });
    }
  }
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`);
}

try {
  await main();
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = EXIT_USAGE;
}
