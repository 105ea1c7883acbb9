import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Row, Table } from './benchmark.ts';
import { openConnection } from './connection.ts';
import { readMemory } from './process-figures.ts';
import { QUERIES } from './queries.ts';
import { startBareExpress, startMock, type ServerProcess } from './server-process.ts';
import { median } from './statistics.ts';

const ROUNDS = 11;
const WARM_UP_ROUNDS = 2;
const START_RATIO_MAX = 4;

const MEMORY_SAMPLES = 3;
const MEMORY_REQUESTS = 200;
const MEMORY_MAX_MB = 150;

export const start: Benchmark = {
  summary: 'from spawning the built package to the first 200 of GET /inventory, and its memory',
  run: async (report) => [await measureStarts(report), await measureMemory(report)],
};

/** Ways to start. They take turns, so that other work on the machine affects all of them. */
interface Samples {
  mock: number[];
  first: number[];
  bare: number[];
  bare_cached: number[];
}

async function measureStarts(report: (progress: string) => void): Promise<Table> {
  const samples: Samples = { mock: [], first: [], bare: [], bare_cached: [] };
  const warm = makeCacheFolder();
  try {
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      const cold = makeCacheFolder();
      const times = {
        mock: await timeStart(() => startMock()),
        bare: await timeStart(() => startBareExpress('text')),
        // Node's compile cache. An empty one simulates the first start after an install.
        first: await timeStart(() => startMock([], { NODE_COMPILE_CACHE: cold })),
        bare_cached: await timeStart(() => startBareExpress('text', undefined, { NODE_COMPILE_CACHE: warm })),
      };
      rmSync(cold, { recursive: true });
      report(`round ${round + WARM_UP_ROUNDS + 1} of ${ROUNDS + WARM_UP_ROUNDS}`);
      if (round < 0) continue;
      samples.mock.push(times.mock);
      samples.bare.push(times.bare);
      samples.first.push(times.first);
      samples.bare_cached.push(times.bare_cached);
    }
  } finally {
    rmSync(warm, { recursive: true });
  }
  const { mock, first, bare, bare_cached } = samples;
  return {
    title: `start to the first 200 (median of ${ROUNDS})`,
    columns: ['mock ms', 'Express ms', 'ratio'],
    rows: [
      { ...compare('the mock against bare Express', mock, bare), limit: { column: 'ratio', at_most: START_RATIO_MAX } },
      compare('against bare Express with a compile cache, as the mock has', mock, bare_cached),
      compare('the first start after an install', first, bare),
    ],
  };
}

/** The median of the ratios of neighboring runs, because other work mostly affects both. */
function compare(name: string, mock: readonly number[], peer: readonly number[]): Row {
  const ratios = mock.map((duration_ms, round) => duration_ms / (peer[round] ?? Number.NaN));
  return { name, figures: { 'mock ms': median(mock), 'Express ms': median(peer), ratio: median(ratios) } };
}

async function timeStart(startServer: () => Promise<ServerProcess>): Promise<number> {
  const started_ms = performance.now();
  await using server = await startServer();
  await using connection = openConnection(server.base_url);
  await connection.get('/inventory');
  return performance.now() - started_ms;
}

function makeCacheFolder(): string {
  return mkdtempSync(join(tmpdir(), 'gristmill-bench-'));
}

async function measureMemory(report: (progress: string) => void): Promise<Table> {
  const resident: number[] = [];
  const peak: number[] = [];
  for (let sample = 1; sample <= MEMORY_SAMPLES; sample += 1) {
    report(`memory ${sample} of ${MEMORY_SAMPLES}`);
    await using server = await startMock();
    await using connection = openConnection(server.base_url);
    for (let index = 0; index < MEMORY_REQUESTS; index += 1) await connection.get(QUERIES[index % QUERIES.length] ?? '');
    const { resident_mb, peak_mb } = readMemory(server.pid);
    resident.push(resident_mb);
    if (peak_mb !== undefined) peak.push(peak_mb);
  }
  const figures = { 'resident MB': median(resident), ...(peak.length === 0 ? {} : { 'peak MB': median(peak) }) };
  return {
    title: `memory (median of ${MEMORY_SAMPLES})`,
    columns: ['resident MB', 'peak MB'],
    rows: [
      {
        name: `the default world after ${MEMORY_REQUESTS} requests`,
        figures,
        limit: { column: 'resident MB', at_most: MEMORY_MAX_MB },
      },
    ],
  };
}
