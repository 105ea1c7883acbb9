import { personas } from '#fixtures/personas';
import type { EntryList, RequestEntry } from '../../../driver/wire.ts';
import { expect, test } from 'vitest';
import { makeBid, makeLot, openTestMock } from '../../../testing/open-mock.ts';
import { openReceiver } from '../../../testing/receiver.ts';

test('the journal lists requests by operation and caller', async () => {
  await using mock = await openTestMock();
  await mock.call('buyer', 'GET', '/inventory?limit=1');
  await mock.call('seller', 'GET', '/me/inventory');
  await mock.call('buyer', 'GET', '/inventory/inv_0');
  await mock.call(null, 'GET', '/inventory');
  const list = (query: string): Promise<EntryList<RequestEntry>> => mock.mock.control('GET', `/requests${query}`);
  const all = await list('');
  expect(all.items.map(({ operation_id }) => operation_id)).toEqual([
    'listInventory',
    'listListings',
    'getInventory',
    'listInventory',
  ]);
  expect(all.items[0]).toMatchObject({
    method: 'GET',
    path: '/v1/inventory?limit=1',
    status: 200,
    actor: { user_id: personas.buyer.user_id, team_id: personas.buyer.team_id, livemode: true },
    request_body: '',
    response_body: expect.stringContaining('"items"'),
  });
  const count = async (query: string): Promise<number> => (await list(`?${query}`)).total;
  expect(await count('operation_id=listInventory')).toBe(2);
  expect(await count('status=404')).toBe(1);
  expect(await count('status=401')).toBe(1);
  expect(await count('method=get')).toBe(4);
  expect(await count('method=POST')).toBe(0);
  expect(await count(`user_id=${personas.buyer.user_id}`)).toBe(2);
  expect(await count(`since=${all.items[2]?.seq ?? 0}`)).toBe(1);
  const newest = await list('?limit=2');
  expect(newest.items.map(({ seq }) => seq)).toEqual(all.items.slice(2).map(({ seq }) => seq));
  const oldest = await list('?limit=2&since=0');
  expect(oldest.items.map(({ seq }) => seq)).toEqual(all.items.slice(0, 2).map(({ seq }) => seq));
});

test('a delivery attempt keeps the beginning of the response, without secrets, and rounded durations', async () => {
  await using receiver = await openReceiver((response, { headers }) => {
    response.writeHead(400).end(`rejected whsec_abc ${String(headers['svc-event'])} ${'x'.repeat(10_000)}`);
  });
  await using mock = await openTestMock({ lots: 20 });
  await mock.call('buyer', 'POST', '/webhooks', { body: { url: receiver.url, events: ['bid.rejected'] } });
  const bid = await makeBid(mock, 'buyer', await makeLot(mock));
  await mock.call('seller', 'POST', `/bids/${bid}/reject`);
  await mock.mock.worlds.default.dispatcher.idle();
  const { body } = await mock.control('GET', '/deliveries');
  const [{ response_body, duration_ms }] = body.items;
  expect(response_body).toMatch(/^rejected whsec_\[redacted\] bid\.rejected x+$/);
  expect(response_body.length).toBeLessThan(4_200);
  const [entry] = await mock.mock.worlds.default.journal.read();
  for (const ms of [duration_ms, entry?.duration_ms]) expect(Number(ms.toFixed(1))).toBe(ms);
});
