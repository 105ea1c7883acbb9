/** Idle worlds are deleted after their ttl, by the machine's clock. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestMock } from '../../testing/open-mock.ts';
import type { TestMock } from '../../testing/open-mock.ts';

const MINUTE = 60_000;

let ahead_ms = 0;
beforeEach(() => {
  ahead_ms = 0;
  const readNow = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => readNow() + ahead_ms);
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function makeWorld(mock: TestMock, body: object = {}): Promise<string> {
  const made = await mock.control('POST', '/worlds', body);
  expect(made.status).toBe(201);
  return (made.body as { id: string }).id;
}

async function read(mock: TestMock, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${mock.mock.auth_url}${path}`, { headers: { Authorization: 'Bearer dev_buyer' } });
  return { status: response.status, text: await response.text() };
}

test('a world in use stays; an idle one is deleted, and requests to it get an error that says so', async () => {
  await using mock = await openTestMock({ lots: 20 });
  const id = await makeWorld(mock, { ttl: '30m' });
  expect((await read(mock, `/worlds/${id}/_gristmill/clock`)).status).toBe(200);
  const taken = await fetch(`${mock.mock.auth_url}/worlds/${id}/_gristmill/snapshots`, { method: 'POST' });
  const { id: snapshot_id } = (await taken.json()) as { id: string };
  for (const _ of [1, 2, 3]) {
    ahead_ms += 29 * MINUTE;
    expect((await read(mock, `/worlds/${id}/v1/bids`)).status).toBe(200);
  }
  ahead_ms += 30 * MINUTE;
  const message = `World ${id} has expired: it was idle for 30m. Create another one with POST /worlds; to keep it longer, pass a longer ttl.`;
  for (const path of ['v1/bids', '_gristmill/clock', 'oauth/token', '.well-known/openid-configuration', '']) {
    const { status, text } = await read(mock, `/worlds/${id}/${path}`);
    expect([path, status, JSON.parse(text)]).toEqual([path, 404, { error: { status: 404, code: 'not_found', message } }]);
  }
  expect(await mock.control('DELETE', `/worlds/${id}`)).toMatchObject({ status: 404, body: { error: { message } } });
  expect((await mock.control('GET', '/worlds')).body).toMatchObject({ items: [{ id: 'default', ttl_seconds: null }] });
  // Its snapshots go with it.
  expect((await mock.control('POST', '/worlds', { snapshot: snapshot_id })).status).toBe(422);
});

test('idle worlds expire without a request; the default world never expires', async () => {
  await using mock = await openTestMock({ lots: 20, world_ttl: '2h' });
  const [short, long] = [await makeWorld(mock, { ttl: '1m' }), await makeWorld(mock)];
  const forever = await makeWorld(mock, { ttl: 'none' });
  ahead_ms += 90 * MINUTE;
  mock.mock.worlds.expireIdle();
  const ids = (): string[] => mock.mock.worlds.all.map(({ id }) => id);
  expect(ids()).toEqual(['default', long, forever]);
  expect((await mock.control('GET', '/worlds')).body).toMatchObject({
    items: [{ ttl_seconds: null }, { id: long, ttl_seconds: 7_200, idle_seconds: 5_400 }, { id: forever, ttl_seconds: null }],
  });
  ahead_ms += 1e6 * MINUTE;
  mock.mock.worlds.expireIdle();
  expect(ids()).toEqual(['default', forever]);
  expect(short).toBe('w1');
});

test.each([
  [{}, null],
  [{ shared: true, admin_token: 'a-token-of-tests' }, 86_400],
  [{ shared: true, admin_token: 'a-token-of-tests', world_ttl: 'none' }, null],
  [{ world_ttl: '7d' }, 604_800],
])('the default lifetime of a world of a mock with %j is %j seconds', async (options, ttl_seconds) => {
  await using mock = await openTestMock({ lots: 20, ...options });
  const world = await mock.mock.worlds.create({});
  expect(world === undefined ? undefined : mock.mock.worlds.idlenessOf(world)).toMatchObject({ ttl_seconds });
});
