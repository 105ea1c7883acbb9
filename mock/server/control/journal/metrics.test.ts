import { expect, test } from 'vitest';
import { type TestMock, makeBid, makeLot, openTestMock } from '../../../testing/open-mock.ts';
import { respondWithStatuses, openReceiver } from '../../../testing/receiver.ts';
import { expose, histogram } from './prometheus-text.ts';

/** The samples of the exposition, by name and labels. */
async function readMetrics({ mock }: TestMock): Promise<Map<string, number>> {
  const response = await fetch(`${mock.control_url}/metrics`);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  const samples = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(samples.map((line): [string, number] => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
}

test('labels and help texts are escaped, and numbers have the format of Prometheus', () => {
  const text = expose([
    { name: 'odd', help: 'a \\ b\nc "d"', type: 'gauge', samples: [{ labels: { of: 'a\\b"c"\nd', to: '' }, value: 1e-7 }] },
    { name: 'none', help: 'None.', type: 'gauge', samples: [{ value: Number.NaN }, { labels: { of: '1' }, value: -Infinity }] },
    { name: 'long', help: 'Long.', type: 'histogram', samples: histogram({ of: '1' }, [0.5, 1], [2, 0, 3], 9.5) },
  ]);
  expect(text.split('\n')).toEqual([
    '# HELP odd a \\\\ b\\nc "d"',
    '# TYPE odd gauge',
    String.raw`odd{of="a\\b\"c\"\nd",to=""} 1e-7`,
    '# HELP none None.',
    '# TYPE none gauge',
    'none NaN',
    'none{of="1"} -Inf',
    '# HELP long Long.',
    '# TYPE long histogram',
    'long_bucket{of="1",le="0.5"} 2',
    'long_bucket{of="1",le="1"} 2',
    'long_bucket{of="1",le="+Inf"} 5',
    'long_sum{of="1"} 9.5',
    'long_count{of="1"} 5',
    '',
  ]);
});

test('requests are counted by operation, method, and status class, also after a reset', async () => {
  await using mock = await openTestMock({ lots: 20 });
  await mock.call('buyer', 'GET', '/inventory');
  await mock.call(null, 'GET', '/inventory');
  await mock.call('buyer', 'POST', '/webhooks', { body: {} });
  await mock.call('buyer', 'GET', '/nothing');
  await mock.control('POST', '/reset');
  const metrics = await readMetrics(mock);
  expect(Object.fromEntries([...metrics].filter(([name]) => name.startsWith('gristmill_requests_total')))).toEqual({
    'gristmill_requests_total{operation="listInventory",method="GET",status="2xx"}': 1,
    'gristmill_requests_total{operation="listInventory",method="GET",status="4xx"}': 1,
    'gristmill_requests_total{operation="createWebhook",method="POST",status="4xx"}': 1,
    'gristmill_requests_total{operation="unknown",method="GET",status="4xx"}': 1,
  });
  expect(metrics.get('gristmill_request_duration_seconds_count{operation="listInventory"}')).toBe(2);
});

test('deliveries are counted by outcome; the queue, subscriptions, worlds, and the clock are gauges', async () => {
  await using receiver = await openReceiver(respondWithStatuses(200, 503, 400));
  await using mock = await openTestMock({ lots: 20 });
  await mock.call('buyer', 'POST', '/webhooks', { body: { url: receiver.url, events: ['bid.rejected'] } });
  const lot = await makeLot(mock);
  for (let sent = 0; sent < 3; sent += 1) {
    await mock.call('seller', 'POST', `/bids/${await makeBid(mock, 'buyer', lot)}/reject`);
    await mock.mock.worlds.default.dispatcher.idle();
  }
  const metrics = await readMetrics(mock);
  for (const outcome of ['delivered', 'retrying', 'failed'])
    expect(metrics.get(`gristmill_delivery_attempts_total{outcome="${outcome}"}`)).toBe(1);
  expect(metrics.get('gristmill_outbox_queued')).toBe(1);
  expect(metrics.get('gristmill_subscriptions{state="active"}')).toBe(1);
  expect(metrics.get('gristmill_worlds')).toBe(1);
  expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  // No ids, because they would make a series per record.
  expect([...metrics.keys()].join('\n')).not.toMatch(/(?:usr|tm|bid|whk|inv)_/);
  const offset = metrics.get('gristmill_clock_offset_seconds') ?? 0;
  await mock.control('POST', '/clock/advance', { seconds: 86_400 });
  expect((await readMetrics(mock)).get('gristmill_clock_offset_seconds')).toBeCloseTo(offset + 86_400, -2);
});
