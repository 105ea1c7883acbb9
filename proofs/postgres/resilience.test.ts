/** A database that stops, cuts connections, or is slow: requests get 503, the process goes on, and no event is lost. */
import { text } from 'node:stream/consumers';
import { serve } from '#client/testing/server';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Mock } from '#mock';
import { createMock } from '#mock';
import { idIn } from '#mock/testing/responses';
import type { TestResponse } from '#mock/testing/open-mock';
import { BID, call, publishLot } from '../call.ts';
import { makeFolder, runCli } from '../conform/run-cli.ts';
import { startMockProcess } from '#client/testing/mock-process';
import { PASSWORD, startPostgres } from '../postgres.ts';

const BUYER = 'dev_buyer';
const SELLER = 'dev_seller';

const postgres = await startPostgres();
afterAll(() => postgres.close());

let database = '';
let databases = 0;
beforeEach(async () => {
  databases += 1;
  database = await postgres.createDatabase(`resilience_${databases}`);
});

function placeBid({ base_url }: Mock, lot_id: string): Promise<TestResponse> {
  return call(BUYER, 'POST', `${base_url}/inventory/${lot_id}/bids`, { body: BID });
}

/** Publishes a lot and places two bids on it. @returns the ids of the bids, and a function that rejects one of them */
async function placeTwoBids(mock: Mock): Promise<{ ids: [string, string]; reject: (id: string) => Promise<TestResponse> }> {
  const lot_id = await publishLot(mock, SELLER);
  return {
    ids: [idIn(await placeBid(mock, lot_id)), idIn(await placeBid(mock, lot_id))],
    reject: (id) => call(SELLER, 'POST', `${mock.base_url}/bids/${id}/reject`, { body: {} }),
  };
}

test('EVT-16 ERR-1 PostgreSQL is stopped and started: 503 meanwhile, and the event of a change that was acknowledged arrives', async () => {
  const errors: unknown[] = [];
  await using mock = await createMock({ lots: 20, db: database, onError: (error) => errors.push(error) });
  await using receiver = await mock.webhooks.receiver({ as: 'buyer', events: ['bid.rejected'] });
  const { ids, reject } = await placeTwoBids(mock);
  expect((await reject(ids[0])).status).toBe(200);
  await postgres.stop();
  expect(await reject(ids[1])).toMatchObject({ status: 503, body: { error: { status: 503, code: 'unavailable' } } });
  expect((await fetch(`${mock.control_url}/ready`)).status).toBe(503);
  await postgres.start();
  await expect.poll(async () => (await reject(ids[1])).status).toBe(200);
  await expect.poll(() => new Set(receiver.received.map(({ data }) => data['bid_id']))).toEqual(new Set(ids));
  expect(errors.map(String).join('\n')).toMatch(/PostgreSQL at 127\.0\.0\.1:\d+ /);
  expect(errors.map(String).join('\n')).not.toContain(PASSWORD);
});

test('a connection is cut in the middle of a transaction: it leaves nothing behind, and the next request succeeds', async () => {
  await using mock = await createMock({ lots: 20, db: database, onError: () => undefined });
  const { store } = mock.worlds.default;
  const cut = store.write(async (tx) => {
    await tx.insertInto('counters').values({ kind: 'half', next: 1 }).execute();
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await postgres.query(`select pg_terminate_backend(${rows[0]?.pid ?? 0})`);
    await tx.insertInto('counters').values({ kind: 'whole', next: 1 }).execute();
  });
  await expect(cut).rejects.toThrow(/closed the connection; the mock continues when the server is available again/);
  expect((await placeBid(mock, await publishLot(mock, SELLER))).status).toBe(201);
  const kinds = await store.reader.selectFrom('counters').select('kind').where('kind', 'in', ['half', 'whole']).execute();
  expect(kinds).toEqual([]);
});

test('every connection is cut at once: the next requests succeed', async () => {
  await using mock = await createMock({ lots: 20, db: database, onError: () => undefined });
  const lot = await publishLot(mock, SELLER);
  await postgres.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gristmill'`);
  await expect.poll(async () => (await placeBid(mock, lot)).status).toBe(201);
});

test('another connection holds the lock for too long: all requests that wait get 503 at the same time, and write nothing', async () => {
  await using mock = await createMock({ lots: 20, db: `${database}?statement_timeout=1000`, onError: () => undefined });
  const lot = await publishLot(mock, SELLER);
  const holder = new Client({ connectionString: database });
  await holder.connect();
  await holder.query(`begin; select id from gristmill.worlds where id = 'default' for update`);
  const begun_ms = performance.now();
  const refused = await Promise.all(Array.from({ length: 8 }, () => placeBid(mock, lot)));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  expect(performance.now() - begun_ms).toBeLessThan(5_000);
  expect((await call(BUYER, 'GET', `${mock.base_url}/bids?limit=1`)).status).toBe(200);
  await holder.end();
  const placed = await placeBid(mock, lot);
  expect(placed.status).toBe(201);
  const { body } = await call(SELLER, 'GET', `${mock.base_url}/me/inventory/${lot}/bids`);
  expect(body.total).toBe(1);
});

