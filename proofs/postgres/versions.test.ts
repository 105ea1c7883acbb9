/** A rolling restart: processes of two versions serve the same worlds at once. The newer one has a migration that the older one lacks. */
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { TestResponse } from '#mock/testing/open-mock';
import { BID, call } from '../call.ts';
import type { MockProcess } from '#client/testing/mock-process';
import { startMockProcess } from '#client/testing/mock-process';
import { PASSWORD, startPostgres } from '../postgres.ts';

const NEWER = fileURLToPath(new URL('versions/newer.ts', import.meta.url));
const BREAKING = fileURLToPath(new URL('versions/breaking.ts', import.meta.url));
const LOTS = ['--lots', '20'];

const BUYER = 'dev_buyer';

const postgres = await startPostgres();
afterAll(() => postgres.close());

/** A listed lot that takes many bids. */
async function findLot(mock: MockProcess): Promise<string> {
  const { body } = await call(BUYER, 'GET', `${mock.addresses.base_url}/inventory?limit=1`);
  return String(body.items[0].id);
}

interface Load {
  writes: number;
  /** Every response that is not the expected one. */
  failures: string[];
}

/** The processes that get requests, as a balancer knows them. */
interface Serving {
  processes: readonly MockProcess[];
  /** Resolves when they have responded to the last requests. */
  round: Promise<void>;
}

/** Places a bid on one of the processes, and then reads and repeats it on all of them. */
async function placeBid({ processes }: Serving, lot: string, load: Load): Promise<void> {
  load.writes += 1;
  const headers = { 'Idempotency-Key': `key-${load.writes}` };
  const ensure = (is_expected: boolean, what: string, { status, text }: TestResponse): void => {
    if (!is_expected) load.failures.push(`${what}: ${status} ${text}`);
  };
  const place = ({ addresses }: MockProcess): Promise<TestResponse> =>
    call(BUYER, 'POST', `${addresses.base_url}/inventory/${lot}/bids`, { body: BID, headers });
  const [writer] = processes.slice(load.writes % processes.length);
  if (writer === undefined) return;
  const placed = await place(writer);
  ensure(placed.status === 201, 'place', placed);
  const id: unknown = placed.body.data?.id;
  for (const process of processes) {
    const read = await call(BUYER, 'GET', `${process.addresses.base_url}/bids/${String(id)}`);
    ensure(read.status === 200, 'read', read);
    const repeated = await place(process);
    ensure(repeated.body.data?.id === id, 'repeat', repeated);
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
      const { body } = await call(null, 'POST', `${maker.addresses.control_url}/worlds`, { body: {} });
      made.push(String(body.id));
      const there = `${other.addresses.auth_url}/worlds/${String(body.id)}`;
      expect((await call(BUYER, 'GET', `${there}/v1/inventory`)).status).toBe(200);
      expect((await call(null, 'POST', `${there}/_gristmill/reset`)).status).toBe(200);
      expect((await call(BUYER, 'GET', `${there}/v1/bids`)).status).toBe(200);
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
