import { join } from 'node:path';
import { Clock, stopwatchMs } from '#mock/ports/clock';
import type { Postgres } from '#proofs/postgres';
import { startPostgres } from '#proofs/postgres';
import type { Benchmark, Row } from '../kit/benchmark.ts';
import type { Connection } from '../kit/connection.ts';
import { openConnection } from '../kit/connection.ts';
import { readCpuMs } from '../kit/process-figures.ts';
import type { Receivers } from '../kit/receivers.ts';
import { openReceivers } from '../kit/receivers.ts';
import type { ServerProcess } from '../kit/server-process.ts';
import { startMock } from '../kit/server-process.ts';
import { openTemporaryFolder } from '../kit/temporary-folder.ts';
import { openWebhooks, writeTeams } from '../kit/webhooks.ts';

const COUNTS = [1, 2, 3];
const BIDS = 600;
const CLIENTS = 12;
const TEAMS = 10;
const SUBSCRIPTIONS_PER_TEAM = 20;
/** How many events are sent. Each goes to the subscriptions of one team. */
const EVENTS = 60;
const SENDERS = 6;
const MS_PER_SECOND = 1_000;
const COLUMNS = [
  'bids per second',
  'bids per second, 12 worlds',
  'deliveries per second',
  'cores of the mocks',
  'cores of the load',
  'bids, ratio',
  'bids in 12 worlds, ratio',
  'deliveries, ratio',
  'cores of PostgreSQL',
];
const YEAR = Number(new Clock('real').now().slice(0, 4)) + 1;
const BID = {
  price: { amount: 300, unit: 'MT' },
  quantity_mt: 1,
  delivery: { from: `${YEAR}-01-01`, to: `${YEAR}-02-01` },
};

export const processes: Benchmark = {
  summary: 'bids in one world and in 12, and deliveries, per second, with 1, 2, and 3 processes on PostgreSQL, and one on a file',
  runs: 'full',
  run: async ({ report }) => {
    using folder = openTemporaryFolder();
    const teams = join(folder.path, 'teams.json');
    writeTeams(teams, TEAMS);
    report('one process on a file');
    const on_file = await measure(1, join(folder.path, 'world.db'), teams);
    await using postgres = await startPostgres({ is_durable: true });
    const measured: Figures[] = [];
    for (const count of COUNTS) {
      report(`${count} processes on PostgreSQL`);
      const db = await postgres.createDatabase(`processes_${count}`);
      measured.push(await measure(count, db, teams, postgres));
    }
    const rowOf = (name: string, figures: Figures): Row => ({
      name,
      figures: {
        ...figures,
        'bids, ratio': figures['bids per second'] / (measured[0]?.['bids per second'] ?? Number.NaN),
        'bids in 12 worlds, ratio':
          figures['bids per second, 12 worlds'] / (measured[0]?.['bids per second, 12 worlds'] ?? Number.NaN),
        'deliveries, ratio': figures['deliveries per second'] / (measured[0]?.['deliveries per second'] ?? Number.NaN),
      },
    });
    const rows = measured.map((figures, index) => rowOf(`${COUNTS[index]} on PostgreSQL`, figures));
    return [
      {
        title: 'processes with their clients, receivers, and PostgreSQL on this machine',
        columns: COLUMNS,
        key: 'bids per second',
        is_more_better: true,
        rows: [rowOf('1 on a file', on_file), ...rows],
      },
    ];
  },
};

/** Rates, and how many cores each part of the load kept busy. Empty if that is unknown. */
type Figures = Readonly<Record<'bids per second' | 'bids per second, 12 worlds' | 'deliveries per second', number>> &
  Readonly<Record<'cores of the mocks' | 'cores of the load' | 'cores of PostgreSQL', readonly number[]>>;

async function measure(count: number, db: string, teams: string, postgres?: Postgres): Promise<Figures> {
  await using stack = new AsyncDisposableStack();
  const servers: ServerProcess[] = [];
  // The first process creates the world.
  for (let started = 0; started < count; started += 1)
    servers.push(stack.use(await startMock([...(started === 0 ? ['--fixtures', teams] : []), '--db', db])));
  const receivers = stack.use(await openReceivers());
  await subscribe(servers[0], receivers);
  const worlds = await createWorlds(servers[0]);
  // A warm-up of each process and each world, which is not measured.
  for (const server of servers) for (const prefixes of [[''], worlds]) await placeBids([server], BIDS / 10, prefixes);
  const begun_ms = stopwatchMs();
  const before = await readCpu(servers, postgres);
  const bids_ms = await placeBids(servers, BIDS, ['']);
  const spread_ms = await placeBids(servers, BIDS, worlds);
  const deliveries_ms = await emit(servers, receivers);
  const after = await readCpu(servers, postgres);
  const passed_ms = stopwatchMs() - begun_ms;
  const coresOf = (part: keyof Cpu): number[] => {
    const [from_ms, to_ms] = [before[part], after[part]];
    return from_ms === undefined || to_ms === undefined ? [] : [(to_ms - from_ms) / passed_ms];
  };
  return {
    'bids per second': (BIDS * MS_PER_SECOND) / bids_ms,
    'bids per second, 12 worlds': (BIDS * MS_PER_SECOND) / spread_ms,
    'deliveries per second': (EVENTS * SUBSCRIPTIONS_PER_TEAM * MS_PER_SECOND) / deliveries_ms,
    'cores of the mocks': coresOf('mocks_ms'),
    'cores of the load': coresOf('load_ms'),
    'cores of PostgreSQL': coresOf('postgres_ms'),
  };
}

