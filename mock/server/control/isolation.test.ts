/** No operation of the control plane lets a tenant use the world of another tenant, or an operation of the operator. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HostedMock, type TestTenant, openHostedMock } from '../../testing/hosted-mock.ts';
import { CONTROL_OPERATIONS } from './operations.ts';

let t: HostedMock;
let victim: TestTenant;
let stranger: TestTenant;
let access_token: string;
beforeAll(async () => {
  t = await openHostedMock();
  victim = await t.join('Victim');
  stranger = await t.join('Stranger');
  access_token = await t.mint(stranger);
});
afterAll(() => t[Symbol.asyncDispose]());

const NO_WORLD = 'There is no such world.';
const OF_WORLDS = CONTROL_OPERATIONS.filter(({ audience }) => audience === undefined);
const OF_OPERATOR = CONTROL_OPERATIONS.filter(({ audience }) => audience === 'operator');

function row({ method, path }: { method: string; path: string }): [string, string] {
  return [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'x')];
}

test.each(OF_WORLDS.map(row))(
  "%s %s: another tenant's world looks like one that never existed, and the default one is closed",
  async (method, path) => {
    const foreign = await t.send(stranger.token, method, `${victim.world.control_url}${path}`);
    const nowhere = await t.send(stranger.token, method, `${t.mock.auth_url}/worlds/w_${'x'.repeat(26)}/_gristmill${path}`);
    expect([foreign.status, foreign.body]).toEqual([404, nowhere.body]);
    expect(foreign.body).toMatchObject({ error: { message: NO_WORLD } });
    const root = await t.send(stranger.token, method, `${t.mock.control_url}${path}`);
    expect([root.status, root.body.error.code]).toEqual([403, 'forbidden']);
    for (const token of [null, 'gmt_guess', access_token]) {
      expect((await t.send(token, method, `${victim.world.control_url}${path}`)).status).toBe(401);
    }
  },
);

test.each(OF_OPERATOR.map(row))('%s %s is for the operator only, in every world', async (method, path) => {
  for (const control_url of [t.mock.control_url, stranger.world.control_url, victim.world.control_url]) {
    expect((await t.send(stranger.token, method, `${control_url}${path}`)).status).toBe(403);
  }
});

test("the dashboard and the addresses of another tenant's world are closed", async () => {
  const { send } = t;
  expect((await send(stranger.token, 'GET', `${victim.world.auth_url}/`)).status).toBe(404);
  expect((await send(stranger.token, 'GET', `${stranger.world.auth_url}/`)).status).toBe(200);
  expect((await send(stranger.token, 'GET', t.mock.dashboard_url)).status).toBe(403);
});

test("a snapshot of another tenant's world cannot be forked, restored, or deleted", async () => {
  const taken = await t.send(victim.token, 'POST', `${victim.world.control_url}/snapshots`);
  const { id } = taken.body;
  const own = stranger.world.control_url;
  const forked = await t.send(stranger.token, 'POST', `${own}/worlds`, { snapshot: id });
  const unknown = await t.send(stranger.token, 'POST', `${own}/worlds`, { snapshot: 'snap_999' });
  expect([forked.status, forked.body]).toEqual([422, unknown.body]);
  expect((await t.send(stranger.token, 'POST', `${own}/snapshots/${id}/restore`)).status).toBe(404);
  expect((await t.send(stranger.token, 'DELETE', `${own}/snapshots/${id}`)).status).toBe(404);
  expect((await t.send(victim.token, 'POST', `${t.mock.control_url}/worlds`, { snapshot: id })).status).toBe(201);
});

test('an access token or a client of one world is unknown in another', async () => {
  const token = await t.mint(victim);
  expect((await t.send(token, 'GET', `${stranger.world.base_url}/inventory`)).status).toBe(401);
  const [client] = victim.clients.filter(({ kind }) => kind === 'machine');
  const granted = await fetch(`${stranger.world.auth_url}/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${client?.client_id ?? ''}:${client?.client_secret ?? ''}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  expect(granted.status).toBe(401);
});
