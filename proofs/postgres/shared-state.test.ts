/** What several mocks on one database know together, besides the worlds: inboxes, what the coach reads, quotas, and metrics. */
import type { HostedMock, Reply } from '#mock/testing/hosted-mock';
import { openHostedMock } from '#mock/testing/hosted-mock';
import type { Traffic } from '#mock/server/journal/traffic';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Postgres } from '../postgres.ts';
import { startPostgres } from '../postgres.ts';

const JOURNAL_ENTRIES = 10;

let postgres: Postgres;
let one: HostedMock;
let two: HostedMock;
const traffics: Traffic[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
  const options = {
    db: await postgres.createDatabase('shared'),
    secret_keys: ['k'.repeat(32)],
    quotas: { journal_entries: JOURNAL_ENTRIES, worlds: 50 },
    // It keeps what it is given.
    coach: (traffic: Traffic) => (traffics.push(traffic), []),
  };
  [one, two] = [await openHostedMock(options), await openHostedMock(options)];
});
afterAll(async () => {
  await one[Symbol.asyncDispose]();
  await two[Symbol.asyncDispose]();
  await postgres.close();
});

/** The control plane of a world, at a mock. */
function controlUrlOf(at: HostedMock, world_id: string): string {
  return `${at.mock.auth_url}/worlds/${world_id}/_gristmill`;
}

function post(url: string, event: string, key?: string): Promise<Response> {
  const headers = { 'SVC-Signature': 't=1,v1=a', 'SVC-Event': event };
  return fetch(key === undefined ? url : `${url}?key=${key}`, { method: 'POST', body: '{}', headers });
}

test('an inbox takes deliveries at every process, keeps the newest of all, and is closed to those who do not know its key', async () => {
  const { token, world } = await one.join('Inbox');
  const [here, there] = [one, two].map((at) => `${controlUrlOf(at, world.id)}/inbox`) as [string, string];
  const readBoth = async (): Promise<Reply['body'][]> => [
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
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => post(n % 2 === 0 ? here : there, `${sent + n}`, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
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
  const granted = await fetch(`${two.mock.auth_url}/worlds/${world.id}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: service?.client_id ?? '',
      client_secret: service?.client_secret ?? '',
      scope: 'market.read',
    }),
  });
  const { access_token } = (await granted.json()) as { access_token: string };
  expect(granted.status).toBe(200);
  for (const at of [one, two]) {
    await at.send(access, 'GET', `${at.mock.base_url}/inventory?limit=1`);
    await at.send(access_token, 'GET', `${at.mock.base_url}/market/commodities`);
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
  const read = (at: HostedMock): Promise<Reply> => at.send(tenant.token, 'GET', `${controlUrlOf(at, tenant.world.id)}/requests`);
  await expect.poll(async () => (await read(two)).body.last_seq).toBe(20);
  expect((await read(one)).body.items.length).toBeGreaterThanOrEqual(JOURNAL_ENTRIES / 2);
  // Long bodies: fewer of them are kept.
  const long = { url: `https://hooks.example/${'x'.repeat(16_000)}`, events: ['nonsense'] };
  for (const at of [one, two, one, two, one, two, one, two, one, two])
    await at.send(token, 'POST', `${at.mock.base_url}/webhooks`, long);
  await expect.poll(async () => (await read(one)).body.last_seq).toBe(30);
  expect(await count()).toBeGreaterThan(0);
  const bytes = `select bytes::int, (select sum(octet_length(entry))::int from gristmill.journal where world_id = '${tenant.world.id}') as sum
    from gristmill.journals where world_id = '${tenant.world.id}'`;
  const [counted] = (await postgres.query(bytes, 'shared')) as [{ bytes: number; sum: number }];
  expect(counted.bytes).toBe(counted.sum);
});
