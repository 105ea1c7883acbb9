/** OpenTelemetry: spans of requests, transactions, and delivery attempts; W3C traceparent in and out. */
import { expect, test } from 'vitest';
import { bidIn } from '../../testing/responses.ts';
import { bidBody, makeLot, openTestMock } from '../../testing/open-mock.ts';
import { openReceiver } from '../../testing/receiver.ts';
import { recordSpans } from '../../testing/record-spans.ts';

const exporter = recordSpans();

const TRACE = '0af7651916cd43dd8448eb211c80319c';

test('a request continues the trace of its caller, its transaction is a child, and a delivery carries its own trace', async () => {
  await using receiver = await openReceiver();
  await using t = await openTestMock({ lots: 20, traces: true });
  const lot = await makeLot(t);
  await t.call('seller', 'POST', '/webhooks', { body: { url: receiver.url, events: ['bid.received'] } });
  await t.call('partner', 'POST', '/webhooks', { body: { url: receiver.url, events: ['bid.received'] } });
  await t.call('buyer', 'POST', '/webhooks', { body: { url: receiver.url, events: ['bid.rejected'] } });
  exporter.reset();
  const traceparent = `00-${TRACE}-b7ad6b7169203331-01`;
  const placed = await t.call('buyer', 'POST', `/inventory/${lot}/bids`, { body: bidBody(), headers: { traceparent } });
  const { id } = bidIn(placed);
  await t.call('seller', 'POST', `/bids/${id}/reject`);
  await t.mock.worlds.default.dispatcher.idle();

  const spans = exporter.getFinishedSpans();
  const request = spans.find(({ attributes }) => attributes['url.path'] === `/v1/inventory/${lot}/bids`);
  expect(request?.spanContext().traceId).toBe(TRACE);
  expect(request?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
  expect(request?.attributes).toMatchObject({ 'http.request.method': 'POST', 'http.response.status_code': 201 });
  const children = spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === request?.spanContext().spanId);
  expect(children.map(({ name }) => name)).toContain('transaction');
  const attempt = spans.find(({ name }) => name === 'delivery attempt');
  expect(attempt?.attributes).toMatchObject({ 'gristmill.event': 'bid.rejected', 'http.response.status_code': 200 });
  expect(attempt?.spanContext().traceId).not.toBe(TRACE);
  // It links to the transaction that caused the event.
  const rejecting = spans.find(({ attributes }) => attributes['url.path'] === `/v1/bids/${id}/reject`);
  const causes = spans.filter(
    ({ name, parentSpanContext }) => name === 'transaction' && parentSpanContext?.spanId === rejecting?.spanContext().spanId,
  );
  const linked = attempt?.links.map(({ context: { traceId, spanId } }) => ({ traceId, spanId })) ?? [];
  expect(causes.map((span) => span.spanContext())).toEqual(
    expect.arrayContaining(linked.map((each) => expect.objectContaining(each))),
  );
  expect(linked).toHaveLength(1);
  expect(receiver.received.at(-1)?.headers['traceparent']).toContain(attempt?.spanContext().spanId ?? 'none');
  // No span has a token.
  expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toContain('dev_');
});

test('without the option, there is no span, and no header for the receiver', async () => {
  await using receiver = await openReceiver();
  await using t = await openTestMock({ lots: 20 });
  exporter.reset();
  const lot = await makeLot(t);
  await t.call('buyer', 'POST', '/webhooks', { body: { url: receiver.url, events: ['bid.rejected'] } });
  const placed = await t.call('buyer', 'POST', `/inventory/${lot}/bids`, { body: bidBody() });
  await t.call('seller', 'POST', `/bids/${bidIn(placed).id}/reject`);
  await t.mock.worlds.default.dispatcher.idle();
  expect(receiver.received[0]?.headers['traceparent']).toBeUndefined();
  expect(exporter.getFinishedSpans()).toEqual([]);
});
