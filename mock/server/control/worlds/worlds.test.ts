import { personas } from '#fixtures/personas';
import { expect, test } from 'vitest';
import type { Addresses } from '../../server.ts';
import { outcomeOf } from '../../../testing/responses.ts';
import { type TestMock, TEST_NOW, makeBid, makeLot, openTestMock } from '../../../testing/open-mock.ts';
import { openReceiver } from '../../../testing/receiver.ts';
import { WORLDS_MAX } from '../../world/worlds.ts';

type NewWorld = Addresses & { id: string };

async function makeWorld(mock: TestMock, body?: object): Promise<NewWorld> {
  const made = await mock.control('POST', '/worlds', body);
  expect(made.status).toBe(201);
  return made.body;
}

async function read(base_url: string, path: string, token = 'dev_buyer'): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${base_url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
}

test('a world is created with its own addresses, and deleted', async () => {
  await using mock = await openTestMock();
  const made = await makeWorld(mock, { seed: 'other', lots: 30 });
  const origin = mock.mock.auth_url;
  expect(made).toEqual({
    id: 'w1',
    base_url: `${origin}/worlds/w1/v1`,
    auth_url: `${origin}/worlds/w1`,
    control_url: `${origin}/worlds/w1/_gristmill`,
    dashboard_url: `${origin}/worlds/w1/`,
    tokens: mock.mock.tokens,
  });
  expect((await mock.control('GET', '/worlds')).body).toMatchObject({
    items: [
      { id: 'default', seed: '1' },
      { id: 'w1', seed: 'other', lots: 30, base_url: made.base_url, mode: 'frozen' },
    ],
  });
  expect((await read(made.base_url, '/inventory')).status).toBe(200);
  expect((await mock.control('DELETE', '/worlds/w1')).body).toEqual({ deleted: true, id: 'w1' });
  expect(await read(made.base_url, '/inventory')).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  expect((await mock.control('DELETE', '/worlds/w1')).status).toBe(404);
  expect(outcomeOf(await mock.control('DELETE', '/worlds/default'))).toBe('409 conflict');
});

test('a clock change whose world is deleted gets 404, and no error is reported', async () => {
  const errors: unknown[] = [];
  await using receiver = await openReceiver(() => undefined);
  await using mock = await openTestMock({ lots: 20, onError: (error) => errors.push(error) });
  const { base_url, control_url } = await makeWorld(mock);
  const post = (url: string, body: object): Promise<Response> => {
    const headers = { Authorization: 'Bearer dev_partner', 'Content-Type': 'application/json' };
    return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  expect((await post(`${base_url}/webhooks`, { url: receiver.url, events: ['analysis.graded'] })).status).toBe(201);
  const { items } = (await read(base_url, '/inventory?limit=1')).body as { items: { id: string }[] };
  await post(`${control_url}/analyses`, { type: 'graded', inventory_id: items[0]?.id, team_id: personas.partner.team_id });
  await receiver.count(1);
  // The first waits for the delivery, the others for the first.
  const running = ['clock/run', 'clock/freeze', 'snapshots'].map((path) => post(`${control_url}/${path}`, {}));
  await mock.control('GET', '/health');
  expect((await mock.control('DELETE', '/worlds/w1')).status).toBe(200);
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(errors).toEqual([]);
});

test('the number of worlds is limited, even with concurrent requests', async () => {
  await using mock = await openTestMock({ lots: 20 });
  const made = await Promise.all(Array.from({ length: WORLDS_MAX + 4 }, () => mock.mock.worlds.create({ lots: 20 })));
  expect(made.filter((world) => world === undefined).length).toBe(5);
  const refused = await mock.control('POST', '/worlds');
  expect(outcomeOf(refused)).toBe('409 conflict');
  expect(refused.body.error.message).toMatch(
    /^There are 200 worlds, which is the limit\. Idle for longest: w1 \(\d+s\), w2 \(\d+s\), w3 \(\d+s\)\. Delete some with DELETE \/worlds\/\{id\}, or set a ttl \(--world-ttl\)/,
  );
  await mock.mock.worlds.delete('w1');
  expect((await mock.control('POST', '/worlds')).status).toBe(201);
});

test('a reset restores everything, and empties the journal', async () => {
  await using mock = await openTestMock();
  const before = await mock.call('buyer', 'GET', '/inventory?limit=50');
  const bid = await makeBid(mock, 'buyer', await makeLot(mock));
  await mock.control('POST', '/clock/advance', { seconds: 1e6 });
  const reset = await mock.control('POST', '/reset');
  expect(reset.body).toMatchObject({
    previous_state: { now: '2026-06-22T01:46:40.000Z' },
    new_state: { now: TEST_NOW, mode: 'frozen' },
    events_emitted: [],
    deliveries_queued: 0,
  });
  expect((await mock.control('GET', '/requests')).body).toMatchObject({ items: [], total: 0 });
  expect((await mock.call('buyer', 'GET', `/bids/${bid}`)).status).toBe(404);
  expect((await mock.call('buyer', 'GET', '/inventory?limit=50')).text).toBe(before.text);
  // The same requests give the same ids.
  expect(await makeBid(mock, 'buyer', await makeLot(mock))).toBe(bid);
});
