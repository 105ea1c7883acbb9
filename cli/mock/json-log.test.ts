/** No line of the log, and no response to an error, has a secret or a stack trace. */
import { openHostedMock } from '#mock/testing/hosted-mock';
import { afterEach, expect, test, vi } from 'vitest';
import { createJsonLog } from './json-log.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

interface Line {
  level: number;
  time: string;
  kind: string;
  world?: string;
  tenant?: string;
  request_id?: string;
  msg?: string;
}

test('a shared mock logs one line per request and event, with ids and without secrets', async () => {
  const printed: string[] = [];
  const listeners = createJsonLog((text) => void printed.push(text), { is_shared: true, tenantOf: () => 'tenant_of_the_test' });
  await using t = await openHostedMock(listeners);
  const tenant = await t.join('Logged');
  const token = await t.mint(tenant);
  const hook = await t.send(token, 'POST', `${tenant.world.base_url}/webhooks`, {
    url: 'https://hooks.example/',
    events: ['bid.accepted'],
  });
  const [client] = tenant.clients;
  const form = {
    grant_type: 'client_credentials',
    client_id: client?.client_id ?? '',
    client_secret: client?.client_secret ?? '',
  };
  await fetch(`${tenant.world.auth_url}/oauth/token?client_secret=${form.client_secret}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  await t.send(token, 'GET', `${tenant.world.base_url}/bids?access_token=${token}`);
  const minted = await t.mint(tenant, { persona: 'seller', sandbox: true });
  const simulated = await t.send(minted, 'POST', `${tenant.world.base_url}/sandbox/users`, { role: 'buyer' });
  await expect.poll(() => printed.join('').match(/\n/g)?.length ?? 0).toBeGreaterThanOrEqual(8);

  const text = printed.join('');
  const secrets = [...tenant.secrets, token, minted, hook.body.data.secret, simulated.body.data.access_token].map(String);
  expect(secrets.length).toBeGreaterThan(7);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(20);
    expect(text).not.toContain(secret);
    // Tokens begin with the id of their world, which is public. The rest is secret.
    expect(text).not.toContain(secret.slice(secret.indexOf('.') + 1));
  }
  // Lines that pino wrote.
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const own = lines.filter(({ world }) => world === tenant.world.id);
  expect(own.length).toBeGreaterThan(3);
  for (const line of own)
    expect(line).toMatchObject({ level: 30, time: expect.any(String), tenant: expect.stringMatching(/^tenant_/) });
  expect(lines.filter(({ kind }) => kind === 'request')).toEqual([]);
  expect(lines.find(({ kind }) => kind === 'http')?.request_id).toMatch(/^req_/);
});

test('an internal error is logged with its stack, which the response omits', async () => {
  const printed: string[] = [];
  const listeners = createJsonLog((text) => void printed.push(text), { is_shared: true, tenantOf: () => undefined });
  await using t = await openHostedMock(listeners);
  const tenant = await t.join('Unlucky');
  const token = await t.mint(tenant);
  const world = t.mock.worlds.all.find(({ id }) => id === tenant.world.id);
  if (world === undefined) throw new Error('there is no world');
  vi.spyOn(world, 'runDue').mockRejectedValue(new Error('broken with whsec_leaked-by-an-error-0123456789'));
  for (const url of [`${tenant.world.base_url}/bids`, `${tenant.world.auth_url}/.well-known/openid-configuration`]) {
    const response = await t.send(token, 'GET', url);
    expect([response.status, response.body.error.code]).toEqual([500, 'internal_error']);
    expect(response.text).not.toMatch(/broken|whsec_|\.ts|at /);
  }
  await expect.poll(() => printed.join('').match(/"kind":"error"/g)?.length).toBe(2);
  expect(printed.join('')).toMatch(/"level":50.*broken with whsec_\[redacted\].*/);
  expect(printed.join('')).not.toContain('leaked');
});
