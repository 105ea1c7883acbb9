import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectSamples, type Benchmark, type ReportProgress, type Row, type Table } from '../kit/benchmark.ts';
import { openConnection } from '../kit/connection.ts';
import type { Route } from '../kit/endpoints.ts';
import { ENDPOINTS } from '../kit/endpoints.ts';
import { load, type LoadOptions } from '../kit/load.ts';
import { BROWSING } from '../kit/queries.ts';
import { startBare, startMock, startMockoon, startPrism, type ServerProcess } from '../kit/server-process.ts';
import { openTemporaryFolder } from '../kit/temporary-folder.ts';

const ROUNDS = { quick: 5, full: 11 } as const;
const ROUND_SECONDS = 2;

export const requests: Benchmark = {
  summary: 'authenticated requests against peers with responses of the same size, in alternating rounds',
  runs: 'quick',
  run: async ({ size, report }) => {
    using folder = openTemporaryFolder();
    await using mock = await startMock();
    await using connection = openConnection(mock.base_url);
    const routes: Route[] = [];
    for (const { readRoute } of ENDPOINTS) routes.push(await readRoute(connection));
    const path = join(folder.path, 'routes.json');
    writeFileSync(path, JSON.stringify(routes));
    const rounds = ROUNDS[size];
    return [await compareEndpoints(mock, path, rounds, report), await comparePeers(mock, path, rounds, report)];
  },
};

const COLUMNS = ['mock req/s', 'peer req/s', 'ratio', 'mock µs of CPU', 'peer µs of CPU'];

async function compareEndpoints(
  mock: ServerProcess,
  routes_path: string,
  rounds: number,
  report: ReportProgress,
): Promise<Table> {
  await using connection = openConnection(mock.base_url);
  await using peer = await startBare('express', routes_path);
  const rows: Row[] = [];
  for (const { name, ratio_min, prepare } of ENDPOINTS) {
    const figures = await collectSamples({ name, rounds, warm_ups: 1, report }, async () =>
      compareLoads(mock, peer, await prepare(connection, ROUND_SECONDS)),
    );
    rows.push({ name, figures, goal: { at_least: ratio_min } });
  }
  return { title: 'against Express with response.json', columns: COLUMNS, key: 'ratio', is_more_better: true, rows };
}

async function comparePeers(mock: ServerProcess, routes_path: string, rounds: number, report: ReportProgress): Promise<Table> {
  const peers: Readonly<Record<string, () => Promise<ServerProcess | undefined>>> = {
    'Express with a prepared text': () => startBare('text', routes_path),
    'node:http with JSON.stringify': () => startBare('http', routes_path),
    Prism: startPrism,
    Mockoon: startMockoon,
  };
  const options = { requests: BROWSING, token: 'dev_buyer', seconds: ROUND_SECONDS };
  const rows: Row[] = [];
  for (const [name, startPeer] of Object.entries(peers)) {
    await using peer = await startPeer();
    if (peer === undefined) continue;
    // Half as many rounds, since these rows have no goal.
    const series = { name, rounds: Math.floor(rounds / 2), warm_ups: 1, report };
    const figures = await collectSamples(series, () => compareLoads(mock, peer, options));
    rows.push({ name: `GET /inventory against ${name}`, figures });
  }
  return { title: 'GET /inventory against other peers', columns: COLUMNS, key: 'ratio', is_more_better: true, rows };
}

async function compareLoads(
  mock: ServerProcess,
  peer: ServerProcess,
  options: LoadOptions,
): Promise<Record<string, number | undefined>> {
  const [ours, theirs] = [await load(mock, options), await load(peer, options)];
  return {
    'mock req/s': ours.requests_per_second,
    'peer req/s': theirs.requests_per_second,
    ratio: ours.requests_per_second / theirs.requests_per_second,
    'mock µs of CPU': ours.cpu_us_per_request,
    'peer µs of CPU': theirs.cpu_us_per_request,
  };
}
