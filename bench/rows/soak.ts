import autocannon from 'autocannon';
import { pause } from '#mock/ports/timer';
import type { Benchmark, ReportProgress, Row, Table } from '../kit/benchmark.ts';
import { type Connection, headersOf, openConnection } from '../kit/connection.ts';
import { postBid } from '../kit/endpoints.ts';
import { readMemory } from '../kit/process-figures.ts';
import { QUERIES } from '../kit/queries.ts';
import { startMock, type ServerProcess } from '../kit/server-process.ts';
import { percentile } from '../kit/statistics.ts';

const REQUESTS = 1_000_000;
const REQUESTS_PER_ROW = 100_000;
const CONNECTIONS = 4;
/** A run that takes longer ends early and reports the rows that it has. */
const MINUTES_MAX = 20;
const BYTES_PER_MB = 1_000_000;
/** The maximum growth after the first row, which fills the caches and the journal. */
const GROWTH_MB_MAX = 20;

const WORLDS_PER_SECOND = 50;
const WORLDS_SECONDS = 60;
const WORLDS_P99_MS_MAX = 100;

/** Makes SIGUSR2 collect garbage, so that the figures show live memory only. */
const GC_ON_SIGNAL = { NODE_OPTIONS: `--expose-gc --import=data:text/javascript,process.on('SIGUSR2',()=>gc())` };

/** @param number the number of the request, for unique values */
type MakeRequest = (number: number) => Partial<autocannon.Request>;

/** Each is sent once per hundred requests. They contain a large body, or unique values, which the mock must not accumulate. */
const UNUSUAL_REQUESTS: readonly MakeRequest[] = [
  (number) => ({ path: `/v1/nothing/${number}` }),
  (number) => ({ path: `/v1/inventory?commodity=${'c,'.repeat(number % 3_000)}` }),
  (number) => ({ path: '/v1/inventory', headers: headersOf(`unknown-${number}`) }),
  (number) => ({ path: `/oauth/authorize?${AUTHORIZATION}&state=${number}`, headers: {} }),
  () => ({ method: 'POST', path: '/v1/webhooks', headers: {}, body: LARGE_BODY }),
];
const LARGE_BODY = 'x'.repeat(256_000);
const AUTHORIZATION = new URLSearchParams({
  client_id: 'gristmill-app',
  redirect_uri: 'http://127.0.0.1:8765/callback',
  response_type: 'code',
  scope: 'bids.read',
  code_challenge: 'a'.repeat(43),
  code_challenge_method: 'S256',
}).toString();

export const soak: Benchmark = {
  summary: `${REQUESTS.toLocaleString('en')} mixed requests, then ${WORLDS_PER_SECOND} worlds per second created and deleted`,
  runs: 'full',
  run: async ({ report }) => {
    await using server = await startMock([], GC_ON_SIGNAL);
    return [await sendAll(server, report), await churnWorlds(server, report)];
  },
};

async function sendAll(server: ServerProcess, report: ReportProgress): Promise<Table> {
  await using connection = openConnection(server.base_url);
  const rows: Row[] = [];
  const ends_at_ms = performance.now() + MINUTES_MAX * 60_000;
  let first: Record<string, number> | undefined;
  for (let sent = 0; sent < REQUESTS && performance.now() < ends_at_ms; sent += REQUESTS_PER_ROW) {
    report(`${sent.toLocaleString('en')} requests`);
    const figures: Record<string, number> = {
      ...(await sendRow(server, connection, sent)),
      'resident MB': readMemory(server.pid).resident_mb,
      'heap MB': await readHeapMb(server),
    };
    first ??= figures;
    const growth = (name: string): number => (figures[name] ?? Number.NaN) - (first?.[name] ?? Number.NaN);
    rows.push({
      name: `after ${(sent + REQUESTS_PER_ROW).toLocaleString('en')} requests`,
      figures: {
        ...figures,
        'heap growth MB': growth('heap MB'),
        'p99 drift': (figures['p99 ms'] ?? Number.NaN) / (first['p99 ms'] ?? Number.NaN),
      },
      goal: { at_most: GROWTH_MB_MAX },
    });
  }
  const columns = ['requests/s', 'p50 ms', 'p99 ms', 'p99 drift', 'resident MB', 'heap MB', 'heap growth MB'];
  return { title: 'mixed requests to the default world', columns, key: 'heap growth MB', rows };
}

