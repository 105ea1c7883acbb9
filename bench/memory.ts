import autocannon from 'autocannon';
import type { Benchmark, Row, Table } from './benchmark.ts';
import { headersOf } from './connection.ts';
import { readMemory } from './process-figures.ts';
import { QUERIES } from './queries.ts';
import { startMock, type ServerProcess } from './server-process.ts';

const REQUESTS = 1_000_000;
const REQUESTS_PER_ROW = 100_000;
const CONNECTIONS = 4;
/** On a slow machine, the run ends early and keeps its rows. */
const MINUTES_MAX = 20;
const BYTES_PER_MB = 1_000_000;
/** The maximum growth after the first row, which fills the caches and the journal. */
const GROWTH_MAX_MB = 20;

/** Collects garbage on SIGUSR2, so that figures show live memory only. */
const WITH_COLLECTOR = { NODE_OPTIONS: `--expose-gc --import=data:text/javascript,process.on('SIGUSR2',()=>gc())` };

/** Unusual requests in each hundred: they contain unique values, which the mock must not accumulate, or a large body. */
const ODD: readonly ((number: number) => Partial<autocannon.Request>)[] = [
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

export const memory: Benchmark = {
  summary: `what the mock holds in memory over ${REQUESTS.toLocaleString('en')} requests, one in a hundred with a body of 256 kB`,
  is_long: true,
  run: async (report) => [await measureGrowth(report)],
};

async function measureGrowth(report: (progress: string) => void): Promise<Table> {
  await using server = await startMock([], WITH_COLLECTOR);
  const rows: Row[] = [];
  const ends_at_ms = performance.now() + MINUTES_MAX * 60_000;
  for (let sent = 0; sent < REQUESTS && performance.now() < ends_at_ms; sent += REQUESTS_PER_ROW) {
    report(`${sent.toLocaleString('en')} requests`);
    await sendMany(server, sent);
    const figures = { 'resident MB': readMemory(server.pid).resident_mb, 'heap MB': await readHeapMb(server) };
    const first = rows[0]?.figures['heap MB'] ?? figures['heap MB'];
    const growth = { 'heap growth MB': figures['heap MB'] - first };
    rows.push({
      name: `after ${(sent + REQUESTS_PER_ROW).toLocaleString('en')} requests`,
      figures: { ...figures, ...growth },
      limit: { column: 'heap growth MB', at_most: GROWTH_MAX_MB },
    });
  }
  return { title: 'memory of the default world', columns: ['resident MB', 'heap MB', 'heap growth MB'], rows };
}

/** @param from the number of the first request. @throws if the mock fails */
async function sendMany({ base_url }: ServerProcess, from: number): Promise<void> {
  let number = from;
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    number += 1;
    const odd = ODD[number % 100];
    const query = QUERIES[number % QUERIES.length] ?? '';
    const ordinary = { method: 'GET' as const, path: `/v1${query}`, headers: headersOf('dev_buyer') };
    return { ...request, ...ordinary, ...odd?.(number) };
  };
  const { errors, '5xx': failures } = await autocannon({
    url: new URL(base_url).origin,
    connections: CONNECTIONS,
    amount: REQUESTS_PER_ROW,
    requests: [{ setupRequest }],
  });
  if (errors > 0 || failures > 0) throw new Error(`${errors} connection errors and ${failures} responses with 5xx`);
}

/** The heap size after a garbage collection, from the mock's metrics. */
async function readHeapMb({ pid, base_url }: ServerProcess): Promise<number> {
  const control_url = base_url.replace(/v1$/, '_gristmill');
  let heap_bytes = Number.NaN;
  // The first response can arrive before the signal.
  for (const _ of ['first', 'second']) {
    process.kill(pid, 'SIGUSR2');
    const metrics = await (await fetch(`${control_url}/metrics`)).text();
    heap_bytes = Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)?.[1]);
  }
  return heap_bytes / BYTES_PER_MB;
}
