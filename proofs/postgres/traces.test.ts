/** OpenTelemetry across processes: the delivery attempt of one process links to the request that another one has served. */
import { text } from 'node:stream/consumers';
import { serve } from '#client/testing/server';
import { idIn } from '#mock/testing/responses';
import { recordSpans } from '#mock/testing/record-spans';
import { expect, test } from 'vitest';
import { createMock } from '#mock';
import { BID, call, publishLot } from '../call.ts';
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
  const send = async (token: string, path: string, body: object, headers = {}): Promise<string> =>
    idIn(await call(token, 'POST', `${one.base_url}${path}`, { body, headers }));
  const bid = await send('dev_buyer', `/inventory/${await publishLot(one, 'dev_seller')}/bids`, BID);
  await send('dev_buyer', '/webhooks', { url: receiver.base_url, events: ['bid.accepted'] });
  one.worlds.stopSending();
  exporter.reset();
  await send('dev_seller', `/bids/${bid}/accept`, {}, { traceparent: `00-${TRACE}-b7ad6b7169203331-01` });
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