/**
 * Resets the world, so that the bids of all rows do not accumulate, and chooses lots to bid on.
 * @returns a function that makes a request to place a bid
 */
async function prepareBids(connection: Connection): Promise<MakeRequest> {
  const { requests } = await postBid.prepare(connection, 0);
  return (number) => {
    const { path = '', body = {} } = requests[number % requests.length] ?? {};
    return { method: 'POST', path: `/v1${path}`, headers: headersOf('dev_buyer', true), body: JSON.stringify(body) };
  };
}

/** Sends one row of requests; five in every hundred are bids. @param from the number of the first request. @throws if the mock fails */
async function sendRow(server: ServerProcess, connection: Connection, from: number): Promise<Record<string, number>> {
  const bid = await prepareBids(connection);
  const special: readonly MakeRequest[] = [...UNUSUAL_REQUESTS, bid, bid, bid, bid, bid];
  let number = from;
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    number += 1;
    const query = number % 4 === 0 ? '/bids' : (QUERIES[number % QUERIES.length] ?? '');
    const ordinary = { method: 'GET' as const, path: `/v1${query}`, headers: headersOf('dev_buyer') };
    return { ...request, ...ordinary, body: undefined, ...special[number % 100]?.(number) };
  };
  const result = await autocannon({
    url: new URL(server.base_url).origin,
    connections: CONNECTIONS,
    amount: REQUESTS_PER_ROW,
    requests: [{ setupRequest }],
  });
  if (result.errors > 0 || result['5xx'] > 0)
    throw new Error(`${result.errors} connection errors and ${result['5xx']} responses with 5xx`);
  return { 'requests/s': result.requests.average, 'p50 ms': result.latency.p50, 'p99 ms': result.latency.p99 };
}

/** Creates and deletes worlds at a steady rate, as parallel test files do. */
async function churnWorlds(server: ServerProcess, report: ReportProgress): Promise<Table> {
  await using connection = openConnection(server.base_url);
  const before_mb = readMemory(server.pid).resident_mb;
  const heap_before_mb = await readHeapMb(server);
  const durations_ms: number[] = [];
  const never = new AbortController().signal;
  const begun_ms = performance.now();
  const wanted = WORLDS_PER_SECOND * WORLDS_SECONDS;
  for (let made = 0; made < wanted; made += 1) {
    if (made % WORLDS_PER_SECOND === 0) report(`${made} of ${wanted} worlds`);
    const { text, duration_ms } = await connection.send('POST', '/_gristmill/worlds', {});
    const { id } = JSON.parse(text) as { id: string }; // the control plane's response
    await connection.send('GET', `/worlds/${id}/v1/inventory`);
    await connection.send('DELETE', `/_gristmill/worlds/${id}`);
    durations_ms.push(duration_ms);
    await pause(Math.max(0, begun_ms + ((made + 1) * 1_000) / WORLDS_PER_SECOND - performance.now()), never);
  }
  const figures = {
    'worlds/s': wanted / ((performance.now() - begun_ms) / 1_000),
    'p50 ms': percentile(durations_ms, 50),
    'p99 ms': percentile(durations_ms, 99),
    'resident growth MB': readMemory(server.pid).resident_mb - before_mb,
    'heap growth MB': (await readHeapMb(server)) - heap_before_mb,
  };
  const name = `${WORLDS_PER_SECOND} worlds per second for ${WORLDS_SECONDS} s`;
  const rows = [{ name, figures, goal: { at_most: WORLDS_P99_MS_MAX } }];
  return { title: 'worlds created and deleted', columns: Object.keys(figures), key: 'p99 ms', rows };
}

/** The heap size after a garbage collection, from the mock's metrics. */
async function readHeapMb({ pid, base_url }: ServerProcess): Promise<number> {
  const control_url = base_url.replace(/v1$/, '_gristmill');
  let heap_bytes = Number.NaN;
  // The mock can respond to the first request before it handles the signal.
  for (const _ of ['first', 'second']) {
    process.kill(pid, 'SIGUSR2');
    const metrics = await (await fetch(`${control_url}/metrics`)).text();
    heap_bytes = Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)?.[1]);
  }
  return heap_bytes / BYTES_PER_MB;
}