async function subscribe(server: ServerProcess | undefined, receivers: Receivers): Promise<void> {
  if (server === undefined) return;
  await using webhooks = await openWebhooks(server);
  for (let number = 0; number < TEAMS * SUBSCRIPTIONS_PER_TEAM; number += 1)
    await webhooks.subscribe(number % TEAMS, receivers.urlOf('healthy', number));
}

/** Creates a world for each client. @returns the prefixes of their paths */
async function createWorlds(server: ServerProcess | undefined): Promise<readonly string[]> {
  await using connection = openConnection(server?.base_url ?? '');
  const prefixes: string[] = [];
  for (let number = 0; number < CLIENTS; number += 1) {
    // The control plane's response.
    const { id } = JSON.parse((await connection.send('POST', '/_gristmill/worlds', { lots: 20 })).text) as { id: string };
    prefixes.push(`/worlds/${id}`);
  }
  return prefixes;
}

/**
 * Each client sends one bid after the other, to one process and one world.
 * @param worlds the prefixes of their paths
 * @returns the duration in ms
 */
async function placeBids(servers: readonly ServerProcess[], count: number, worlds: readonly string[]): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const clients: Connection[] = [];
  for (let number = 0; number < CLIENTS; number += 1)
    clients.push(stack.use(openConnection(servers[number % servers.length]?.base_url ?? '')));
  const paths = await Promise.all(
    worlds.map(async (prefix) => {
      const page = (await clients[0]?.send('GET', `${prefix}/v1/inventory?limit=1`))?.text ?? '';
      const { items } = JSON.parse(page) as { items: { id: string }[] }; // the mock's own page
      return `${prefix}/v1/inventory/${items[0]?.id ?? ''}/bids`;
    }),
  );
  const turns = Array.from({ length: count }, (_, turn) => turn).values();
  const begun_ms = stopwatchMs();
  await Promise.all(
    clients.map(async (client, number) => {
      for (const _ of turns) await client.send('POST', paths[number % paths.length] ?? '', BID);
    }),
  );
  return stopwatchMs() - begun_ms;
}

/** @returns from the first event to the last delivery, in ms */
async function emit(servers: readonly ServerProcess[], receivers: Receivers): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const senders = await Promise.all(servers.map(async (server) => stack.use(await openWebhooks(server))));
  const begun_ms = stopwatchMs();
  const wanted = receivers.latencies_ms.length + EVENTS * SUBSCRIPTIONS_PER_TEAM;
  const events = Array.from({ length: EVENTS }, (_, event) => event).values();
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (const event of events) await senders[event % senders.length]?.emit(event % TEAMS);
    }),
  );
  await receivers.awaitFirstAttempts(wanted);
  return stopwatchMs() - begun_ms;
}

/** CPU times. Undefined if there is no such process, or if the system does not report them. */
interface Cpu {
  mocks_ms: number | undefined;
  postgres_ms: number | undefined;
  /** The CPU time of this process, which runs the clients and receivers. */
  load_ms: number | undefined;
}

async function readCpu(servers: readonly ServerProcess[], postgres: Postgres | undefined): Promise<Cpu> {
  // The connections of the mocks stay open, and with them their processes in PostgreSQL.
  const rows = await postgres?.query('select pid from pg_stat_activity');
  const backends = rows?.map((row) => (row as { pid: number }).pid); // the column of the query
  return {
    mocks_ms: sumCpuMs(servers.map(({ pid }) => pid)),
    postgres_ms: backends === undefined ? undefined : sumCpuMs(backends),
    load_ms: readCpuMs(process.pid),
  };
}

/** The total CPU time of the processes in ms. Undefined if the system reports none. Processes that have ended do not count. */
function sumCpuMs(pids: readonly number[]): number | undefined {
  const times_ms = pids.map(readCpuMs).filter((time_ms) => time_ms !== undefined);
  return times_ms.length === 0 ? undefined : times_ms.reduce((sum, time_ms) => sum + time_ms, 0);
}
