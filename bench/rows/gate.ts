import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectSamples, type Benchmark, type ReportProgress, type Table } from '../kit/benchmark.ts';
import { openConnection, type Connection } from '../kit/connection.ts';
import { readCpuMs } from '../kit/process-figures.ts';
import { runCommand } from '../kit/run-command.ts';
import { LAUNCHER, startMock } from '../kit/server-process.ts';
import { openTemporaryFolder } from '../kit/temporary-folder.ts';

const RUNS = { quick: 1, full: 3 } as const;
/** Not met while RTY-5 waits 11 s in real time for a slow response (docs/performance.md). */
const SECONDS_MAX = 7;
const SILENT_SECONDS_MAX = 20;
const MS_PER_SECOND = 1_000;

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

/** A fault that drops every delivery attempt. */
const LOST = { delivery: {}, effect: 'drop' };

async function measure(
  name: string,
  seconds_max: number,
  rounds: number,
  report: ReportProgress,
  fault?: object,
): Promise<Table> {
  using folder = openTemporaryFolder();
  const figures = await collectSamples({ name, rounds, report }, async (round) => {
    // One path per round, so that a crashed run is not counted with an earlier report.
    const path = join(folder.path, `report-${round}.json`);
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
    return {
      seconds,
      'CPU s of the gate': cpu_seconds,
      'CPU s of the mock': before_ms === undefined || after_ms === undefined ? undefined : (after_ms - before_ms) / MS_PER_SECOND,
      requests: await countRequests(connection),
      'failed checks': countFailures(path),
    };
  });
  const row = { name, figures, goal: { at_most: seconds_max } };
  return { title: 'one run', columns: Object.keys(figures), key: 'seconds', rows: [row] };
}

async function countRequests(connection: Connection): Promise<number> {
  const { text } = await connection.send('GET', '/_gristmill/requests?limit=1');
  return (JSON.parse(text) as { last_seq: number }).last_seq; // the documented output
}

/** Counts failed checks, so that a faster run that finds fewer failures is noticed. */
function countFailures(path: string): number {
  // The documented report.
  const { checks } = JSON.parse(readFileSync(path, 'utf8')) as { checks: { verdict: string }[] };
  return checks.filter(({ verdict }) => verdict === 'fail').length;
}
