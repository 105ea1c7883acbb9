import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { personas } from '#fixtures/personas';
import { LIMITS } from '#spec';
import { stopwatchMs } from '#mock/ports/clock';
import { pause } from '#mock/ports/timer';
import { Pool } from 'undici';
import type { Benchmark, Row, Table } from './benchmark.ts';
import { headersOf } from './connection.ts';
import type { Behaviour, Receivers } from './delivery-receivers.ts';
import { openReceivers } from './delivery-receivers.ts';
import { readMemory } from './process-figures.ts';
import type { ServerProcess } from './server-process.ts';
import { startMock } from './server-process.ts';
import { percentile } from './statistics.ts';

const SUBSCRIPTIONS = 10_000;
/** WHK-10: the most that a team can have. */
const TEAMS = SUBSCRIPTIONS / LIMITS.subscriptions_per_team_max;
/** Of each hundred subscriptions: one dead (half of them refuse the connection, half never answer), and one slow. */
const UNHEALTHY: Readonly<Record<number, Behaviour>> = { 33: 'refusing', 66: 'slow', 133: 'silent', 166: 'slow' };
const SECONDS = 60;
/** Each goes to one team, so each queues twenty deliveries. */
const EVENTS_PER_SECOND = 20;
const P99_MAX_MS = 1_000;
const CONNECTIONS = 8;
const EVENT_TYPE = 'analysis.sample_received';

