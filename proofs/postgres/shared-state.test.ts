/** What several mocks on one database share, besides the worlds: inboxes, the traffic for the coach, quotas, metrics, and the journal. */
import { limitRate } from '#cli/mock/middleware';
import { serve } from '#client/testing/server';
import type { Mock } from '#mock';
import { createMock } from '#mock';
import type { Traffic } from '#mock/server/journal/traffic';
import { openHostedMock, type HostedMock } from '#mock/testing/hosted-mock';
import { postToken } from '#mock/testing/oauth';
import type { TestResponse } from '#mock/testing/open-mock';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { call } from '../call.ts';
import { startPostgres } from '../postgres.ts';

const JOURNAL_ENTRIES = 10;

const postgres = await startPostgres();
afterAll(() => postgres.close());
const traffics: Traffic[] = [];
const SHARED = {
  db: await postgres.createDatabase('shared'),
  secret_keys: ['k'.repeat(32)],
  quotas: { journal_entries: JOURNAL_ENTRIES, worlds: 50 },
  // Records what the mock hands to the coach.
  coach: (traffic: Traffic) => (traffics.push(traffic), []),
};
const [one, two] = [await openHostedMock(SHARED), await openHostedMock(SHARED)];
afterAll(async () => {
  for (const mock of [one, two]) await mock[Symbol.asyncDispose]();
});

function controlUrlOf(at: HostedMock, world_id: string): string {
  return `${at.mock.auth_url}/worlds/${world_id}/_gristmill`;
}

function post(url: string, event: string, key?: string): Promise<Response> {
  const headers = { 'SVC-Signature': 't=1,v1=a', 'SVC-Event': event };
  return fetch(key === undefined ? url : `${url}?key=${key}`, { method: 'POST', body: '{}', headers });
}

test('an inbox takes deliveries at every process, keeps the newest of all, and refuses requests without its key', async () => {
  const { token, world } = await one.join('Inbox');
  const [here, there] = [one, two].map((at) => `${controlUrlOf(at, world.id)}/inbox`) as [string, string];
  const readBoth = async (): Promise<TestResponse['body'][]> => [
    (await one.send(token, 'GET', here)).body,
    (await two.send(token, 'GET', there)).body,
  ];
  const [first, second] = await readBoth();
  const key = new URL(first.url).searchParams.get('key') ?? '';
  expect(new URL(second.url).searchParams.get('key')).toBe(key);
  expect(key.length).toBeGreaterThan(40);
  expect((await post(there, 'guessed')).status).toBe(404);
  expect((await post(there, 'guessed', `${key}x`)).status).toBe(404);

  expect((await post(here, 'first', key)).status).toBe(200);
  await two.send(token, 'PUT', there, { answer: 503 });
  for (let sent = 0; sent < 110; sent += 10) {
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => post(n % 2 === 0 ? here : there, `${sent + n}`, key)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]));
  }
  const [seen, same] = await readBoth();
  expect(seen.items).toEqual(same.items);
  expect(seen).toMatchObject({ answer: 503, last_seq: 111 });
  expect(seen.items.map(({ seq }: { seq: number }) => seq)).toEqual(Array.from({ length: 100 }, (_, n) => n + 12));
  expect((await one.send(token, 'DELETE', here)).body).toEqual({ deleted: 100 });
  expect((await two.send(token, 'GET', there)).body.items).toEqual([]);
});

test('the coach of each process reads the requests, tokens, and deliveries of all, until one of them forgets these', async () => {
  const tenant = await one.join('Coached');
  const { token, world, clients } = tenant;
  const access = await one.mint(tenant);
  const service = clients.find(({ kind }) => kind === 'machine');
  const granted = await postToken(`${two.mock.auth_url}/worlds/${world.id}`, {
    grant_type: 'client_credentials',
    client_id: service?.client_id,
    client_secret: service?.client_secret,
    scope: 'market.read',
  });
  expect(granted.status).toBe(200);
  for (const at of [one, two]) {
    await at.send(access, 'GET', `${at.mock.base_url}/inventory?limit=1`);
    await at.send(granted.body.access_token, 'GET', `${at.mock.base_url}/market/commodities`);
  }
  const readAt = async (at: HostedMock): Promise<string[][]> => {
    traffics.length = 0;
    await at.send(token, 'GET', `${controlUrlOf(at, world.id)}/coach`);
    return traffics.map(({ exchanges }) => exchanges.map(({ purpose }) => purpose).toSorted());
  };
  const expected = [
    ['listInventory', 'listInventory'],
    ['listMarketCommodities', 'listMarketCommodities', 'token'],
  ];
  for (const at of [one, two]) await expect.poll(() => readAt(at)).toEqual(expected);
  await one.send(token, 'DELETE', `${controlUrlOf(one, world.id)}/coach`);
  expect(await readAt(two)).toEqual([]);
});

