/** A database that goes away, cuts connections, or is slow: requests get 503, the process lives, and no event is lost. */
import { text } from 'node:stream/consumers';
import { serve } from '#client/testing/server';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Mock } from '#mock';
import { createMock } from '#mock';
import { startMockProcess } from '../mock-process.ts';
import type { Postgres } from '../postgres.ts';
import { PASSWORD, startPostgres } from '../postgres.ts';
import { runCli, makeFolder } from '../conform/run-cli.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

let database = '';
let made = 0;
beforeEach(async () => {
  made += 1;
  database = await postgres.createDatabase(`resilience_${made}`);
});

interface Answered {
  status: number;
  body: ReturnType<JSON['parse']>;
}

async function call(mock: Mock, persona: string, method: string, path: string, body?: object): Promise<Answered> {
  const response = await fetch(`${mock.base_url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${mock.tokens[persona] ?? ''}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // The tests say what they expect of it.
  return { status: response.status, body: (await response.json()) as Answered['body'] };
}

const BID = { price: { amount: 300, unit: 'MT' }, quantity_mt: 1, delivery: { from: '2027-01-01', to: '2027-02-01' } };

/** Places a bid of the buyer. */
async function bid(mock: Mock, lot: string): Promise<Answered> {
  return call(mock, 'buyer', 'POST', `/inventory/${lot}/bids`, BID);
}

/** Publishes a lot of the seller. */
async function publish(mock: Mock): Promise<string> {
  const place = { latitude: 50.3, longitude: -107.8, nearest_city: 'Swift Current', nearest_province: 'SK' };
  const farm = await call(mock, 'seller', 'POST', '/me/farms', { name: 'Quiet Coulee', ...place });
  const farm_id = String(farm.body.data.id);
  await mock.control('PATCH', `/farms/${farm_id}`, { payment_method: true });
  const grain = { commodity: 'canola', grade: 'No. 1 Canada', quantity_mt: 100, crop_year: 2025, target_price: { amount: 640 } };
  const lot = await call(mock, 'seller', 'POST', '/me/inventory', { farm_id, ...grain });
  return String(lot.body.data.id);
}

test('EVT-16 ERR-1 PostgreSQL is stopped and started: 503 meanwhile, and the event of a change that was acknowledged arrives', async () => {
  const errors: unknown[] = [];
  await using mock = await createMock({ lots: 20, db: database, onError: (error) => errors.push(error) });
  await using receiver = await mock.webhooks.receiver({ as: 'buyer', events: ['bid.rejected'] });
  const lot = await publish(mock);
  const [first, second] = [await bid(mock, lot), await bid(mock, lot)];
  const reject = (placed: Answered): Promise<Answered> =>
    call(mock, 'seller', 'POST', `/bids/${String(placed.body.data.id)}/reject`, {});
  expect((await reject(first)).status).toBe(200);
  await postgres.stop('immediate');
  expect(await reject(second)).toMatchObject({ status: 503, body: { error: { status: 503, code: 'unavailable' } } });
  expect((await fetch(`${mock.control_url}/ready`)).status).toBe(503);
  await postgres.start();
  await expect.poll(async () => (await reject(second)).status).toBe(200);
  const ids = [first, second].map(({ body }) => String(body.data.id));
  await expect.poll(() => new Set(receiver.received.map(({ data }) => data['bid_id']))).toEqual(new Set(ids));
  expect(errors.map(String).join('\n')).toMatch(/PostgreSQL at 127\.0\.0\.1:\d+ /);
  expect(errors.map(String).join('\n')).not.toContain(PASSWORD);
});

test('a connection that is cut in the middle of a transaction: nothing of it is there, and the next request succeeds', async () => {
  await using mock = await createMock({ lots: 20, db: database, onError: () => undefined });
  const { store } = mock.worlds.default;
  const cut = store.write(async (tx) => {
    await tx.insertInto('counters').values({ kind: 'half', next: 1 }).execute();
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await postgres.query(`select pg_terminate_backend(${rows[0]?.pid ?? 0})`);
    await tx.insertInto('counters').values({ kind: 'whole', next: 1 }).execute();
  });
  await expect(cut).rejects.toThrow(/has ended the connection; the mock goes on when it is back/);
  expect((await bid(mock, await publish(mock))).status).toBe(201);
  const kinds = await store.reader.selectFrom('counters').select('kind').where('kind', 'in', ['half', 'whole']).execute();
  expect(kinds).toEqual([]);
});

test('every connection is cut at once: the next requests succeed', async () => {
  await using mock = await createMock({ lots: 20, db: database, onError: () => undefined });
  const lot = await publish(mock);
  await postgres.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gristmill'`);
  await expect.poll(async () => (await bid(mock, lot)).status).toBe(201);
});

test('a statement that takes too long, because another one holds the lock: 503 for all who wait, at the same time, and nothing is written', async () => {
  await using mock = await createMock({ lots: 20, db: `${database}?statement_timeout=1000`, onError: () => undefined });
  const lot = await publish(mock);
  const holder = new Client({ connectionString: database });
  await holder.connect();
  await holder.query(`begin; select id from gristmill.worlds where id = 'default' for update`);
  const begun_ms = performance.now();
  const refused = await Promise.all(Array.from({ length: 8 }, () => bid(mock, lot)));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  expect(performance.now() - begun_ms).toBeLessThan(5_000);
  expect((await call(mock, 'buyer', 'GET', '/bids?limit=1')).status).toBe(200);
  await holder.end();
  const placed = await bid(mock, lot);
  expect(placed.status).toBe(201);
  const { body } = await call(mock, 'seller', 'GET', `/me/inventory/${lot}/bids`);
  expect(body.total).toBe(1);
});