export const deliveries: Benchmark = {
  summary: `first attempts with ${SUBSCRIPTIONS.toLocaleString('en')} subscriptions, 1 % of them dead and 1 % slow (9 s)`,
  is_long: true,
  run: async (report) => {
    const folder = mkdtempSync(join(tmpdir(), 'gristmill-deliveries-'));
    try {
      return [await measure(folder, report)];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** The load, the mock, and its receivers. */
interface Scene {
  server: ServerProcess;
  receivers: Receivers;
  emit: (team: number) => Promise<void>;
  healthyOf: (team: number) => number;
}

async function measure(folder: string, report: (progress: string) => void): Promise<Table> {
  const fixtures = join(folder, 'teams.json');
  writeFileSync(fixtures, JSON.stringify(makeTeams()));
  await using receivers = await openReceivers();
  await using server = await startMock(['--fixtures', fixtures, '--db', join(folder, 'world.db')]);
  const pool = new Pool(new URL(server.base_url).origin, { connections: CONNECTIONS });
  await using closing = new AsyncDisposableStack();
  closing.defer(() => pool.close());
  const post = async (path: string, token: string, body: object): Promise<void> => {
    const headers = { ...headersOf(token), 'content-type': 'application/json' };
    const { statusCode, body: answer } = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (statusCode !== 201) throw new Error(`POST ${path} returned ${statusCode}: ${text}`);
  };
  report(`${SUBSCRIPTIONS} subscriptions`);
  for (let team = 0; team < TEAMS; team += 1) {
    const numbers = subscriptionsOf(team);
    await Promise.all(
      numbers.map((number) =>
        post('/v1/webhooks', `bench_${team}`, { url: receivers.urlOf(behaviourOf(number), number), events: [EVENT_TYPE] }),
      ),
    );
  }
  const inventory_id = await findLot(pool);
  const scene: Scene = {
    server,
    receivers,
    emit: (team) => post('/_gristmill/analyses', '', { type: 'sample_received', inventory_id, team_id: `tm_bench_${team}` }),
    healthyOf: (team) => subscriptionsOf(team).filter((number) => behaviourOf(number) === 'healthy').length,
  };
  const rows = [await measureSteadily(scene, report), await measureBurst(scene, report)];
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  return {
    title: `first attempts at healthy receivers (load average ${load})`,
    columns: ['p50 ms', 'p99 ms', 'deliveries per second', 'resident MB', 'peak MB'],
    rows,
  };
}

/** Events at a steady rate, each to the next team. */
async function measureSteadily({ server, receivers, emit, healthyOf }: Scene, report: (progress: string) => void): Promise<Row> {
  const begun_ms = stopwatchMs();
  const never = new AbortController().signal;
  const sent: Promise<void>[] = [];
  let wanted = 0;
  for (let event = 0; event < SECONDS * EVENTS_PER_SECOND; event += 1) {
    const team = event % TEAMS;
    wanted += healthyOf(team);
    sent.push(emit(team));
    if (event % EVENTS_PER_SECOND === 0) report(`${receivers.latencies_ms.length} deliveries`);
    await pause(begun_ms + ((event + 1) * 1000) / EVENTS_PER_SECOND - stopwatchMs(), never);
  }
  await Promise.all(sent);
  await receivers.count(wanted);
  const rate = wanted / ((stopwatchMs() - begun_ms) / 1000);
  const name = `${EVENTS_PER_SECOND} events per second to 20 subscriptions each, for ${SECONDS} s`;
  return { name, figures: figuresOf(server, receivers.latencies_ms, rate), limit: { column: 'p99 ms', at_most: P99_MAX_MS } };
}

/** One event to every team at the same time, to see how many deliveries the mock makes per second. */
async function measureBurst({ server, receivers, emit, healthyOf }: Scene, report: (progress: string) => void): Promise<Row> {
  report('burst');
  const before = receivers.latencies_ms.length;
  const begun_ms = stopwatchMs();
  const teams = Array.from({ length: TEAMS }, (_, team) => team);
  const wanted = teams.reduce((sum, team) => sum + healthyOf(team), 0);
  await Promise.all(teams.map(emit));
  await receivers.count(before + wanted);
  const rate = wanted / ((stopwatchMs() - begun_ms) / 1000);
  const name = `${TEAMS} events to 20 subscriptions each, all at once`;
  return { name, figures: figuresOf(server, receivers.latencies_ms.slice(before), rate) };
}

function figuresOf({ pid }: ServerProcess, latencies_ms: readonly number[], rate: number): Record<string, number> {
  const { resident_mb, peak_mb } = readMemory(pid);
  return {
    'p50 ms': percentile(latencies_ms, 50),
    'p99 ms': percentile(latencies_ms, 99),
    'deliveries per second': rate,
    'resident MB': resident_mb,
    ...(peak_mb === undefined ? {} : { 'peak MB': peak_mb }),
  };
}

function behaviourOf(number: number): Behaviour {
  return UNHEALTHY[number % 200] ?? 'healthy';
}

function subscriptionsOf(team: number): number[] {
  return Array.from(
    { length: LIMITS.subscriptions_per_team_max },
    (_, index) => team * LIMITS.subscriptions_per_team_max + index,
  );
}

async function findLot(pool: Pool): Promise<string> {
  const { body } = await pool.request({ method: 'GET', path: '/v1/inventory?limit=1', headers: headersOf('dev_buyer') });
  // The mock's own page.
  const { items } = (await body.json()) as { items: { id: string }[] };
  const id = items[0]?.id;
  if (id === undefined) throw new Error('the world has no lot');
  return id;
}

/** Teams with a token each, as a fixtures file. */
function makeTeams(): object {
  const created_at = '2026-01-01T00:00:00.000Z';
  const numbers = Array.from({ length: TEAMS }, (_, team) => team);
  return {
    teams: numbers.map((team) => ({
      id: `tm_bench_${team}`,
      name: `Team ${team}`,
      type: 'buyer',
      is_verified_elevator: false,
      has_good_credit: true,
      created_at,
    })),
    users: numbers.map((team) => ({
      id: `usr_bench_${team}`,
      name: `User ${team}`,
      email: `user${team}@example.com`,
      created_by_client_id: null,
      created_at,
    })),
    memberships: numbers.map((team) => ({ team_id: `tm_bench_${team}`, user_id: `usr_bench_${team}`, role: 'owner' })),
    tokens: numbers.map((team) => ({
      token: `bench_${team}`,
      client_id: personas.buyer.client_id,
      user_id: `usr_bench_${team}`,
      team_id: `tm_bench_${team}`,
      scopes: 'webhooks.read webhooks.write',
      livemode: true,
      expires_at: null,
      created_at,
    })),
  };
}
