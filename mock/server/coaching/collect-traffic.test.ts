/** The traffic that a coach receives. */
import { expect, test } from 'vitest';
import { READER, postToken } from '../../testing/oauth.ts';
import { bidBody, makeLot, openTestMock } from '../../testing/open-mock.ts';
import type { Traffic } from '../journal/traffic.ts';

interface RecordingCoach {
  traffics: Traffic[];
  coach: (traffic: Traffic) => [];
}

/** A coach that finds nothing, and keeps the traffic that it received. */
function recordTraffic(): RecordingCoach {
  const traffics: Traffic[] = [];
  return { traffics, coach: (traffic) => (traffics.push(traffic), []) };
}

test('requests are grouped by user, with their responses, and without tokens in addresses', async () => {
  const { traffics, coach } = recordTraffic();
  await using t = await openTestMock({ coach });
  const lot = await makeLot(t);
  await t.control('DELETE', '/coach');
  await t.control('POST', '/faults', { request: { operation_id: 'placeBid' }, effect: 'drop', when: 'after', count: 1 });
  await expect(t.call('buyer', 'POST', `/inventory/${lot}/bids`, { body: bidBody() })).rejects.toThrow('socket hang up');
  await t.call('buyer', 'GET', '/inventory?access_token=secret');
  await t.call('rival', 'GET', '/inventory?limit=50');
  await t.call('unknown', 'GET', '/inventory');

  const { body } = await t.control('GET', '/coach?final=true');
  expect(body).toEqual({ has_coach: true, items: [], left_out: 0 });
  const [buyer, rival, ...others] = traffics;
  expect(others).toEqual([]);
  expect(buyer).toMatchObject({ now_ms: Infinity, deliveries: [] });
  expect(buyer?.exchanges).toMatchObject([
    { purpose: 'placeBid', response: undefined, livemode: true },
    { purpose: 'listInventory', path: '/v1/inventory?access_token=[redacted]', response: { status: 200 } },
  ]);
  // The journal cuts a long page. Some of its items are empty, but their number is right.
  const page = JSON.parse(rival?.exchanges[0]?.response?.body ?? '') as { items: { id?: string }[] };
  expect(page).toMatchObject({ limit: 50, offset: 0, next: expect.stringContaining('offset=50') });
  expect(page.items).toHaveLength(50);
  expect(page.items.slice(0, 10).every(({ id }) => id?.startsWith('inv_') === true)).toBe(true);
});

test('a response that the client did not wait for is undefined, although the request was carried out', async () => {
  const { traffics, coach } = recordTraffic();
  await using t = await openTestMock({ coach });
  const lot = await makeLot(t);
  await t.control('DELETE', '/coach');
  await t.control('POST', '/faults', { request: { operation_id: 'placeBid' }, latency_ms: 60_000, count: 1 });
  const { base_url } = t.mock;
  const headers = { Authorization: 'Bearer dev_buyer', 'Content-Type': 'application/json' };
  const signal = AbortSignal.timeout(200);
  const sent = fetch(`${base_url}/inventory/${lot}/bids`, { method: 'POST', headers, body: JSON.stringify(bidBody()), signal });
  await expect(sent).rejects.toThrow('timeout');
  await t.control('POST', '/wait', { request: { operation_id: 'placeBid' }, since: 0 });
  await t.control('GET', '/coach?final=true');
  expect(traffics[0]?.exchanges).toMatchObject([{ purpose: 'placeBid', response: undefined }]);
  const { body } = await t.call('buyer', 'GET', '/bids?status=pending');
  expect(body.items).toContainEqual(expect.objectContaining({ inventory_id: lot }));
});

test('AUTH-5 a token request belongs to the user of the token', async () => {
  const { traffics, coach } = recordTraffic();
  await using t = await openTestMock({ coach });
  const { body } = await postToken(t.mock.auth_url, { ...READER, grant_type: 'client_credentials', scope: 'market.read' });
  await t.call(body.access_token, 'GET', '/market/commodities');
  await t.call('buyer', 'GET', '/inventory');
  await t.control('GET', '/coach');
  expect(traffics.map(({ exchanges }) => exchanges.map(({ purpose }) => purpose))).toEqual([
    ['token', 'listMarketCommodities'],
    ['listInventory'],
  ]);
  expect(traffics[0]?.exchanges[0]).toMatchObject({ method: 'POST', response: { status: 200 }, at: expect.any(String) });
});

test.for([
  [{ effect: 'drop' }, 'drop'],
  [{ latency_ms: 1 }, 'latency'],
] as const)(
  'deliveries belong to the clients of their team, and name the fault that disturbed them: %j',
  async ([fault, disturbed_by]) => {
    const { traffics, coach } = recordTraffic();
    await using t = await openTestMock({ coach });
    await t.call('buyer', 'POST', '/webhooks', { body: { url: 'http://127.0.0.1:9/hooks', events: ['bid.rejected'] } });
    await t.control('POST', '/faults', { delivery: {}, ...fault });
    const lot = await makeLot(t);
    await t.call('buyer', 'POST', `/inventory/${lot}/bids`, { body: bidBody() });
    await t.call('seller', 'PATCH', `/me/inventory/${lot}`, { body: { listed: false } });
    await t.control('POST', '/wait', { delivery: { event: 'bid.rejected' }, since: 0 });
    await t.control('GET', '/coach');
    const with_deliveries = traffics.filter(({ deliveries }) => deliveries.length > 0);
    expect(with_deliveries).toHaveLength(1);
    expect(with_deliveries[0]?.deliveries).toMatchObject([
      { event: 'bid.rejected', livemode: true, response_status: 0, disturbed_by },
    ]);
    expect(with_deliveries[0]?.exchanges.some(({ purpose }) => purpose === 'placeBid')).toBe(true);
  },
);

test('without the option, the mock reports that it has no coach', async () => {
  await using t = await openTestMock();
  await t.call('buyer', 'GET', '/inventory');
  expect((await t.control('GET', '/coach')).body).toEqual({ has_coach: false, items: [], left_out: 0 });
});
