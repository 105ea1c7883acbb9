import autocannon from 'autocannon';
import type { Benchmark, Table } from './benchmark.ts';
import { headersOf, openConnection } from './connection.ts';
import { readCpuMs } from './process-figures.ts';
import { QUERIES } from './queries.ts';
import type { ServerProcess } from './server-process.ts';
import { startBareExpress, startMock } from './server-process.ts';
import { median } from './statistics.ts';

const ROUNDS = 7;
const ROUND_SECONDS = 4;
const CONNECTIONS = 10;
const ITEMS_A_PAGE = 20;
const THROUGHPUT_RATIO_MIN = 0.4;

export const throughput: Benchmark = {
  summary: 'GET /inventory, 20 items, filters that vary, authenticated, against Express sending as many bytes',
  run: async (tell) => [await compareThroughput(tell)],
};

/** What a round of load got out of a server. */
interface Load {
  requests_a_second: number;
  /** Processor time of the server alone; undefined where the system does not tell. */
  cpu_ms_a_request: number | undefined;
}

async function compareThroughput(tell: (progress: string) => void): Promise<Table> {
  await using mock = await startMock();
  await using bare = await startBareExpress(await averageBytes(mock));
  const loads: { mock: Load[]; bare: Load[] } = { mock: [], bare: [] };
  // The first round warms up both and is thrown away.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const pair = { mock: await load(mock), bare: await load(bare) };
    tell(`round ${round + 1} of ${ROUNDS + 1}`);
    if (round === 0) continue;
    loads.mock.push(pair.mock);
    loads.bare.push(pair.bare);
  }

  const rates = compareMedians(loads, ({ requests_a_second }) => requests_a_second);
  const costs = compareMedians(loads, ({ cpu_ms_a_request }) => cpu_ms_a_request ?? Number.NaN);
  const rows: Table['rows'] = [
    { name: 'requests a second', figures: rates, bar: { column: 'ratio', at_least: THROUGHPUT_RATIO_MIN } },
    { name: 'processor time of the server, ms a request', figures: costs },
  ];
  return {
    title: `GET /inventory over ${CONNECTIONS} connections (medians of ${ROUNDS} rounds)`,
    columns: ['mock', 'Express', 'ratio'],
    rows: Number.isNaN(costs['ratio']) ? rows.slice(0, 1) : rows,
  };
}

function compareMedians(loads: { mock: Load[]; bare: Load[] }, figureOf: (load: Load) => number): Record<string, number> {
  const mock = median(loads.mock.map(figureOf));
  const bare = median(loads.bare.map(figureOf));
  return { mock, Express: bare, ratio: mock / bare };
}

/** The average length of the answers that will be asked for, each of which must be a whole page. */
async function averageBytes(mock: ServerProcess): Promise<number> {
  await using connection = openConnection(mock.base_url);
  let bytes = 0;
  for (const query of QUERIES) {
    const { text } = await connection.get(query);
    // The mock's own answer: a page.
    const { items } = JSON.parse(text) as { items: unknown[] };
    if (items.length !== ITEMS_A_PAGE) throw new Error(`GET ${query} gives ${items.length} items, not ${ITEMS_A_PAGE}`);
    bytes += Buffer.byteLength(text);
  }
  return Math.round(bytes / QUERIES.length);
}

async function load({ base_url, pid }: ServerProcess): Promise<Load> {
  const { origin, pathname } = new URL(base_url);
  const cpu_before_ms = readCpuMs(pid);
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: ROUND_SECONDS,
    headers: headersOf('dev_buyer'),
    requests: QUERIES.map((query) => ({ method: 'GET', path: `${pathname}${query}` })),
  });
  const cpu_after_ms = readCpuMs(pid);
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${result.errors} errors and ${result.non2xx} refusals under load`);

  const answered = result['2xx'];
  const is_told = cpu_before_ms !== undefined && cpu_after_ms !== undefined;
  return {
    requests_a_second: answered / result.duration,
    cpu_ms_a_request: is_told ? (cpu_after_ms - cpu_before_ms) / answered : undefined,
  };
}
