/** What the control plane tells the dashboard: overview, agenda, records, clauses, and the inbox. */
import { personas } from '#fixtures/personas';
import { expect, test } from 'vitest';
import { TEST_NOW, openTestMock, useMock } from '../../../testing/open-mock.ts';

const t = useMock();

interface Records {
  items: Record<string, unknown>[];
  counts: Record<string, number>;
  total: number;
}

test('the overview describes the world, its callers, and commands to paste', async () => {
  const overview = await t.mock.control<Record<string, unknown>>('GET', '/overview');
  expect(overview).toMatchObject({
    world: { id: 'default', lots: 120, violations: [] },
    clock: { now: TEST_NOW, mode: 'frozen' },
    addresses: { base_url: t.mock.base_url, tokens: { buyer: 'dev_buyer' } },
  });
  expect(overview['personas']).toHaveLength(7);
  expect(JSON.stringify(overview['examples'])).toContain('Bearer dev_buyer');
});

test('the agenda is in order of time and includes retries', async () => {
  await using own = await openTestMock({ lots: 40 });
  await own.control('PUT', '/inbox', { answer: 503 });
  const { body } = await own.call('elevator', 'POST', '/webhooks', {
    body: { url: `${own.mock.control_url}/inbox`, events: ['queue.congestion_started'] },
  });
  const { items } = await own.mock.control<Records>('GET', '/records/locations?limit=1');
  await own.control('POST', `/locations/${String(items[0]?.['id'])}/queue`, { trucks_waiting: 1_000 });
  await own.control('POST', '/wait', { delivery: { event: 'queue.congestion_started' }, since: 0 });
  const agenda = await own.mock.control<{ items: { at: string; kind: string; id: string; attempt: number | null }[] }>(
    'GET',
    '/agenda',
  );
  expect(agenda.items[0]).toMatchObject({ kind: 'delivery', id: body.data.id, event: 'queue.congestion_started', attempt: 2 });
  const times = agenda.items.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
  expect(times.length).toBeGreaterThan(5);
});

test.for(['lots', 'bids', 'trades', 'cash-bids', 'offers', 'locations', 'subscriptions'])(
  '%s are listed and counted',
  async (name) => {
    const { items, counts, total } = await t.mock.control<Records>('GET', `/records/${name}?limit=5`);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(total);
    for (const [status, count] of Object.entries(counts)) {
      const only = await t.mock.control<Records>('GET', `/records/${name}?status=${status}&limit=1000`);
      expect([only.total, only.items.length]).toEqual([count, count]);
      expect(only.items.every((item) => item['status'] === status)).toBe(true);
    }
    expect(items.length).toBe(Math.min(5, total));
  },
);

test('a search finds records by id, reference, and owner, and treats wildcards as text', async () => {
  const all = await t.mock.control<Records>('GET', '/records/lots?limit=1');
  const [lot] = all.items;
  const byReference = await t.mock.control<Records>('GET', `/records/lots?search=${String(lot?.['reference'])}`);
  expect(byReference.items.map(({ id }) => id)).toEqual([lot?.['id']]);
  const own = await t.mock.control<Records>('GET', `/records/lots?search=${personas.seller.user_id}&limit=1000`);
  expect(own.total).toBeGreaterThan(0);
  expect(own.items.every((item) => item['user_id'] === personas.seller.user_id)).toBe(true);
  expect((await t.mock.control<Records>('GET', '/records/lots?search=%25')).total).toBe(0);
});

test('no list of subscriptions has a secret', async () => {
  const body = { url: 'http://127.0.0.1:9/', events: ['bid.accepted'] };
  const { body: created } = await t.call('buyer', 'POST', '/webhooks', { body });
  const { items } = await t.mock.control<Records>('GET', '/records/subscriptions');
  expect(items.map(({ id }) => id)).toContain(created.data.id);
  expect(JSON.stringify(items)).not.toContain('whsec_');
});

test('a clause can be read, and an unknown one is 404', async () => {
  expect(await t.mock.control('GET', '/clauses/PRIV-4')).toMatchObject({
    id: 'PRIV-4',
    level: 'S',
    statement: expect.stringContaining('counterparty'),
  });
  expect((await fetch(`${t.mock.control_url}/clauses/NOPE-1`)).status).toBe(404);
});

test('the inbox accepts only deliveries, keeps the last 100, and responds as configured', async () => {
  const url = `${t.mock.control_url}/inbox`;
  const post = (signature?: string, body = '{"id":"evt_1"}'): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      body,
      headers: signature === undefined ? {} : { 'SVC-Signature': signature },
    });
  expect((await post()).status).toBe(405);
  expect((await post('t=1,v1=a')).status).toBe(200);
  expect((await post('t=1,v1=a', 'x'.repeat(40_000))).status).toBe(413);
  await t.mock.control('PUT', '/inbox', { answer: 410 });
  expect((await post('t=2,v1=b')).status).toBe(410);
  await t.mock.control('PUT', '/inbox', { answer: 200 });
  for (let sent = 0; sent < 100; sent += 1) await post(`t=${sent},v1=c`);
  const inbox = await t.mock.control<{ items: { seq: number; answer: number; signature: string; body: string }[] }>(
    'GET',
    '/inbox',
  );
  expect(inbox.items).toHaveLength(100);
  expect(inbox.items.at(-1)).toMatchObject({ seq: 102, answer: 200, signature: 't=99,v1=c', body: '{"id":"evt_1"}' });
  expect(await t.mock.control('DELETE', '/inbox')).toEqual({ deleted: 100 });
});

test('with an admin token, an inbox takes only deliveries to its whole address', async () => {
  await using hosted = await openTestMock({ admin_token: 'admin', lots: 20 });
  const { url } = await hosted.mock.control<{ url: string }>('GET', '/inbox');
  const post = async (address: string): Promise<number> =>
    (await fetch(address, { method: 'POST', body: '{}', headers: { 'SVC-Signature': 't=1,v1=a' } })).status;
  const [plain = ''] = url.split('?');
  expect([await post(plain), await post(`${plain}?key=`), await post(`${url}x`), await post(url)]).toEqual([404, 404, 404, 200]);
});

test('each world has its own inbox, and a delivery reaches nothing else of the control plane', async () => {
  const world = await t.mock.control<{ control_url: string }>('POST', '/worlds', { lots: 20 });
  const headers = { 'SVC-Signature': 't=1,v1=a' };
  await fetch(`${world.control_url}/inbox`, { method: 'POST', body: '{}', headers });
  const inbox = (await (await fetch(`${world.control_url}/inbox`)).json()) as { items: unknown[] }; // as the control plane documents
  expect(inbox.items).toHaveLength(1);
  for (const [method, path] of [
    ['GET', '/inbox'],
    ['DELETE', '/inbox'],
    ['POST', '/reset'],
  ] as const)
    expect((await fetch(`${world.control_url}${path}`, { method, headers })).status, `${method} ${path}`).toBe(403);
});