test('more requests than connections: each waits for its turn', async () => {
  await using mock = await createMock({ lots: 20, db: `${database}?max=2` });
  const lot = await publishLot(mock, SELLER);
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async (_, turn) =>
      turn % 2 === 0 ? placeBid(mock, lot) : call(BUYER, 'GET', `${mock.base_url}/bids`),
    ),
  );
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200, 201]));
});

test('EVT-16 ERR-1 a pool without a free connection: every request gets 503 with Retry-After, and no event is lost', async () => {
  const errors: unknown[] = [];
  await using mock = await createMock({ lots: 20, db: `${database}?max=2`, onError: (error) => errors.push(error) });
  await using receiver = await mock.webhooks.receiver({ as: 'buyer', events: ['bid.rejected'] });
  const { ids, reject } = await placeTwoBids(mock);
  expect((await reject(ids[0])).status).toBe(200);
  const { store } = mock.worlds.default;
  const held = [1, 2].map(() => store.read((db) => sql`select pg_sleep(600)`.execute(db)).catch(() => undefined));
  const sleeping = `from pg_stat_activity where query like 'select pg_sleep%' and pid <> pg_backend_pid()`;
  await expect.poll(async () => postgres.query(`select 1 ${sleeping}`)).toHaveLength(2);

  const begun_ms = performance.now();
  const responses = await Promise.all([
    ...Array.from({ length: 6 }, () => reject(ids[1])),
    ...Array.from({ length: 6 }, () => call(SELLER, 'GET', `${mock.base_url}/bids`)),
  ]);
  expect(performance.now() - begun_ms).toBeLessThan(20_000);
  for (const { status, headers, body } of responses) {
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(body).toMatchObject({ error: { status: 503, code: 'unavailable' } });
  }
  expect(errors.map(String).join('\n')).toContain('raise max=2 in the address');

  await postgres.query(`select pg_cancel_backend(pid) ${sleeping}`);
  await Promise.all(held);
  expect((await reject(ids[1])).status).toBe(200);
  await expect.poll(() => new Set(receiver.received.map(({ data }) => data['bid_id']))).toEqual(new Set(ids));
});

test('if the database cannot be used, one sentence names --db but not the password, and the exit code is 2', async () => {
  using folder = makeFolder();
  await postgres.query(`create role guest login password '${PASSWORD}'`);
  const address = `127.0.0.1:${postgres.port}`;
  const refused: readonly (readonly [db: string, reason: RegExp])[] = [
    [postgres.url('nowhere'), /^gristmill: --db: there is no database 'nowhere' at 127/],
    [
      `postgres://gristmill:wrong-${PASSWORD}@${address}/postgres`,
      /^gristmill: --db: PostgreSQL at \S+ rejects the user 'gristmill'/,
    ],
    [
      `postgres://guest:${PASSWORD}@${address}/postgres`,
      /^gristmill: --db: the user 'guest' lacks rights in the database 'postgres'; run: grant/,
    ],
    [`postgres://gristmill:${PASSWORD}@127.0.0.1:1/postgres`, /^gristmill: --db: PostgreSQL at 127.0.0.1:1 does not respond/],
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
  // The first attempt gets no response.
  await using receiver = await serve((request, response) => {
    void (async (): Promise<void> => {
      const { id } = JSON.parse(await text(request)) as { id: string }; // EVT-1
      ids.push(id);
      if (ids.length > 1) response.end('{}');
    })();
  });
  await using one = await startMockProcess(['--db', database, '--lots', '20']);
  await using mock = await createMock({ lots: 20, db: database });
  const hook = { url: receiver.base_url, events: ['bid.rejected'] };
  expect((await call(BUYER, 'POST', `${mock.base_url}/webhooks`, { body: hook })).status).toBe(201);
  const bid_id = idIn(await placeBid(mock, await publishLot(mock, SELLER)));
  const url = `${one.addresses.base_url}/bids/${bid_id}/reject`;
  expect((await call(SELLER, 'POST', url, { body: {} })).status).toBe(200);
  await expect.poll(() => ids.length).toBe(1);
  await one.kill('SIGKILL');
  await expect.poll(() => ids.length, { timeout: 4_000 }).toBe(2);
  expect(new Set(ids).size).toBe(1);
  await expect.poll(async () => (await mock.deliveries()).items.map(({ status }) => status)).toEqual(['delivered']);
});
