/** OpenTelemetry over processes: the attempt that one makes links to the request that another one has served. */
import { text } from 'node:stream/consumers';
import { serve } from '#client/testing/server';
import { recordSpans } from '#mock/testing/record-spans';
import { expect, test } from 'vitest';
import { createMock } from '#mock';
import { startPostgres } from '../postgres.ts';

const exporter = recordSpans();

const TRACE = '0af7651916cd43dd8448eb211c80319c';

test('EVT-16 an accepted bid is linked from the attempt that another process makes, and its receiver gets the trace of the attempt', async () => {
  const received: (string | string[] | undefined)[] = [];
  await using receiver = await serve((request, response) => {
    received.push(request.headers['traceparent']);
    void text(request).then(() => response.end('{}'));
  });
  await using postgres = await startPostgres();
  const options = { lots: 20, db: await postgres.createDatabase('traces'), traces: true };
  // They share nothing but the database, and the exporter.
  await using one = await createMock(options);
  await using two = await createMock(options);
  const call = async (persona: string, path: string, body: object, headers = {}): Promise<string> => {
    const response = await fetch(`${one.base_url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer dev_${persona}`, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    expect(response.ok, await response.clone().text()).toBe(true);
    // A record that was just made.
    return ((await response.json()) as { data: { id: string } }).data.id;
  };
  const place = { latitude: 50.3, longitude: -107.8, nearest_city: 'Swift Current', nearest_province: 'SK' };
  const farm_id = await call('seller', '/me/farms', { name: 'Quiet Coulee', ...place });
  await one.control('PATCH', `/farms/${farm_id}`, { payment_method: true });
  const grain = { commodity: 'canola', grade: 'No. 1 Canada', quantity_mt: 100, crop_year: 2025, target_price: { amount: 640 } };
  const lot = await call('seller', '/me/inventory', { farm_id, ...grain });
  const bid = await call('buyer', `/inventory/${lot}/bids`, {
    price: { amount: 300, unit: 'MT' },
    quantity_mt: 1,
    delivery: { from: '2027-01-01', to: '2027-02-01' },
  });
  await call('buyer', '/webhooks', { url: receiver.base_url, events: ['bid.accepted'] });
  one.worlds.stopSending();
  exporter.reset();
  await call('seller', `/bids/${bid}/accept`, {}, { traceparent: `00-${TRACE}-b7ad6b7169203331-01` });
  await expect.poll(() => received.length).toBe(1);
  await two.worlds.default.dispatcher.idle();

  const spans = exporter.getFinishedSpans();
  const accept = spans.find(({ attributes }) => attributes['url.path'] === `/v1/bids/${bid}/accept`);
  expect(accept?.spanContext().traceId).toBe(TRACE);
  const transactions = spans.filter(
    ({ name, parentSpanContext }) => name === 'transaction' && parentSpanContext?.spanId === accept?.spanContext().spanId,
  );
  const attempts = spans.filter(({ name }) => name === 'delivery attempt');
  expect(attempts).toHaveLength(1);
  const [attempt] = attempts;
  expect(attempt?.links).toHaveLength(1);
  const linked = attempt?.links[0]?.context;
  expect(linked).toMatchObject({ traceId: TRACE, isRemote: true });
  expect(transactions.map((span) => span.spanContext().spanId)).toContain(linked?.spanId);
  // W3C: the receiver continues the trace of the attempt.
  const { traceId, spanId } = attempt?.spanContext() ?? {};
  expect(received).toEqual([`00-${traceId}-${spanId}-01`]);
  expect(traceId).not.toBe(TRACE);
});
