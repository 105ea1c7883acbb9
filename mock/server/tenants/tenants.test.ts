/** Tenants of a shared mock: from the invitation to their own worlds, and nothing beyond. */
import { mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { HostedMock } from '../../testing/hosted-mock.ts';
import { ADMIN_TOKEN, openHostedMock } from '../../testing/hosted-mock.ts';

let t: HostedMock;
beforeAll(async () => {
  t = await openHostedMock();
});
afterAll(() => t[Symbol.asyncDispose]());

test('an invitation creates a tenant once, with a world, clients, and a token', async () => {
  const code = await t.invite('Prairie Software');
  const url = `${t.mock.control_url}/redeem`;
  const responses = await Promise.all([1, 2, 3, 4].map(() => t.send(null, 'POST', url, { code })));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 404, 404, 404]);
  const redeemed = responses.find(({ status }) => status === 201)?.body;
  expect(redeemed).toMatchObject({
    tenant: { name: 'Prairie Software', worlds: 1, worlds_max: 3 },
    tenant_token: expect.stringMatching(/^gmt_/),
    world: { id: expect.stringMatching(/^w_[a-z0-9]{26}$/), clients: [{ kind: 'web' }, { kind: 'web' }, { kind: 'machine' }] },
  });
  const listed = await t.operate('GET', '/invitations');
  expect(listed.text).not.toContain(code);
  expect(listed.body.items).toContainEqual(expect.objectContaining({ tenant_id: redeemed.tenant.id }));
  const unknown = await t.send(null, 'POST', url, { code: 'inv_guess' });
  expect(unknown.text).toBe(responses.find(({ status }) => status === 404)?.text);
});

test('an expired or withdrawn invitation looks like one that never existed', async () => {
  const url = `${t.mock.control_url}/redeem`;
  const late = await t.operate('POST', '/invitations', { name: 'Late', expires_in: '1m' });
  const machine = vi.spyOn(Date, 'now').mockReturnValue(Date.parse(late.body.expires_at));
  expect((await t.send(null, 'POST', url, { code: late.body.code })).status).toBe(404);
  machine.mockRestore();
  const withdrawn = await t.operate('POST', '/invitations', { name: 'Gone' });
  expect((await t.operate('DELETE', `/invitations/${String(withdrawn.body.id)}`)).status).toBe(200);
  expect((await t.send(null, 'POST', url, { code: withdrawn.body.code })).status).toBe(404);
});

test('a world is reached by its path and, with its token, at /v1; another token gets 401 without a hint', async () => {
  const tenant = await t.join('By token');
  const token = await t.mint(tenant);
  expect(token.startsWith(`${tenant.world.id}.`)).toBe(true);
  const root = `${t.mock.base_url}/inventory?limit=1`;
  const by_path = await t.send(token, 'GET', `${tenant.world.base_url}/inventory?limit=1`);
  const by_token = await t.send(token, 'GET', root);
  expect([by_path.status, by_token.status]).toEqual([200, 200]);
  expect(by_token.body.items[0].id).toBe(by_path.body.items[0].id);
  const unknown = await t.send('live_unknown', 'GET', root);
  for (const guess of [`${tenant.world.id}.live_guess`, `w_${'a'.repeat(26)}.live_guess`, tenant.token, ADMIN_TOKEN]) {
    const refused = await t.send(guess, 'GET', root);
    expect([refused.status, refused.text]).toEqual([401, unknown.text]);
  }
});

