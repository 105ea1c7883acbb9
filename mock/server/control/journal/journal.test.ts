import { personas } from '#fixtures/personas';
import { expect, test } from 'vitest';
import { makeBid, makeLot, openTestMock } from '../../../testing/open-mock.ts';
import type { Answer } from '../../../testing/open-mock.ts';
import { openReceiver } from '../../../testing/receiver.ts';

interface Listed {
  items: { seq: number; operation_id?: string; id?: string }[];
  total: number;
  last_seq: number;
  dropped?: number;
}

function listed({ body, status }: Answer): Listed {
  expect(status).toBe(200);
  return body as Listed;
}

test('the journal lists requests by operation and caller', async () => {
  await using mock = await openTestMock();
  await mock.call('buyer', 'GET', '/inventory?limit=1');
  await mock.call('seller', 'GET', '/me/inventory');
  await mock.call('buyer', 'GET', '/inventory/inv_0');
  await mock.call(null, 'GET', '/inventory');
  const all = listed(await mock.control('GET', '/requests'));
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
  const count = async (query: string): Promise<number> => listed(await mock.control('GET', `/requests?${query}`)).total;
  expect(await count('operation_id=listInventory')).toBe(2);
  expect(await count('status=404')).toBe(1);
  expect(await count('status=401')).toBe(1);
  expect(await count('method=get')).toBe(4);
  expect(await count('method=POST')).toBe(0);
  expect(await count(`user_id=${personas.buyer.user_id}`)).toBe(2);
  expect(await count(`since=${all.items[2]?.seq ?? 0}`)).toBe(1);
  const newest = listed(await mock.control('GET', '/requests?limit=2'));
  expect(newest.items.map(({ seq }) => seq)).toEqual(all.items.slice(2).map(({ seq }) => seq));
  const oldest = listed(await mock.control('GET', '/requests?limit=2&since=0'));
  expect(oldest.items.map(({ seq }) => seq)).toEqual(all.items.slice(0, 2).map(({ seq }) => seq));
});

test('WHK-2 the journal shows no secret', async () => {
  await using mock = await openTestMock();
  const made = await mock.call('buyer', 'POST', '/webhooks', { body: { url: 'http://127.0.0.1:9/', events: ['bid.accepted'] } });
  const { secret } = (made.body as { data: { secret: string } }).data;
  const user = await mock.call('buyer_sandbox', 'POST', '/sandbox/users', { body: { role: 'seller' } });
  const { access_token } = (user.body as { data: { access_token: string } }).data;
  const { text } = await mock.control('GET', '/requests');
  expect(text).toContain('whsec_[redacted]');
  expect(text).not.toContain(secret);
  expect(text).not.toContain(access_token);
  expect(text).not.toContain('dev_buyer');
  const waited = await mock.control('POST', '/wait', { request: { operation_id: 'createWebhook' }, since: 0 });
  expect(waited.status).toBe(200);
  expect(waited.text).not.toContain(secret);
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
