import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, Row, Table } from '../kit/benchmark.ts';
import { headersOf } from '../kit/connection.ts';
import { readCpuMs } from '../kit/process-figures.ts';
import { startBare, startMock, startMockoon, startPrism, type ServerProcess } from '../kit/server-process.ts';
import { openTemporaryFolder } from '../kit/temporary-folder.ts';

const ROUNDS = { quick: 7, full: 15 } as const;
const WARM_UP_ROUNDS = 2;
const RATIO_MAX = 2;

/** Ways to start. The benchmark alternates between them, so that other work on the machine affects all of them. */
type Way = 'mock' | 'first' | 'express' | 'express_cached' | 'http' | 'prism' | 'mockoon';

interface Started {
  duration_ms: number;
  /** Undefined if the system does not report it. */
  cpu_ms: number | undefined;
}

export const start: Benchmark = {
  summary: 'from spawning the built package to the first 200 of GET /inventory',
  runs: 'quick',
  run: async ({ size, report }) => {
    const samples: Partial<Record<Way, Started[]>> = {};
    using folder = openTemporaryFolder();
    const [cold, warm] = [join(folder.path, 'cold'), join(folder.path, 'warm')];
    const ways: Readonly<Record<Way, () => Promise<ServerProcess | undefined>>> = {
      mock: () => startMock(),
      express: () => startBare('text'),
      // Node's compile cache. An empty one simulates the first start after an install.
      first: () => startMock([], { NODE_COMPILE_CACHE: cold }),
      express_cached: () => startBare('text', undefined, { NODE_COMPILE_CACHE: warm }),
      http: () => startBare('http'),
      prism: startPrism,
      mockoon: startMockoon,
    };
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS[size]; round += 1) {
      report(`round ${round + WARM_UP_ROUNDS + 1} of ${ROUNDS[size] + WARM_UP_ROUNDS}`);
      for (const [way, startServer] of Object.entries(ways)) {
        const started = await timeStart(startServer);
        if (round >= 0 && started !== undefined) (samples[way as Way] ??= []).push(started); // the keys of `ways`
      }
      rmSync(cold, { recursive: true, force: true });
    }
    return [tableOf(samples)];
  },
};

function tableOf(samples: Partial<Readonly<Record<Way, readonly Started[]>>>): Table {
  const compare = (name: string, ours: Way, theirs: Way): Row => {
    const [mock, peer] = [samples[ours] ?? [], samples[theirs] ?? []];
    const figures = {
      'mock ms': mock.map(({ duration_ms }) => duration_ms),
      'peer ms': peer.map(({ duration_ms }) => duration_ms),
      // Compares neighboring runs, because other work usually affects both.
      ratio: peer.map(({ duration_ms }, round) => (mock[round]?.duration_ms ?? Number.NaN) / duration_ms),
      'mock CPU ms': cpuOf(mock),
      'peer CPU ms': cpuOf(peer),
    };
    return { name, figures };
  };
  return {
    title: 'start to the first 200',
    columns: ['mock ms', 'peer ms', 'ratio', 'mock CPU ms', 'peer CPU ms'],
    key: 'ratio',
    rows: [
      { ...compare('against bare Express', 'mock', 'express'), goal: { at_most: RATIO_MAX } },
      compare('against bare Express with a compile cache, as the mock has', 'mock', 'express_cached'),
      compare('the first start after an install, against bare Express', 'first', 'express'),
      compare('against node:http', 'mock', 'http'),
      compare('against Prism', 'mock', 'prism'),
      compare('against Mockoon', 'mock', 'mockoon'),
    ],
  };
}

function cpuOf(starts: readonly Started[]): number[] {
  return starts.map(({ cpu_ms }) => cpu_ms).filter((cpu_ms) => cpu_ms !== undefined);
}

async function timeStart(startServer: () => Promise<ServerProcess | undefined>): Promise<Started | undefined> {
  const started_ms = performance.now();
  await using server = await startServer();
  if (server === undefined) return undefined;
  const response = await fetch(`${server.base_url}/inventory`, { headers: headersOf('dev_buyer') });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${server.base_url}/inventory returned ${response.status}`);
  return { duration_ms: performance.now() - started_ms, cpu_ms: readCpuMs(server.pid) };
}
