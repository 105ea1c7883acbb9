/** For operators: probes, request ids, the access log, metrics, and a drain that loses no request. */
import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { openHostedMock } from '../../testing/hosted-mock.ts';
import type { AccessEntry } from '../options.ts';
import { DatabaseFileError } from '../../market/store/engine/database-error.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url);
  await response.text();
  return response.status;
}

test('/health and /ready need no token, and /ready returns 503 while the database does not respond', async () => {
  await using t = await openHostedMock();
  const { auth_url } = t.mock;
  expect([await statusOf(`${auth_url}/health`), await statusOf(`${auth_url}/ready`)]).toEqual([200, 200]);
  expect(await statusOf(`${auth_url}/health?x`)).toBe(404);
  const machine = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000);
  vi.spyOn(t.mock.worlds.default.store.reader, 'selectFrom').mockImplementation(() => {
    throw new DatabaseFileError('gone');
  });
  const refused = await fetch(`${auth_url}/ready`);
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { error: { status: 503, code: 'not_ready', message: 'The database does not respond.' } },
  ]);
  machine.mockRestore();
  expect(await statusOf(`${auth_url}/health`)).toBe(200);
});

test('during a drain, /ready returns 503, requests are served, and no delivery is claimed', async () => {
  const t = await openHostedMock({ drain_seconds: 0.3 });
  const tenant = await t.join('Draining');
  const token = await t.mint(tenant);
  const stop = vi.spyOn(t.mock.worlds.default.dispatcher, 'stop');
  const closed = t.mock.close();
  expect(await statusOf(`${t.mock.auth_url}/ready`)).toBe(503);
  expect(await statusOf(`${t.mock.auth_url}/health`)).toBe(200);
  expect(stop).toHaveBeenCalledOnce();
  const served = await t.send(token, 'GET', `${t.mock.base_url}/inventory`);
  expect([served.status, served.headers.get('Connection')]).toEqual([200, 'close']);
  await closed;
  await expect(fetch(`${t.mock.auth_url}/health`)).rejects.toThrow('fetch failed');
});

test('each request has the id of the proxy or a new one, and a log line without secrets', async () => {
  const entries: AccessEntry[] = [];
  const all = Promise.withResolvers<void>();
  await using t = await openHostedMock({
    onAccess: (entry) => {
      if (entry.path.includes('/inventory') && entries.push(entry) === 4) all.resolve();
    },
  });
  const tenant = await t.join('Observed');
  const token = await t.mint(tenant);
  const named = await t.send(token, 'GET', `${t.mock.base_url}/inventory?access_token=${token}`, undefined, {
    'X-Request-Id': 'proxy-1',
  });
  const plain = await t.send(token, 'GET', `${tenant.world.base_url}/inventory`);
  const wild = await t.send(token, 'GET', `${tenant.world.base_url}/inventory`, undefined, { 'X-Request-Id': `x y ${token}` });
  const nobody = await t.send(null, 'GET', `${t.mock.base_url}/inventory`);
  expect(named.headers.get('X-Request-Id')).toBe('proxy-1');
  for (const { headers } of [plain, wild, nobody]) expect(headers.get('X-Request-Id')).toMatch(/^req_[\w-]{22}$/);
  await all.promise;
  expect(entries.map(({ request_id, status }) => [request_id, status])).toEqual(
    [named, plain, wild, nobody].map(({ headers, status }) => [headers.get('X-Request-Id'), status]),
  );
  const ids = { world_id: tenant.world.id, tenant_id: tenant.id };
  expect(entries).toMatchObject([ids, ids, ids, { world_id: null, tenant_id: null }]);
  for (const secret of [...tenant.secrets, token.slice(tenant.world.id.length + 1)])
    expect(JSON.stringify(entries)).not.toContain(secret);
  // The journal has the same id.
  const journal = await t.send(tenant.token, 'GET', `${tenant.world.control_url}/requests`);
  expect(journal.body.items[0].request_headers['x-request-id']).toBe('proxy-1');
});

test('metrics for the operator have the queue, lag, refusals, tenants, and the event loop', async () => {
  await using t = await openHostedMock({ quotas: { requests_per_second: 2 } });
  await t.join('Counted', {});
  await Promise.all([1, 2, 3, 4].map(() => statusOf(`${t.mock.base_url}/nothing`)));
  const { text } = await t.operate('GET', '/metrics');
  for (const line of [
    /^gristmill_ready 1$/m,
    /^gristmill_tenants 1$/m,
    /^gristmill_requests_refused_total\{limit="requests_per_second"\} [1-9]/m,
    /^gristmill_requests_waiting 0$/m,
    /^gristmill_delivery_lag_seconds 0$/m,
    /^gristmill_database_errors_total 0$/m,
    /^nodejs_eventloop_lag_p99_seconds \d/m,
  ])
    expect(text).toMatch(line);
});

test('the mock stops after the requests in flight have ended', async () => {
  const t = await openHostedMock();
  const tenant = await t.join('Waiting');
  const waiting = t.send(tenant.token, 'POST', `${tenant.world.control_url}/wait`, { event: {} });
  await vi.waitFor(() => {
    expect(t.mock.worlds.all.find(({ id }) => id === tenant.world.id)?.bus.listeners).toBe(1);
  });
  const stopped = once(t.mock.server, 'close');
  await t.mock.close();
  expect((await waiting).status).toBe(503);
  await stopped;
});
