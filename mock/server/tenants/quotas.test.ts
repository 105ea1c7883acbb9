/** Every quota refuses with its name, its value, and what to do. It does not affect other tenants. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HostedMock, TestTenant } from '../../testing/hosted-mock.ts';
import type { TestResponse } from '../../testing/open-mock.ts';
import { openHostedMock } from '../../testing/hosted-mock.ts';
import type { QuotaName } from '../quotas.ts';

let t: HostedMock;
beforeAll(async () => {
  const many = { requests_per_second: 1_000, concurrent_requests: 100 };
  t = await openHostedMock({
    quotas: { ...many, worlds: 2, lots: 40, subscriptions: 2, tokens: 3, snapshots: 1, streams: 2, journal_entries: 10 },
  });
});
afterAll(() => t[Symbol.asyncDispose]());

/** Sends the request until it is refused. */
async function exhaust(send: () => Promise<TestResponse>): Promise<{ accepted: number; refused: TestResponse }> {
  for (let accepted = 0; accepted < 20; accepted += 1) {
    const reply = await send();
    if (reply.status >= 400) return { accepted, refused: reply };
  }
  throw new Error('it was never refused');
}

const HOOK = { url: 'https://hooks.example/grain', events: ['bid.accepted'] };
type Send = (tenant: TestTenant, token: string) => Promise<TestResponse>;

/** The limit, how many are accepted in a new world, and what asks for one more. */
const REFUSED: readonly (readonly [name: QuotaName, limit: number, accepted: number, send: Send])[] = [
  ['worlds', 2, 1, (tenant) => t.send(tenant.token, 'POST', `${t.mock.control_url}/worlds`)],
  ['lots', 40, 0, (tenant) => t.send(tenant.token, 'POST', `${t.mock.control_url}/worlds`, { lots: 41 })],
  ['subscriptions', 2, 2, ({ world }, token) => t.send(token, 'POST', `${world.base_url}/webhooks`, HOOK)],
  // One was minted to send the others.
  ['tokens', 3, 2, ({ token, world }) => t.send(token, 'POST', `${world.control_url}/tokens`, { persona: 'buyer' })],
  ['snapshots', 1, 1, ({ token, world }) => t.send(token, 'POST', `${world.control_url}/snapshots`)],
];

test.for(REFUSED)('%s: at most %i', async ([name, limit, accepted, send]) => {
  const tenant = await t.join(name);
  const token = await t.mint(tenant);
  const outcome = await exhaust(() => send(tenant, token));
  expect([outcome.accepted, outcome.refused.status]).toEqual([accepted, 409]);
  expect(outcome.refused.body.error.message).toMatch(
    new RegExp(`^The limit is ${limit} .*\\(quota ${name}\\): .*, or ask the operator for more\\.$`),
  );
  // Another tenant still has its whole quota.
  const other = await t.join(`${name} of another`);
  const first = await send(other, await t.mint(other));
  expect(first.status).toBe(accepted === 0 ? 409 : 201);
});

test('rows: every new record counts, and a reset frees them', async () => {
  await using small = await openHostedMock({ quotas: { rows: 1 } });
  const tenant = await small.join('Full');
  const token = await small.mint(tenant);
  const refused = await small.send(token, 'POST', `${tenant.world.base_url}/webhooks`, HOOK);
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    expect.stringContaining('The limit is 1 records per world (quota rows)'),
  ]);
  expect((await small.send(token, 'GET', `${tenant.world.base_url}/inventory`)).status).toBe(200);
  const offered = await small.send(tenant.token, 'POST', `${tenant.world.control_url}/analyses`, {
    type: 'sample_received',
    inventory_id: 'x',
    team_id: 'y',
  });
  expect(offered.status).toBe(409);
});

test('journal_entries: a journal keeps the newest requests', async () => {
  const tenant = await t.join('Reader');
  const token = await t.mint(tenant);
  for (let n = 0; n < 25; n += 1) await t.send(token, 'GET', `${tenant.world.base_url}/inventory?limit=1`);
  const { body } = await t.send(tenant.token, 'GET', `${tenant.world.control_url}/requests`);
  expect(body.items.length).toBeLessThanOrEqual(10);
  expect(body.last_seq).toBe(25);
});

test('requests_per_second: the excess gets 429 with Retry-After, for that tenant only', async () => {
  await using slow = await openHostedMock({ quotas: { requests_per_second: 5 } });
  const flood = await slow.join('Flood');
  const quiet = await slow.join('Quiet');
  const tokens = [await slow.mint(flood), await slow.mint(quiet)];
  const read = (n: 0 | 1): Promise<TestResponse> => slow.send(tokens[n] ?? '', 'GET', `${slow.mock.base_url}/inventory?limit=1`);
  // So many that a slow machine, which allows five more each second, still rejects some.
  const responses = await Promise.all(Array.from({ length: 40 }, () => read(0)));
  const refused = responses.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(5);
  for (const { headers, body } of refused) {
    expect(headers.get('Retry-After')).toBe('1');
    expect(headers.get('RateLimit-Policy')).toBe('5;w=1');
    expect(body.error.message).toContain('(quota requests_per_second)');
  }
  expect((await read(1)).status).toBe(200);
});

test('streams: the open waits of a tenant are limited, and end with their connection', async () => {
  const tenant = await t.join('Waiting');
  const leave = new AbortController();
  const url = `${tenant.world.control_url}/stream`;
  const open = [1, 2].map(() => fetch(url, { headers: { Authorization: `Bearer ${tenant.token}` }, signal: leave.signal }));
  expect((await Promise.all(open)).map(({ status }) => status)).toEqual([200, 200]);
  const third = await t.send(tenant.token, 'GET', url);
  expect([third.status, third.body.error.message]).toEqual([409, expect.stringContaining('(quota streams)')]);
  leave.abort();
  const again = new AbortController();
  await expect
    .poll(async () => (await fetch(url, { headers: { Authorization: `Bearer ${tenant.token}` }, signal: again.signal })).status)
    .toBe(200);
  again.abort();
});