test('requests_per_second holds for a tenant over all processes, its headers agree, and another tenant has its own', async () => {
  const RATE = 4;
  const options = {
    db: await postgres.createDatabase('rates'),
    secret_keys: ['k'.repeat(32)],
    quotas: { requests_per_second: RATE },
  };
  await using first = await openHostedMock(options);
  await using second = await openHostedMock(options);
  const flood = await first.join('Flood');
  const quiet = await second.join('Quiet');
  const tokens = [await first.mint(flood), await second.mint(quiet)];
  const read = (at: HostedMock, token = ''): Promise<TestResponse> =>
    at.send(token, 'GET', `${at.mock.base_url}/inventory?limit=1`);
  // So that both know whose the worlds are.
  await expect.poll(() => [first, second].map(({ mock }) => mock.worlds.all.length)).toEqual([3, 3]);
  await postgres.query('delete from gristmill.rates', 'rates');
  const began_ms = performance.now();
  let ended_ms = began_ms;
  const sent = Array.from({ length: 40 }, async (_, n) => {
    const reply = await read(n % 2 === 0 ? first : second, tokens[0]);
    if (reply.status === 200) ended_ms = performance.now();
    return reply;
  });
  const replies = await Promise.all(sent);
  const accepted = replies.filter(({ status }) => status === 200);
  const refused = replies.filter(({ status }) => status === 429);
  expect([accepted.length + refused.length, refused.length > 0]).toEqual([sent.length, true]);
  expect(accepted.length).toBeGreaterThanOrEqual(RATE);
  expect(accepted.length).toBeLessThanOrEqual(RATE + Math.ceil(((ended_ms - began_ms) / 1000) * RATE));
  const remaining = accepted.map(({ headers }) => /remaining=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1]);
  for (const left of ['3', '2', '1', '0']) expect(remaining).toContain(left);
  for (const { headers } of refused) {
    expect(headers.get('Retry-After')).toBe('1');
    expect(headers.get('RateLimit')).toBe('limit=4, remaining=0, reset=1');
  }
  expect((await read(first, tokens[1])).status).toBe(200);
});

