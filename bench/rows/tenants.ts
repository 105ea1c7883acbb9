import autocannon from 'autocannon';
import { pause } from '#mock/ports/timer';
import { collectSamples, type Benchmark } from '../kit/benchmark.ts';
import { openConnection } from '../kit/connection.ts';
import { startMock } from '../kit/server-process.ts';
import { percentile } from '../kit/statistics.ts';

const ADMIN_TOKEN = 'admin-of-the-benchmark';
const ROUNDS = 7;
const REQUESTS_PER_ROUND = 200;
/** Below the quota of 50 per second. */
const PAUSE_MS = 25;
const FLOOD_CONNECTIONS = 50;
/** Somewhat longer than a round takes. */
const FLOOD_SECONDS = 8;
const RATIO_MAX = 1.2;
const P99 = 99;

interface Tenant {
  base_url: string;
  access_token: string;
}

/** Invites a tenant, redeems the invitation, and mints a token in its world. */
async function join(base_url: string, name: string): Promise<Tenant> {
  const control_url = base_url.replace(/\/v1$/, '/_gristmill');
  const { code } = await post<{ code: string }>(`${control_url}/invitations`, ADMIN_TOKEN, { name });
  const { tenant_token, world } = await post<{ tenant_token: string; world: { base_url: string; control_url: string } }>(
    `${control_url}/redeem`,
    undefined,
    { code },
  );
  const body = { persona: 'buyer', expires_in: null };
  const { access_token } = await post<{ access_token: string }>(`${world.control_url}/tokens`, tenant_token, body);
  return { base_url: world.base_url, access_token };
}

async function post<Answer>(url: string, token: string | undefined, body: object): Promise<Answer> {
  const authorization: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const headers = { 'Content-Type': 'application/json', ...authorization };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} responded ${response.status}: ${await response.text()}`);
  // The control plane's response.
  return (await response.json()) as Answer;
}

/** The durations of paced requests, in ms. */
async function measure({ base_url, access_token }: Tenant): Promise<number[]> {
  await using connection = openConnection(base_url, access_token);
  const durations: number[] = [];
  const never = new AbortController().signal;
  for (let n = 0; n < REQUESTS_PER_ROUND; n += 1) {
    const started_ms = performance.now();
    await connection.get('/inventory?limit=20');
    durations.push(performance.now() - started_ms);
    await pause(PAUSE_MS, never);
  }
  return durations;
}

/** Sends requests of a tenant from a worker thread, as fast as they are answered. */
function flood({ base_url, access_token }: Tenant): Promise<autocannon.Result> {
  return autocannon({
    url: `${base_url}/inventory?limit=20`,
    connections: FLOOD_CONNECTIONS,
    duration: FLOOD_SECONDS,
    workers: 1,
    headers: { Authorization: `Bearer ${access_token}` },
  });
}

export const tenants: Benchmark = {
  summary: 'a quiet tenant of a shared mock alone and beside a flooding one, in alternating rounds',
  runs: 'full',
  run: async ({ report }) => {
    await using server = await startMock(['--shared'], { GRISTMILL_ADMIN_TOKEN: ADMIN_TOKEN });
    const [quiet, loud] = [await join(server.base_url, 'quiet'), await join(server.base_url, 'loud')];
    await measure(quiet);
    let refused = 0;
    let served = 0;
    const samples = await collectSamples({ name: 'a quiet tenant', rounds: ROUNDS, report }, async () => {
      const alone_ms = percentile(await measure(quiet), P99);
      const running = flood(loud);
      const beside_ms = percentile(await measure(quiet), P99);
      const result = await running;
      refused += result.non2xx;
      served += result['2xx'];
      return { 'alone ms': alone_ms, 'beside ms': beside_ms, ratio: beside_ms / alone_ms };
    });
    const figures = { ...samples, 'flood served': served, 'flood refused': refused };
    return [
      {
        title: 'p99 of GET /inventory',
        columns: Object.keys(figures),
        key: 'ratio',
        rows: [
          {
            name: `beside ${FLOOD_CONNECTIONS} connections of another tenant`,
            figures,
            goal: { at_most: RATIO_MAX },
          },
        ],
      },
    ];
  },
};
