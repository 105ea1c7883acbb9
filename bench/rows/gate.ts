import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, Table } from '../kit/benchmark.ts';
import { openConnection, type Connection } from '../kit/connection.ts';
import { readCpuMs } from '../kit/process-figures.ts';
import { runCommand } from '../kit/run-command.ts';
import { LAUNCHER, startMock } from '../kit/server-process.ts';
import { openTemporaryFolder } from '../kit/temporary-folder.ts';

const RUNS = { quick: 1, full: 3 } as const;
/** Out of reach while RTY-5 waits 11 s in real time for a slow receiver: docs/performance.md. */
const SECONDS_MAX = 7;
const SILENT_SECONDS_MAX = 20;
const MS_PER_SECOND = 1_000;
const COLUMNS = ['seconds', 'CPU s of the gate', 'CPU s of the mock', 'requests', 'failed checks'] as const;
type Column = (typeof COLUMNS)[number];

export const gate: Benchmark = {
  summary: 'all checks against a mock in another process',
  runs: 'quick',
  run: async ({ size, report }) => [await measure('the gate against the mock', SECONDS_MAX, RUNS[size], report)],
};

export const gateWithoutEvents: Benchmark = {
  summary: 'all checks against a mock whose deliveries are all lost',
  runs: 'quick',
  run: async ({ size, report }) => [
    await measure('the gate where no event ever comes', SILENT_SECONDS_MAX, RUNS[size], report, LOST),
  ],
};

/** A fault: every delivery attempt is dropped. */
const LOST = { delivery: {}, effect: 'drop' };

async function measure(
  name: string,
  seconds_max: number,
  runs: number,
  report: (progress: string) => void,
  fault?: object,
): Promise<Table> {
  const measured: Record<Column, number | undefined>[] = [];
  using folder = openTemporaryFolder();
  for (let run = 1; run <= runs; run += 1) {
    // One path per run, so that a run that crashes is not counted with an earlier report.
    const path = join(folder.path, `report-${run}.json`);
    report(`run ${run} of ${runs}`);
    await using mock = await startMock();
    await using connection = openConnection(mock.base_url);
    if (fault !== undefined) await connection.send('POST', '/_gristmill/faults', fault);
    const before_ms = readCpuMs(mock.pid);
    const { seconds, cpu_seconds } = await runCommand([
      LAUNCHER,
      'conform',
      mock.base_url,
      '--quiet',
      '--no-ledger',
      '--report',
      `json=${path}`,
    ]);
    const after_ms = readCpuMs(mock.pid);
    measured.push({
      seconds,
      'CPU s of the gate': cpu_seconds,
      'CPU s of the mock': before_ms === undefined || after_ms === undefined ? undefined : (after_ms - before_ms) / MS_PER_SECOND,
      requests: await countRequests(connection),
      'failed checks': countFailures(path),
    });
  }
  // A figure without samples is shown as missing.
  const samplesOf = (column: Column): number[] => measured.flatMap((run) => run[column] ?? []);
  const figures = Object.fromEntries(COLUMNS.map((column) => [column, samplesOf(column)]));
  const row = { name, figures, goal: { at_most: seconds_max } };
  return { title: 'one run', columns: COLUMNS, key: 'seconds', rows: [row] };
}

async function countRequests(connection: Connection): Promise<number> {
  const { text } = await connection.send('GET', '/_gristmill/requests?limit=1');
  return (JSON.parse(text) as { last_seq: number }).last_seq; // as documented
}

/** Counts failed checks, so that a faster run that finds fewer failures is noticed. */
function countFailures(path: string): number {
  // The documented report.
  const { checks } = JSON.parse(readFileSync(path, 'utf8')) as { checks: { verdict: string }[] };
  return checks.filter(({ verdict }) => verdict === 'fail').length;
}
