/** A rolling restart: processes of two versions serve the same worlds at once. The newer one has a migration that the older one lacks. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MockProcess } from '../mock-process.ts';
import { startMockProcess } from '../mock-process.ts';
import type { Postgres } from '../postgres.ts';
import { PASSWORD, startPostgres } from '../postgres.ts';

const NEWER = fileURLToPath(new URL('versions/newer.ts', import.meta.url));
const BREAKING = fileURLToPath(new URL('versions/breaking.ts', import.meta.url));
const LOTS = ['--lots', '20'];

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

interface Answered {
  status: number;
  body: ReturnType<JSON['parse']>;
}

async function call(url: string, method = 'GET', body?: object, persona = 'buyer', key?: string): Promise<Answered> {
  const response = await fetch(url, {
    method,
    headers: {
      Authorization: `Bearer dev_${persona}`,
      'Content-Type': 'application/json',
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // The tests say what they expect of it.
  return { status: response.status, body: (await response.json()) as Answered['body'] };
}

const BID = { price: { amount: 300, unit: 'MT' }, quantity_mt: 1, delivery: { from: '2027-01-01', to: '2027-02-01' } };

/** A listed lot that takes many bids. */
async function findLot(mock: MockProcess): Promise<string> {
  const { body } = await call(`${mock.addresses.base_url}/inventory?limit=1`);
  return String(body.items[0].id);
}

interface Load {
  writes: number;
  /** Everything that did not go as it should. */
  failures: string[];
}

/** The processes that get requests, as a balancer knows them. */
interface Serving {
  processes: readonly MockProcess[];
  /** Ends when those that were asked last have answered. */
  round: Promise<void>;
}

/** Places a bid on one of the processes, and then reads and repeats it on all of them. */
async function placeBid({ processes }: Serving, lot: string, load: Load): Promise<void> {
  load.writes += 1;
  const key = `key-${load.writes}`;
  const expectStatus = (what: string, { status, body }: Answered, expected: boolean): void => {
    if (!expected) load.failures.push(`${what}: ${status} ${JSON.stringify(body)}`);
  };
  const place = ({ addresses }: MockProcess): Promise<Answered> =>
    call(`${addresses.base_url}/inventory/${lot}/bids`, 'POST', BID, 'buyer', key);
  const [writer] = processes.slice(load.writes % processes.length);
  if (writer === undefined) return;
  const placed = await place(writer);
  expectStatus('place', placed, placed.status === 201);
  const id: unknown = placed.body.data?.id;
  for (const process of processes) {
    const read = await call(`${process.addresses.base_url}/bids/${String(id)}`);
    expectStatus('read', read, read.status === 200);
    const repeated = await place(process);
    expectStatus('repeat', repeated, repeated.body.data?.id === id);
  }
}

async function placeBids(serving: Serving, lot: string, stop: AbortSignal): Promise<Load> {
  const load: Load = { writes: 0, failures: [] };
  while (!stop.aborted) {
    serving.round = placeBid(serving, lot, load).catch((error: unknown) => void load.failures.push(String(error)));
    await serving.round;
  }
  return load;
}

test('IDEM-2 a rolling restart to a newer version and back, under load: every write is seen by both, and none fails', async () => {
  const database = await postgres.createDatabase('rolling');
  const start = (main?: string): Promise<MockProcess> => startMockProcess(['--db', database, ...LOTS], { main });
  await using started = new AsyncDisposableStack();
  let current = started.use(await start());
  const serving: Serving = { processes: [current], round: Promise.resolve() };
  const stop = new AbortController();
  const loading = placeBids(serving, await findLot(current), stop.signal);
  const made: string[] = [];
  // Forward, and then back.
  for (const main of [NEWER, undefined]) {
    const added = started.use(await start(main));
    serving.processes = [current, added];
    // A world of each version, on the other one.
    for (const [maker, other] of [[current, added] as const, [added, current] as const]) {
      const { body } = await call(`${maker.addresses.control_url}/worlds`, 'POST', {});
      made.push(String(body.id));
      const there = `${other.addresses.auth_url}/worlds/${String(body.id)}`;
      expect((await call(`${there}/v1/inventory`)).status).toBe(200);
      expect((await call(`${there}/_gristmill/reset`, 'POST')).status).toBe(200);
      expect((await call(`${there}/v1/bids`)).status).toBe(200);
    }
    serving.processes = [added];
    await serving.round;
    await current.kill();
    current = added;
  }
  stop.abort();
  const { writes, failures } = await loading;
  expect(failures).toEqual([]);
  expect(writes).toBeGreaterThan(10);
  const columns = await postgres.query(
    `select table_schema as s from information_schema.columns where table_name = 'bids' and column_name = 'moisture'
      and table_schema not like '%spare%'`,
    'rolling',
  );
  expect(columns.map((row) => Object.values(row as object)[0]).toSorted()).toEqual(
    ['default', ...made].map((id) => `gristmill_${id}`).toSorted(),
  );
  // The newer version has made this world, and a reset by the older one has emptied the table that only the newer one knows.
  expect(await postgres.query(`select * from gristmill_${made[1] ?? ''}.inspections`, 'rolling')).toEqual([]);
});

test('two processes that start at the same time migrate once', async () => {
  const database = await postgres.createDatabase('together');
  await (await startMockProcess(['--db', database, ...LOTS])).kill();
  const both = await Promise.all([1, 2].map(() => startMockProcess(['--db', database, ...LOTS], { main: NEWER })));
  expect(both.map(({ errors }) => errors())).toEqual(['', '']);
  await Promise.all(both.map((each) => each.kill()));
  expect(await postgres.query('select id from gristmill_default.inspections', 'together')).toEqual([{ id: 'ins_1' }]);
});

test('a process that is too old for the schema refuses to start, in one sentence', async () => {
  const database = await postgres.createDatabase('breaking');
  await (await startMockProcess(['--db', database, ...LOTS], { main: BREAKING })).kill();
  const complaint = await startMockProcess(['--db', database]).then(() => 'it started', String);
  expect(complaint.trim().split('\n')).toHaveLength(1);
  expect(complaint).toMatch(
    /ended with 2 .*: gristmill: --db: a newer version of Gristmill has changed .* \(9002-without-index\); start the newer version/,
  );
  expect(complaint).not.toContain(PASSWORD);
});