test('client credentials open the world, and their token reaches it from /v1', async () => {
  const tenant = await t.join('Program');
  const machine = tenant.clients.find(({ kind }) => kind === 'machine');
  if (machine === undefined) throw new Error('there is no machine client');
  const granted = await fetch(`${tenant.world.auth_url}/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${machine.client_id}:${machine.client_secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'inventory.read' }),
  });
  const { access_token } = (await granted.json()) as { access_token: string };
  expect(access_token.startsWith(`${tenant.world.id}.`)).toBe(true);
  expect((await t.send(access_token, 'GET', `${t.mock.base_url}/inventory`)).status).toBe(200);
});

describe('a tenant token', () => {
  test('creates, lists, and deletes its own worlds, up to their maximum', async () => {
    const tenant = await t.join('Two worlds', { worlds: 2 });
    const other = await t.join('Other');
    const worlds = `${t.mock.control_url}/worlds`;
    const made = await Promise.all([1, 2, 3].map(() => t.send(tenant.token, 'POST', worlds)));
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(made.find(({ status }) => status === 409)?.body.error.message).toMatch(
      /limit is 2 worlds per tenant \(quota worlds\)/,
    );
    const listed = await t.send(tenant.token, 'GET', worlds);
    expect(listed.body.items).toHaveLength(2);
    expect(listed.text).not.toContain(other.world.id);
    expect((await t.send(tenant.token, 'DELETE', `${worlds}/${other.world.id}`)).status).toBe(404);
    expect((await t.send(tenant.token, 'DELETE', `${worlds}/default`)).status).toBe(404);
    expect((await t.send(tenant.token, 'DELETE', `${worlds}/${tenant.world.id}`)).status).toBe(200);
    expect((await t.send(tenant.token, 'POST', worlds)).status).toBe(201);
  });

  test('that was replaced, or whose tenant was deleted, opens nothing', async () => {
    const tenant = await t.join('Short');
    const renewed = await t.operate('POST', `/tenants/${tenant.id}/token`);
    const worlds = `${t.mock.control_url}/worlds`;
    expect((await t.send(tenant.token, 'GET', worlds)).status).toBe(401);
    expect((await t.send(renewed.body.tenant_token, 'GET', worlds)).status).toBe(200);
    expect((await t.operate('DELETE', `/tenants/${tenant.id}`)).status).toBe(200);
    expect((await t.send(renewed.body.tenant_token, 'GET', worlds)).status).toBe(401);
    expect((await t.operate('GET', `/worlds`)).text).not.toContain(tenant.world.id);
  });
});

test('tenants and their worlds survive a restart, and deleting a world deletes its files', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'gristmill-tenants-'));
  const db = join(folder.path, 'world.db');
  const secret_keys = ['k'.repeat(32)];
  const first = await openHostedMock({ db, secret_keys });
  const tenant = await first.join('Durable');
  const token = await first.mint(tenant);
  const asked = { violations: ['PAGE-10/inbox-without-total'] };
  const broken = await first.send(tenant.token, 'POST', `${first.mock.control_url}/worlds`, asked);
  const armed = new URL(broken.body.control_url).pathname;
  await first.send(tenant.token, 'PUT', `${first.mock.auth_url}${armed}/variants`, { names: ['bare-filters'] });
  await first[Symbol.asyncDispose]();
  await using again = await openHostedMock({ db, secret_keys });
  expect((await again.send(token, 'GET', `${again.mock.base_url}/inventory`)).status).toBe(200);
  for (const [kind, on] of [
    ['violations', asked.violations],
    ['variants', ['bare-filters']],
  ] as const)
    expect((await again.send(tenant.token, 'GET', `${again.mock.auth_url}${armed}/${kind}`)).body.on).toEqual(on);
  const worlds = `${again.mock.control_url}/worlds`;
  expect((await again.send(tenant.token, 'GET', worlds)).body.items).toHaveLength(2);
  await again.send(tenant.token, 'DELETE', `${worlds}/${String(broken.body.id)}`);
  await again.send(tenant.token, 'DELETE', `${worlds}/${tenant.world.id}`);
  await expect.poll(async () => (await readdir(folder.path)).filter((name) => name.includes(tenant.world.id))).toEqual([]);
  expect((await again.send(tenant.token, 'GET', worlds)).body.items).toEqual([]);
});
