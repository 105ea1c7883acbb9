/** Runs benchmarks and prints tables. Never fails because of a figure. HELP has the flags. */
import { execFileSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Clock } from '#mock/ports/clock';
import { BENCHMARKS } from './benchmarks.ts';
import type { Size } from './kit/benchmark.ts';
import { toSavedRows, readCommitted, writeCommitted, writeRows, type SavedRow } from './kit/compare.ts';
import { formatTable } from './kit/format-table.ts';

const EXIT_ERROR = 2;
const MS_PER_SECOND = 1_000;

const HELP = `Usage: npm run bench -- [name...] [flags]

Measures the built package. Without names, runs the benchmarks of the selected size.

Flags:
  --full        more samples, and the benchmarks marked full
  --save        write the figures to bench/figures.json, to commit
  --json FILE   write the figures of this run to a file
  --no-build    use dist/ as it is
  --help        print this help

Benchmarks:
${Object.entries(BENCHMARKS)
  .map(([name, { summary, runs }]) => `  ${name.padEnd(20)} ${summary} (${runs === 'named' ? 'by name' : runs})`)
  .join('\n')}

Examples:
  npm run bench -- start requests
  npm run bench -- --full --save
`;

interface Arguments {
  help: boolean;
  names: readonly string[];
  size: Size;
  json?: string;
  save: boolean;
  build: boolean;
}

function readArguments(): Arguments {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: {
      full: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      json: { type: 'string' },
      save: { type: 'boolean', default: false },
      build: { type: 'boolean', default: true },
    },
  });
  const unknown = positionals.find((name) => !Object.hasOwn(BENCHMARKS, name));
  if (unknown !== undefined) throw new Error(`unknown benchmark '${unknown}'; use one of: ${Object.keys(BENCHMARKS).join(', ')}`);
  const size = values.full ? 'full' : 'quick';
  const usual = Object.keys(BENCHMARKS).filter((name) => ['quick', size].includes(BENCHMARKS[name]?.runs ?? ''));
  return { ...values, size, names: positionals.length === 0 ? usual : positionals };
}

/** Shows progress on one line of a terminal. Prints nothing if the output is not a terminal. */
function report(progress: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${progress}`);
}

async function main(): Promise<void> {
  const { help, names, size, json, save, build } = readArguments();
  if (help) {
    console.log(HELP);
    return;
  }
  if (build) execFileSync(process.execPath, ['tools/build.ts'], { stdio: ['ignore', 'ignore', 'inherit'] });

  const load = loadavg()[0]?.toFixed(1) ?? '?';
  console.log(
    `Node ${process.versions.node} on ${process.platform} ${process.arch}, ${availableParallelism()} cores, load average ${load}\n`,
  );
  const committed = readCommitted();
  const measured: SavedRow[] = [];
  for (const name of names) {
    const benchmark = BENCHMARKS[name];
    if (benchmark === undefined) continue;
    const started_ms = performance.now();
    const tables = await benchmark.run({
      size,
      report: (progress) => {
        report(`${name}: ${progress}`);
      },
    });
    report('');
    const seconds = ((performance.now() - started_ms) / MS_PER_SECOND).toFixed(0);
    console.log(`${name} (${seconds} s): ${benchmark.summary}\n`);
    for (const table of tables) {
      const rows = toSavedRows(name, table, new Clock('real').now());
      console.log(`${formatTable(table, rows, committed)}\n`);
      measured.push(...rows);
    }
    // Saved after each benchmark, so that an interrupted run keeps its results.
    if (json !== undefined) writeRows(json, measured);
    if (save) writeCommitted(measured);
  }
}

try {
  await main();
} catch (error) {
  report('');
  console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = EXIT_ERROR;
}
