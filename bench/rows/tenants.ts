import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { pause } from '#mock/ports/timer';
import { collectSamples, type Benchmark, type ReportProgress, type Row } from '../kit/benchmark.ts';
import { openConnection } from '../kit/connection.ts';
import { startBare, startMock } from '../kit/server-process.ts';
import { percentile } from '../kit/statistics.ts';
import { openTemporaryFolder } from '../kit/temporary-folder.ts';

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
const PATH = '/inventory?limit=20';

interface Tenant {
  base_url: string;
  access_token: string;
}

/** Invites a tenant, redeems the invitation, and mints a token in its world. */
async function invite(base_url: string, name: string): Promise<Tenant> {
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

async function post<Result>(url: string, token: string | undefined, body: object): Promise<Result> {
  const authorization: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const headers = { 'Content-Type': 'application/json', ...authorization };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} responded ${response.status}: ${await response.text()}`);
  // The control plane's response.
  return (await response.json()) as Result;
}

/** The durations of paced requests, in ms. */
async function measure({ base_url, access_token }: Tenant): Promise<number[]> {
  await using connection = openConnection(base_url, access_token);
  const durations: number[] = [];
  const never = new AbortController().signal;
  for (let n = 0; n < REQUESTS_PER_ROUND; n += 1) {
    const started_ms = performance.now();
    await connection.get(PATH);
    durations.push(performance.now() - started_ms);
    await pause(PAUSE_MS, never);
  }
  return durations;
}

/** Sends requests of a tenant from a worker thread, as fast as they are answered. */
function flood({ base_url, access_token }: Tenant): Promise<autocannon.Result> {
  return autocannon({
    url: `${base_url}${PATH}`,
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
    using folder = openTemporaryFolder();
    await using server = await startMock(['--shared'], { GRISTMILL_ADMIN_TOKEN: ADMIN_TOKEN });
    const [quiet, loud] = [await invite(server.base_url, 'quiet'), await invite(server.base_url, 'loud')];
    await using connection = openConnection(quiet.base_url, quiet.access_token);
    const body: unknown = JSON.parse((await connection.get(PATH)).text);
    const routes = join(folder.path, 'routes.json');
    writeFileSync(routes, JSON.stringify([{ method: 'GET', path: '/v1/inventory', status: 200, body }]));
    await using peer = await startBare('limited', routes);
    const rows: Row[] = [
      {
        name: `beside ${FLOOD_CONNECTIONS} connections of another tenant`,
        figures: await compare('a quiet tenant', quiet, loud, report),
        goal: { at_most: RATIO_MAX },
      },
      {
        name: 'the same on Express with response.json and a limit of 50 requests per second for each token',
        figures: await compare(
          'a quiet client of Express',
          { base_url: peer.base_url, access_token: 'quiet' },
          { base_url: peer.base_url, access_token: 'loud' },
          report,
        ),
      },
    ];
    return [{ title: 'p99 of GET /inventory', columns: Object.keys(rows[0]?.figures ?? {}), key: 'ratio', rows }];
  },
};

async function compare(name: string, quiet: Tenant, loud: Tenant, report: ReportProgress): Promise<Row['figures']> {
  await measure(quiet);
  let refused = 0;
  let served = 0;
  const samples = await collectSamples({ name, rounds: ROUNDS, report }, async () => {
    const alone_ms = percentile(await measure(quiet), P99);
    const running = flood(loud);
    const beside_ms = percentile(await measure(quiet), P99);
    const result = await running;
    refused += result.non2xx;
    served += result['2xx'];
    return { 'alone ms': alone_ms, 'beside ms': beside_ms, ratio: beside_ms / alone_ms };
  });
  return { ...samples, 'flood served': served, 'flood refused': refused };
}