test('more requests than connections: each waits for its turn', async () => {
  await using mock = await createMock({ lots: 20, db: `${database}?max=2` });
  const lot = await publish(mock);
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async (_, turn) => (turn % 2 === 0 ? bid(mock, lot) : call(mock, 'buyer', 'GET', '/bids'))),
  );
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200, 201]));
});

test('EVT-16 ERR-1 a pool without a free connection: every request gets 503 with Retry-After, and no event is lost', async () => {
  const errors: unknown[] = [];
  await using mock = await createMock({ lots: 20, db: `${database}?max=2`, onError: (error) => errors.push(error) });
  await using receiver = await mock.webhooks.receiver({ as: 'buyer', events: ['bid.rejected'] });
  const lot = await publish(mock);
  const [first, second] = [await bid(mock, lot), await bid(mock, lot)];
  const pathOf = (placed: Answered): string => `/bids/${String(placed.body.data.id)}/reject`;
  expect((await call(mock, 'seller', 'POST', pathOf(first), {})).status).toBe(200);
  const { store } = mock.worlds.default;
  const held = [1, 2].map(() => store.read((db) => sql`select pg_sleep(600)`.execute(db)).catch(() => undefined));
  const sleeping = `from pg_stat_activity where query like 'select pg_sleep%' and pid <> pg_backend_pid()`;
  await expect.poll(async () => postgres.query(`select 1 ${sleeping}`)).toHaveLength(2);

  const begun_ms = performance.now();
  const headers = { Authorization: `Bearer ${mock.tokens['seller'] ?? ''}`, 'Content-Type': 'application/json' };
  const send = (method: string, path: string): Promise<Response> => fetch(`${mock.base_url}${path}`, { method, headers });
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => send('POST', pathOf(second))),
    ...Array.from({ length: 6 }, () => send('GET', '/bids')),
  ]);
  expect(performance.now() - begun_ms).toBeLessThan(20_000);
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({ error: { status: 503, code: 'unavailable' } });
  }
  expect(errors.map(String).join('\n')).toContain('raise max=2 in the address');

  await postgres.query(`select pg_cancel_backend(pid) ${sleeping}`);
  await Promise.all(held);
  expect((await call(mock, 'seller', 'POST', pathOf(second), {})).status).toBe(200);
  const ids = [first, second].map(({ body }) => String(body.data.id));
  await expect.poll(() => new Set(receiver.received.map(({ data }) => data['bid_id']))).toEqual(new Set(ids));
});

test('a database that cannot be used is one sentence that names --db, without the password, and exit code 2', async () => {
  using folder = makeFolder();
  await postgres.query(`create role guest login password '${PASSWORD}'`);
  const address = `127.0.0.1:${postgres.port}`;
  const refused: readonly (readonly [db: string, reason: RegExp])[] = [
    [postgres.url('nowhere'), /^gristmill: --db: there is no database 'nowhere' at 127/],
    [
      `postgres://gristmill:wrong-${PASSWORD}@${address}/postgres`,
      /^gristmill: --db: PostgreSQL at \S+ refuses the user 'gristmill'/,
    ],
    [
      `postgres://guest:${PASSWORD}@${address}/postgres`,
      /^gristmill: --db: the user 'guest' lacks rights in the database 'postgres'; run: grant/,
    ],
    [`postgres://gristmill:${PASSWORD}@127.0.0.1:1/postgres`, /^gristmill: --db: PostgreSQL at 127.0.0.1:1 does not answer/],
    [`${database}?max=0`, /^gristmill: --db: max=0 is not valid/],
    [`${database}?schema=Ä`, /^gristmill: --db: schema=\S+ is not valid/],
  ];
  for (const [db, reason] of refused) {
    const { code, stdout, stderr } = await runCli(['mock', '--port', '0', '--json', '--db', db], folder.path);
    expect(stderr).toMatch(reason);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).not.toContain(PASSWORD);
  }
});

test('RTY-10 a process is killed in the middle of an attempt: another one makes it before the lease ends, with the same envelope', async () => {
  const ids: string[] = [];
  // The first attempt gets no answer.
  await using receiver = await serve((request, response) => {
    void (async (): Promise<void> => {
      const { id } = JSON.parse(await text(request)) as { id: string }; // EVT-1
      ids.push(id);
      if (ids.length > 1) response.end('{}');
    })();
  });
  await using one = await startMockProcess(['--db', database, '--lots', '20']);
  await using mock = await createMock({ lots: 20, db: database });
  const subscription = await call(mock, 'buyer', 'POST', '/webhooks', { url: receiver.base_url, events: ['bid.rejected'] });
  expect(subscription.status).toBe(201);
  const placed = await bid(mock, await publish(mock));
  const rejected = await fetch(`${one.addresses.base_url}/bids/${String(placed.body.data.id)}/reject`, {
    method: 'POST',
    headers: { Authorization: 'Bearer dev_seller', 'Content-Type': 'application/json' },
    body: '{}',
  });
  expect(rejected.status).toBe(200);
  await expect.poll(() => ids.length).toBe(1);
  await one.kill('SIGKILL');
  await expect.poll(() => ids.length, { timeout: 4_000 }).toBe(2);
  expect(new Set(ids).size).toBe(1);
  await expect.poll(async () => (await mock.deliveries()).items.map(({ status }) => status)).toEqual(['delivered']);
});
