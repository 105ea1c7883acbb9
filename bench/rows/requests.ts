import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, Row, Table } from '../kit/benchmark.ts';
import { openConnection } from '../kit/connection.ts';
import type { Route } from '../kit/endpoints.ts';
import { ENDPOINTS } from '../kit/endpoints.ts';
import { load, type Load } from '../kit/load.ts';
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
  report: (progress: string) => void,
): Promise<Table> {
  await using connection = openConnection(mock.base_url);
  await using peer = await startBare('express', routes_path);
  const rows: Row[] = [];
  for (const { name, ratio_min, prepare } of ENDPOINTS) {
    const loads: [Load, Load][] = [];
    // The first round is a warm-up and is discarded.
    for (let round = 0; round <= rounds; round += 1) {
      report(`${name}, round ${round + 1} of ${rounds + 1}`);
      const options = await prepare(connection, ROUND_SECONDS);
      const pair: [Load, Load] = [await load(mock, options), await load(peer, options)];
      if (round > 0) loads.push(pair);
    }
    rows.push({ name, figures: figuresOf(loads), goal: { at_least: ratio_min } });
  }
  return { title: 'against Express with response.json', columns: COLUMNS, key: 'ratio', is_more_better: true, rows };
}

async function comparePeers(
  mock: ServerProcess,
  routes_path: string,
  rounds: number,
  report: (progress: string) => void,
): Promise<Table> {
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
    const loads: [Load, Load][] = [];
    for (let round = 0; round <= rounds; round += 2) {
      report(`${name}, round ${round + 1} of ${rounds + 1}`);
      const pair: [Load, Load] = [await load(mock, options), await load(peer, options)];
      if (round > 0) loads.push(pair);
    }
    rows.push({ name: `GET /inventory against ${name}`, figures: figuresOf(loads) });
  }
  return { title: 'GET /inventory against other peers', columns: COLUMNS, key: 'ratio', is_more_better: true, rows };
}

function figuresOf(loads: readonly (readonly [mock: Load, peer: Load])[]): Record<string, number[]> {
  const cpuOf = (of: (pair: readonly [Load, Load]) => Load): number[] =>
    loads.map((pair) => of(pair).cpu_us_per_request).filter((cpu_us) => cpu_us !== undefined);
  return {
    'mock req/s': loads.map(([mock]) => mock.requests_per_second),
    'peer req/s': loads.map(([, peer]) => peer.requests_per_second),
    ratio: loads.map(([mock, peer]) => mock.requests_per_second / peer.requests_per_second),
    'mock µs of CPU': cpuOf(([mock]) => mock),
    'peer µs of CPU': cpuOf(([, peer]) => peer),
  };
}
