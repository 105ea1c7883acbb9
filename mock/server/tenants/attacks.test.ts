/** Attacks of a tenant on another tenant, the operator, and the process. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { HostedMock, TestTenant } from '../../testing/hosted-mock.ts';
import type { TestResponse } from '../../testing/open-mock.ts';
import { openHostedMock } from '../../testing/hosted-mock.ts';
import { openReceiver } from '../../testing/receiver.ts';
import { sendRaw } from '../../testing/send-raw.ts';

let t: HostedMock;
let victim: TestTenant;
let attacker: TestTenant;
let own_token: string;
beforeAll(async () => {
  t = await openHostedMock({ lots: 30 });
  victim = await t.join('Victim');
  attacker = await t.join('Attacker');
  own_token = await t.mint(attacker);
});
// After each attack, the victim still has its one world, with its clock unchanged.
afterEach(async () => {
  const worlds = await t.send(victim.token, 'GET', `${t.mock.control_url}/worlds`);
  const items = worlds.body.items as { id: string; now: string }[];
  const [only] = items;
  if (items.length !== 1 || only?.id !== victim.world.id || only.now !== '2026-06-10T12:00:00.000Z')
    throw new Error(`the victim lost something: ${worlds.text}`);
});
afterAll(() => t[Symbol.asyncDispose]());

const PATHS: readonly (readonly [title: string, path: (from: string, to: string) => string])[] = [
  ['dots', (from, to) => `/worlds/${from}/../${to}/_gristmill/clock`],
  ['encoded dots', (from, to) => `/worlds/${from}/%2e%2e/${to}/_gristmill/clock`],
  ['an encoded slash', (from, to) => `/worlds/${from}%2f..%2f${to}/_gristmill/clock`],
  ['an encoded id', (_, to) => `/worlds/%77${to.slice(1)}/_gristmill/clock`],
  ['two slashes', (_, to) => `//worlds/${to}/_gristmill/clock`],
  ['a whole address', (_, to) => `http://localhost/worlds/${to}/_gristmill/clock`],
  ['a world in a world', (from, to) => `/worlds/${from}/worlds/${to}/_gristmill/clock`],
  ['a parameter', (from, to) => `/worlds/${from}/_gristmill/clock?world=${to}`],
  ['a null byte', (_, to) => `/worlds/${to}%00/_gristmill/clock`],
  ['another case', (_, to) => `/Worlds/${to.toUpperCase()}/_gristmill/clock`],
  ['the prototype', () => '/worlds/__proto__/_gristmill/clock'],
];

test.for(PATHS)("a path with %s does not lead to another tenant's world", async ([, pathOf]) => {
  const path = pathOf(attacker.world.id, victim.world.id);
  const response = await sendRaw(t, [`GET ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${attacker.token}`]);
  expect(response).toMatch(/^HTTP\/1\.1 (?:400|401|404) /);
  expect(response).not.toContain('"now"');
});

const AUTHORIZATIONS: readonly (readonly [title: string, lines: () => readonly string[]])[] = [
  [
    "another tenant's world before its own secret",
    () => [`Authorization: Bearer ${victim.world.id}.${own_token.split('.')[1] ?? ''}`],
  ],
  ['two tokens', () => [`Authorization: Bearer ${own_token}`, `Authorization: Bearer ${victim.world.id}.x`]],
  ['two worlds', () => [`Authorization: Bearer ${victim.world.id}.${own_token}`]],
  ['a list', () => [`Authorization: Bearer ${own_token}, Bearer ${victim.world.id}.x`]],
  ['its tenant token', () => [`Authorization: Bearer ${attacker.token}`]],
];

test.for(AUTHORIZATIONS)("an Authorization with %s does not open another tenant's world", async ([title, linesOf]) => {
  const response = await sendRaw(t, [`GET /worlds/${victim.world.id}/v1/bids HTTP/1.1`, 'Host: localhost', ...linesOf()]);
  expect(response, title).toMatch(/^HTTP\/1\.1 401 /);
});

test("violations in a tenant's world reach neither the private network nor another world", async () => {
  await using receiver = await openReceiver();
  const { control_url, base_url } = attacker.world;
  const { body } = await t.send(attacker.token, 'GET', `${control_url}/violations`);
  const names = (body.items as { name: string }[]).map(({ name }) => name).filter((name) => /^(?:WHK|RTY|EVT|SIG)-/.test(name));
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) {
    expect((await t.send(attacker.token, 'PUT', `${control_url}/violations`, { names: [name] })).status).toBe(200);
    await t.send(own_token, 'POST', `${base_url}/webhooks`, { url: receiver.url, events: ['bid.accepted'] });
  }
  await t.send(attacker.token, 'PUT', `${control_url}/violations`, { names: [] });
  await t.send(attacker.token, 'POST', `${control_url}/clock/run`);
  expect(receiver.received).toEqual([]);
  const foreign = await t.send(victim.token, 'GET', `${victim.world.control_url}/violations`);
  expect(foreign.body.on).toEqual([]);
});

const BODIES: readonly (readonly [title: string, method: string, path: string, body: unknown, status: number])[] = [
  ['a world that never expires', 'POST', '/worlds', { ttl: 'none' }, 422],
  ['a world that expires too late', 'POST', '/worlds', { ttl: '365d' }, 422],
  ['secrets that can be computed', 'POST', '/worlds', { test_secrets: true, seed: 'known' }, 409],
  ['an owner for a world', 'POST', '/worlds', { tenant_id: 'x' }, 422],
  ['a file for a world', 'POST', '/worlds', { db: '/tmp/x' }, 422],
  ['a huge world', 'POST', '/worlds', { lots: 100_000 }, 409],
  ['an invitation', 'POST', '/invitations', { name: 'me' }, 403],
  ['a new token for the other tenant', 'POST', '/tenants/x/token', undefined, 403],
  ['a script as a redirect URI', 'POST', '/clients', { name: 'x', kind: 'native', redirect_uris: ['javascript:alert(1)'] }, 422],
  ['a prototype', 'POST', '/tokens', JSON.parse('{"__proto__":{"persona":"buyer"},"persona":"seller","x":1}') as unknown, 422],
  ['a clock beyond its end', 'POST', '/clock/advance', { seconds: 1e300 }, 422],
];

test.for(BODIES)('a tenant requests %s', async ([, method, path, body, status]) => {
  const response = await t.send(attacker.token, method, `${attacker.world.control_url}${path}`, body);
  expect([response.status, response.text]).toEqual([status, response.text]);
});

test('a tenant that is deleted while it creates a world leaves none', async () => {
  const short = await t.join('Short');
  const making = t.send(short.token, 'POST', `${t.mock.control_url}/worlds`);
  await t.operate('DELETE', `/tenants/${short.id}`);
  await making;
  const left = t.mock.worlds.all.filter(({ options }) => options.tenant_id === short.id);
  expect(left).toEqual([]);
});

test('the process survives upgrades, broken pipes, and deleting a world in use', async () => {
  expect(await sendRaw(t, ['GET /v1/bids HTTP/1.1', 'Host: localhost', 'Upgrade: websocket', 'Connection: Upgrade'])).toMatch(
    /^HTTP\/1\.1 (?:400|401) /,
  );
  expect(await sendRaw(t, ['PRI * HTTP/2.0', 'Host: localhost'])).toMatch(/^HTTP\/1\.1 400 /);
  const { body } = await t.send(attacker.token, 'POST', `${t.mock.control_url}/worlds`);
  const { id, control_url, base_url } = body as { id: string; control_url: string; base_url: string };
  const busy = [
    t.send(attacker.token, 'POST', `${control_url}/clock/advance`, { seconds: 86_400 * 3650 }),
    t.send(attacker.token, 'POST', `${control_url}/wait`, { event: {} }),
    t.send(attacker.token, 'POST', `${control_url}/reset`),
    t.send(attacker.token, 'GET', `${base_url}/inventory`),
    t.send(attacker.token, 'DELETE', `${t.mock.control_url}/worlds/${id}`),
    t.send(attacker.token, 'POST', `${control_url}/snapshots`),
  ];
  const responses: TestResponse[] = await Promise.all(busy);
  for (const { status } of responses) expect(status).toBeLessThan(504);
  expect(responses.filter(({ status }) => status === 500)).toEqual([]);
  expect((await t.send(null, 'GET', `${t.mock.auth_url}/ready`)).status).toBe(200);
});