/** The gauges that are the same at every process, by name and labels. */
async function readShared({ control_url }: Mock): Promise<Record<string, number>> {
  const text = await (await fetch(`${control_url}/metrics`)).text();
  const families = text.split(/^# HELP /m).filter((family) => family.includes('The same at every process.'));
  const lines = families.flatMap((family) => family.split('\n').slice(2)).filter((line) => line !== '');
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
}

test('metrics that describe what processes share are right at each of them, and the coach of each knows all deliveries', async () => {
  const db = await postgres.createDatabase('metrics');
  await using receiver = await serve((_request, response) => void response.writeHead(503).end());
  const coached: Traffic[] = [];
  const options = { db, lots: 20, coach: (traffic: Traffic) => (coached.push(traffic), []) };
  await using first = await createMock(options);
  await using second = await createMock(options);
  const hook = { url: receiver.base_url, events: ['queue.congestion_started'] };
  expect((await call('dev_elevator', 'POST', `${second.base_url}/webhooks`, { body: hook })).status).toBe(201);
  const { items } = await first.control<{ items: { id: number }[] }>('GET', '/records/locations');
  await first.control('POST', `/locations/${items[0]?.id ?? 0}/queue`, { trucks_waiting: 1_000 });
  await expect.poll(async () => (await second.deliveries()).items.length).toBe(1);
  await second.control('POST', '/worlds', { lots: 20 });
  const [here, there] = [await readShared(first), await readShared(second)];
  const { gristmill_clock_offset_seconds: offset = NaN, ...rest } = here;
  expect(there).toMatchObject(rest);
  expect(there['gristmill_clock_offset_seconds']).toBeCloseTo(offset, 1);
  expect(rest).toMatchObject({
    gristmill_worlds: 2,
    gristmill_outbox_queued: 1,
    'gristmill_subscriptions{state="active"}': 1,
    gristmill_delivery_lag_seconds: 0,
  });
  for (const at of [first, second]) {
    await call('dev_elevator', 'GET', `${at.base_url}/delivery-locations`);
    const read = async (): Promise<string[]> => {
      coached.length = 0;
      await at.control('GET', '/coach');
      return coached.flatMap(({ deliveries }) => deliveries.map(({ event }) => event));
    };
    await expect.poll(read).toEqual(['queue.congestion_started']);
  }
});

test('--rate-limit holds for a caller over all processes', async () => {
  const db = await postgres.createDatabase('callers');
  await using first: Mock = await createMock({ db, lots: 20, before: [limitRate(3, () => first.worlds)] });
  await using second: Mock = await createMock({ db, lots: 20, before: [limitRate(3, () => second.worlds)] });
  const outcomes: string[] = [];
  for (let sent = 0; sent < 6; sent += 1) {
    const { status, headers } = await call('dev_buyer', 'GET', `${(sent % 2 === 0 ? first : second).base_url}/bids`);
    outcomes.push(`${status} ${/remaining=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1] ?? ''}`);
  }
  expect(outcomes).toEqual(['200 2', '200 1', '200 0', '429 0', '429 0', '429 0']);
});

test('a process that is stopped loses no request of the journal', async () => {
  const db = await postgres.createDatabase('stopped');
  const first = await createMock({ db, lots: 20 });
  await using second = await createMock({ db, lots: 20 });
  // The journal cannot be written until the process is stopping.
  const holder = new Client({ connectionString: db });
  await holder.connect();
  await holder.query(`begin; select 1 from gristmill.journals where world_id = 'default' for update`);
  await Promise.all(Array.from({ length: 300 }, () => call('dev_buyer', 'GET', `${first.base_url}/grades`)));
  const closed = first.close();
  await expect.poll(async () => fetch(first.base_url).catch(() => 'closed')).toBe('closed');
  const { rows } = await holder.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity where datname = 'stopped' and wait_event_type = 'Lock'`,
  );
  expect(rows).toEqual([{ waiting: 1 }]);
  await holder.end();
  await closed;
  expect((await second.requests({ limit: 1_000 })).items).toHaveLength(300);
});

test('the journal of a tenant keeps its quota over all processes, in requests and in bytes', async () => {
  const tenant = await one.join('Journal');
  const token = await one.mint(tenant);
  const count = async (): Promise<number> => {
    const rows = await postgres.query(
      `select count(*)::int as n, sum(octet_length(entry))::int as bytes from gristmill.journal where world_id = '${tenant.world.id}'`,
      'shared',
    );
    const [row] = rows as [{ n: number; bytes: number | null }];
    expect(row.bytes ?? 0).toBeLessThanOrEqual(JOURNAL_ENTRIES * 8_192);
    return row.n;
  };
  for (let sent = 0; sent < 10; sent += 1) {
    await Promise.all([one, two].map((at) => at.send(token, 'GET', `${at.mock.base_url}/inventory?limit=1`)));
    expect(await count()).toBeLessThanOrEqual(JOURNAL_ENTRIES);
  }
  const read = (at: HostedMock): Promise<TestResponse> =>
    at.send(tenant.token, 'GET', `${controlUrlOf(at, tenant.world.id)}/requests`);
  await expect.poll(async () => (await read(two)).body.last_seq).toBe(20);
  expect((await read(one)).body.items.length).toBeGreaterThanOrEqual(JOURNAL_ENTRIES / 2);
  // Long bodies: fewer of them are kept.
  const long = { url: `https://hooks.example/${'x'.repeat(16_000)}`, events: ['nonsense'] };
  const LONG = 13;
  for (let sent = 0; sent < LONG; sent += 1) {
    const at = sent % 2 === 0 ? one : two;
    await at.send(token, 'POST', `${at.mock.base_url}/webhooks`, long);
  }
  await expect.poll(async () => (await read(one)).body.last_seq).toBe(20 + LONG);
  expect(await count()).toBeGreaterThan(0);
  const bytes = `select bytes::int, (select sum(octet_length(entry))::int from gristmill.journal where world_id = '${tenant.world.id}') as sum
    from gristmill.journals where world_id = '${tenant.world.id}'`;
  const [counted] = (await postgres.query(bytes, 'shared')) as [{ bytes: number; sum: number }];
  expect(counted.bytes).toBe(counted.sum);
});
