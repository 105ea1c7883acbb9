import type { Request } from 'express';
import { EventSource } from 'undici';
import { personas } from '#fixtures/personas';
import { beforeEach, describe, expect, test } from 'vitest';
import { JOURNAL_ENTRIES_MAX } from '../../journal/journal.ts';
import { type TestMock, makeBid, makeLot, useMock } from '../../../testing/open-mock.ts';
import { type Block, readStream } from '../../../testing/read-stream.ts';
import { openReceiver } from '../../../testing/receiver.ts';

/** Adds requests to the journal of the default world without sending them. */
function record({ mock }: TestMock, count: number, text = ''): void {
  // The journal reads only these fields.
  const request = { method: 'GET', originalUrl: '/v1/bids', headers: {}, httpVersion: '1.1' } as Request;
  for (let recorded = 0; recorded < count; recorded += 1) {
    mock.worlds.default.journal.begin('listBids', request).end('', { status: 200, headers: {}, text });
  }
}

function seqs(blocks: readonly Block[]): string[] {
  return blocks.map(({ event = '', data }) => `${event} ${data?.seq ?? ''}`);
}

describe('the stream', () => {
  const mock = useMock();
  beforeEach(async () => {
    await mock.control('POST', '/reset');
  });

  test('sends requests, events, and deliveries as they occur, each with an id', async () => {
    await using receiver = await openReceiver();
    await mock.call('buyer', 'POST', '/webhooks', { body: { url: receiver.url, events: ['bid.rejected'] } });
    const bid = await makeBid(mock, 'buyer', await makeLot(mock));
    await using stream = await readStream(mock);
    expect(stream.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8');
    expect(await stream.next()).toEqual({ retry: '1000', id: expect.stringMatching(/^[\w-]{8}\.\d+\.1\.0$/) });
    await mock.call('seller', 'POST', `/bids/${bid}/reject`);
    const sent = await stream.take(3);
    expect(sent).toEqual([
      { event: 'event', id: expect.any(String), data: expect.objectContaining({ type: 'bid.rejected', subject_id: bid }) },
      { event: 'request', id: expect.any(String), data: expect.objectContaining({ operation_id: 'rejectBid', status: 200 }) },
      {
        event: 'delivery',
        id: expect.any(String),
        data: expect.objectContaining({ event: 'bid.rejected', status: 'delivered' }),
      },
    ]);
    expect(JSON.stringify(sent)).not.toContain('dev_seller');
    // As the lists have them.
    const requests = (await mock.control('GET', '/requests?limit=1')).body;
    expect(sent[1]?.data).toEqual(requests.items[0]);
    const deliveries = (await mock.control('GET', '/deliveries')).body;
    expect(sent[2]?.data).toEqual(deliveries.items[0]);
  });

  test('resumes after a given id, without gaps or duplicates', async () => {
    await using first = await readStream(mock);
    await first.next();
    const lot = await makeLot(mock);
    const before = await first.take(2);
    await first.leave();
    const bid = await makeBid(mock, 'buyer', lot);
    await mock.call('seller', 'POST', `/bids/${bid}/reject`);

    await using again = await readStream(mock, '/stream', { 'Last-Event-ID': before[0]?.id ?? '' });
    const [opened, ...missed] = await again.take(6);
    expect(opened).toEqual({ retry: '1000', id: before[0]?.id });
    const last = before[1]?.data?.seq ?? 0;
    // Kind by kind: the rest of the lot, the bid and its refusal, then their events.
    expect(seqs(missed)).toEqual([`request ${last}`, `request ${last + 1}`, `request ${last + 2}`, 'event 1', 'event 2']);
    await mock.call('buyer', 'GET', '/bids');
    expect(seqs(await again.take(1))).toEqual([`request ${last + 3}`]);
    await using end = await readStream(mock, '/stream', { 'Last-Event-ID': missed.at(-1)?.id ?? '' });
    expect(seqs((await end.take(2)).slice(1))).toEqual([`request ${last + 3}`]);
  });

  test('sends records that arrive during catch-up once, after the backlog', async () => {
    record(mock, 1_000, 'x'.repeat(1_000));
    const { journal, bus } = mock.mock.worlds.default;
    const first = (await journal.read())[0]?.seq ?? 0;
    const listen = bus.listen.bind(bus);
    bus.listen = (listener) => {
      const stop = listen(listener);
      record(mock, 20);
      return stop;
    };
    await using stream = await readStream(mock, '/stream?since=0&kind=request');
    bus.listen = listen;
    record(mock, 50);
    const sent = (await stream.take(1_071)).slice(1);
    expect(seqs(sent)).toEqual(Array.from({ length: 1_070 }, (_, index) => `request ${first + index}`));
  });

  test.each([
    ['operation_id=getPriceHistory', []],
    ['operation_id=listInventory', ['GET /v1/inventory', 'GET /v1/inventory']],
    ['status=401', ['GET /v1/inventory']],
    ['method=post', ['POST /v1/webhooks']],
    [`user_id=${personas.buyer.user_id}&kind=request`, ['GET /v1/inventory', 'POST /v1/webhooks']],
    ['kind=event', []],
  ])('?%s filters the records', async (query, wanted) => {
    await using live = await readStream(mock, `/stream?${query}`);
    await live.next();
    await mock.call('buyer', 'GET', '/inventory');
    await mock.call(null, 'GET', '/inventory');
    await mock.call('buyer', 'POST', '/webhooks', { body: {} });
    const name = ({ data }: Block): string => `${data?.method ?? ''} ${data?.path ?? ''}`;
    expect((await live.take(wanted.length)).map(name)).toEqual(wanted);
    await using late = await readStream(mock, `/stream?${query}&since=0`);
    expect((await late.take(wanted.length + 1)).slice(1).map(name)).toEqual(wanted);
    // Both streams receive the gap next, so there was nothing else before it.
    await mock.control('POST', '/reset');
    expect([await live.next(), await late.next()]).toMatchObject([{ event: 'gap' }, { event: 'gap' }]);
  });

  test('reports a gap if the journal has forgotten some records', async () => {
    await using first = await readStream(mock, '/stream?kind=request');
    const id = (await first.next())?.id ?? '';
    await first.leave();
    record(mock, JOURNAL_ENTRIES_MAX * 2);
    await using again = await readStream(mock, '/stream?kind=request', { 'Last-Event-ID': id });
    const [, gap, next] = await again.take(3);
    expect(gap).toMatchObject({ event: 'gap', id, data: { reason: 'forgotten', requests: JOURNAL_ENTRIES_MAX } });
    expect(next?.data?.seq).toBe((await mock.mock.worlds.default.journal.read())[0]?.seq);
    await using all = await readStream(mock, '/stream?since=0&kind=request');
    expect((await all.take(2))[1]?.event).toBe('request');
  });

  test('reports a gap after a reset or restore, and earlier ids are then unknown', async () => {
    await using stream = await readStream(mock, '/stream?kind=event');
    await stream.next();
    const lot = await makeLot(mock);
    const { id: snapshot } = (await mock.control('POST', '/snapshots')).body;
    await makeBid(mock, 'buyer', lot);
    const [before] = await stream.take(1);
    expect(before).toMatchObject({ event: 'event', data: { seq: 1 } });
    await mock.control('POST', `/snapshots/${snapshot}/restore`);
    expect(await stream.next()).toMatchObject({ event: 'gap', data: { reason: 'renewed' } });
    await makeBid(mock, 'rival', lot);
    const after = await stream.next();
    expect(after).toMatchObject({ event: 'event', data: { seq: 1 } });

    await using stale = await readStream(mock, '/stream?kind=event', { 'Last-Event-ID': before?.id ?? '' });
    const [opened, gap] = await stale.take(2);
    expect(gap).toMatchObject({ event: 'gap', id: opened?.id, data: { reason: 'unknown_id' } });
    expect(opened?.id?.split('.')[0]).toBe(after?.id?.split('.')[0]);
    expect(opened?.id?.split('.')[0]).not.toBe(before?.id?.split('.')[0]);
    // What it has caught up on under a number is not what comes under that number now.
    await using caught_up = await readStream(mock, '/stream?kind=event&since=0');
    expect(seqs((await caught_up.take(2)).slice(1))).toEqual(['event 1']);
    await mock.control('POST', '/reset');
    expect(await stale.next()).toMatchObject({ event: 'gap', data: { reason: 'renewed' } });
    await makeBid(mock, 'rival', await makeLot(mock));
    expect(await caught_up.take(2)).toMatchObject([{ event: 'gap' }, { event: 'event', data: { seq: 1 } }]);
  });

  test('can be read with EventSource, which resumes after a reconnect', async () => {
    const source = new EventSource(`${mock.mock.control_url}/stream?kind=request`);
    const sent: string[] = [];
    const { promise: both, resolve } = Promise.withResolvers<undefined>();
    source.addEventListener('request', (event) => {
      const { data } = event as unknown as { data: string };
      if (sent.push((JSON.parse(data) as { operation_id: string }).operation_id) === 2) resolve(undefined);
    });
    await new Promise((opened) => source.addEventListener('open', opened, { once: true }));
    await mock.call('buyer', 'GET', '/inventory?limit=1');
    const broken = new Promise((failed) => source.addEventListener('error', failed, { once: true }));
    mock.mock.server.closeAllConnections();
    await broken;
    await mock.call('buyer', 'GET', '/bids');
    await both;
    source.close();
    expect(sent).toEqual(['listInventory', 'listBids']);
  });
});
