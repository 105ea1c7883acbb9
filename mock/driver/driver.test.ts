/** The typed helpers of a mock, in this process and over a connection: the same object. */
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectMock } from './connect.ts';
import { createControlClient } from './control-client.ts';
import type { Mock } from '../server/server.ts';
import { createMock } from '../server/server.ts';
import type { Driver } from './driver.ts';
import { openSocket } from '../testing/open-socket.ts';

const NOON = '2026-06-10T12:00:00.000Z';

/** Places a bid of the buyer on a lot of the developer seller. */
async function placeBid(mock: Driver): Promise<string> {
  const own = await mock.as('seller').GET('/me/inventory', { params: { query: { status: 'listed', limit: 50 } } });
  const lot = own.data?.items.find(({ grade, quantity_mt }) => grade !== null && quantity_mt >= 20);
  const { data } = await mock.as('buyer').POST('/inventory/{id}/bids', {
    params: { path: { id: lot?.id ?? '' } },
    body: { price: { amount: 300, unit: 'MT' }, quantity_mt: 10, delivery: { from: '2026-09-01', to: '2026-09-30' } },
  });
  return data?.data.id ?? '';
}

/** Collects what is unreachable now and a few turns later. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // V8's function
  for (let turn = 0; turn < 5; turn += 1) {
    collect();
    await setTimeout(10);
  }
}

describe.each([
  ['createMock', (mock: Mock): Driver => mock],
  ['connectMock', async (mock: Mock): Promise<Driver> => connectMock(mock.base_url)],
])('%s', (_, connect) => {
  const open = async (): Promise<Driver> => {
    const mock = await createMock({ lots: 40, clock: NOON });
    onTestFinished(mock.close);
    return connect(mock);
  };

  test('a bid becomes a settled trade, and the webhook receives its events', async () => {
    const mock = await open();
    await using receiver = await mock.webhooks.receiver({ as: 'buyer', events: ['bid.accepted', 'trade.settled'] });
    const bid_id = await placeBid(mock);
    const accepted = await mock.as('seller').POST('/bids/{id}/accept', { params: { path: { id: bid_id } } });
    const trade_id = accepted.data?.data.id ?? '';

    expect(await receiver.next('bid.accepted')).toMatchObject({ isSigned: true, livemode: true, data: { bid_id } });
    await mock.payInvoice(trade_id, 'buyer');
    const { events_emitted } = await mock.payInvoice(trade_id, 'seller');
    expect(events_emitted).toMatchObject([{ type: 'trade.settled' }]);
    expect((await receiver.next('trade.settled')).data).toMatchObject({ trade_id });
    const { items } = await mock.deliveries({ event: 'trade.settled', subscription_id: receiver.subscription_id });
    expect(items).toMatchObject([{ status: 'delivered', response_status: 204 }]);
    expect(await mock.truth(trade_id)).toMatchObject({ id: trade_id });
  });

  test('the clock accepts durations as text', async () => {
    const mock = await open();
    await mock.clock.advance('7 days');
    expect(await mock.clock.now()).toBe('2026-06-17T12:00:00.000Z');
    await mock.clock.advance(90);
    expect(await mock.clock.now()).toBe('2026-06-17T12:01:30.000Z');
    // @ts-expect-error the types reject what is not a duration
    await expect(mock.clock.advance('soon')).rejects.toThrow("clock.advance: 'soon' is not a duration; give seconds, or text");
  });

  test('the clock can be set, frozen, and resumed, and what was due is reported', async () => {
    const mock = await open();
    const bid_id = await placeBid(mock);
    const { fired } = await mock.clock.advance('8 days');
    expect(fired).toContainEqual({ at: '2026-06-17T12:00:00.000Z', kind: 'bid_expired', id: bid_id });
    expect((await mock.clock.set('2026-06-20T00:00:00Z')).now).toBe('2026-06-20T00:00:00.000Z');
    expect(await mock.clock.run()).toMatchObject({ deliveries: 0 });
    expect(await mock.clock.resume()).toMatchObject({ new_state: { mode: 'real' } });
    expect(await mock.clock.freeze()).toMatchObject({ new_state: { mode: 'frozen' } });
    expect(await mock.reset()).toMatchObject({ new_state: { now: NOON } });
  });

  test('control() calls any path but the stream, and its errors have the reason', async () => {
    const mock = await open();
    expect(await mock.control<string>('GET', '/metrics')).toMatch(/^# HELP gristmill_build_info /);
    await expect(mock.control('GET', '/stream')).rejects.toThrow('GET /stream never ends; use follow() instead');
    await expect(mock.control('POST', '/clock/advance', { second: 1 })).rejects.toThrow(
      /^POST \/clock\/advance: 422 validation_failed: .*second/,
    );
  });

  test('a fault affects requests until it is removed', async () => {
    const mock = await open();
    const fault = await mock.fault({ request: { operation_id: 'listInventory' }, status: 503, retry_after: 3 });
    const read = async (): Promise<number> => (await mock.as('buyer').GET('/inventory')).response.status;
    expect(await read()).toBe(503);
    await fault.remove();
    expect(await read()).toBe(200);
    const { items } = await mock.requests({ operation_id: 'listInventory' });
    expect(items.map(({ status, fault: by }) => [status, by])).toEqual([
      [503, fault.id],
      [200, null],
    ]);
  });

  test('waiting resolves with the match, or names the near miss', async () => {
    const mock = await open();
    const waiting = mock.waitFor('request', { operation_id: 'listInventory', status: 401 });
    await fetch(`${(await mock.world({ lots: 20 })).base_url}/inventory`);
    await expect(mock.waitFor('event', { type: 'bid.received' }, { timeoutMs: 0 })).rejects.toMatchObject({ status: 408 });
    await mock.as('expired').GET('/inventory');
    expect(await waiting).toMatchObject({ status: 401, actor: null });
  });

  test('a world is isolated from the others until it is deleted', async () => {
    const mock = await open();
    const before = await mock.clock.now();
    const world = await mock.world({ lots: 20, seed: '7' });
    await world.clock.advance('1 day');
    await placeBid(world);
    expect(await mock.clock.now()).toBe(before);
    expect((await mock.requests()).total).toBe(0);
    await world.delete();
    await expect(world.clock.now()).rejects.toMatchObject({ status: 404 });
  });

  test('a snapshot restores the world', async () => {
    const mock = await open();
    const snapshot = await mock.snapshot('before the bid');
    const bid_id = await placeBid(mock);
    const read = async (): Promise<number> =>
      (await mock.as('buyer').GET('/bids/{id}', { params: { path: { id: bid_id } } })).response.status;
    expect(await read()).toBe(200);
    await snapshot.restore();
    expect(await read()).toBe(404);
  });

  test('requests and events can be followed', async () => {
    const mock = await open();
    await mock.as('buyer').GET('/inventory');
    const stop = new AbortController();
    const seen: string[] = [];
    for await (const { kind, ...rest } of mock.follow({ kinds: ['request'], isFromStart: true, signal: stop.signal })) {
      seen.push(`${kind} ${'entry' in rest && 'operation_id' in rest.entry ? rest.entry.operation_id : ''}`);
      if (seen.length === 2) stop.abort();
      else await mock.as('buyer').GET('/bids');
    }
    expect(seen).toEqual(['request listInventory', 'request listBids']);
  });

  test('the signal ends following also after garbage collection', async () => {
    const mock = await open();
    await mock.as('buyer').GET('/inventory');
    const stop = new AbortController();
    const entries = mock.follow({ kinds: ['request'], isFromStart: true, signal: stop.signal });
    await entries.next();
    const next = entries.next();
    await collectGarbage();
    stop.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });
});

test('a receiver survives a delivery that ends in the middle of its body', async () => {
  await using mock = await createMock({ lots: 20 });
  await using receiver = await mock.webhooks.receiver({ as: 'buyer' });
  const { port, hostname } = new URL(receiver.url);
  const socket = connectSocket({ port: Number(port), host: hostname });
  socket.end('POST /webhooks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{', 'utf8');
  // Vitest fails on an unhandled rejection.
  await once(socket.resume(), 'close');
  expect(receiver.received).toEqual([]);
});

test('a receiver stops even if its mock has already stopped', async () => {
  const mock = await createMock({ lots: 20 });
  const receiver = await mock.webhooks.receiver({ as: 'buyer' });
  await mock.close();
  await expect(receiver.close()).rejects.toThrow('fetch failed');
  await expect(fetch(receiver.url)).rejects.toThrow('fetch failed');
});

test('a receiver whose subscription request fails leaves no server behind', async () => {
  const mock = await createMock({ lots: 20 });
  await mock.close();
  const count = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
  const before = count();
  await expect(mock.webhooks.receiver({ as: 'buyer' })).rejects.toThrow('fetch failed');
  // Node lists a closed server for a moment longer.
  await expect.poll(count).toBe(before);
});

test('a receiver that times out lists what it received instead', async () => {
  await using mock = await createMock({ lots: 40 });
  await using receiver = await mock.webhooks.receiver({ as: 'partner' });
  await expect(receiver.next('bid.received', { timeoutMs: 0 })).rejects.toThrow(
    'no bid.received within 0 ms; received so far: nothing',
  );
});

test('a receiver does not wait for an event that it is not subscribed to', async () => {
  await using mock = await createMock({ lots: 40 });
  await using receiver = await mock.webhooks.receiver({ as: 'buyer', events: ['bid.accepted', 'bid.rejected'] });
  await expect(receiver.next('bid.countered')).rejects.toThrow(
    'webhooks.receiver: it is subscribed to bid.accepted, bid.rejected; add bid.countered to its events',
  );
});

describe('connecting', () => {
  test('a missing mock is reported with the address and what to do', async () => {
    await expect(connectMock('http://127.0.0.1:9')).rejects.toThrow(
      'no mock responds at http://127.0.0.1:9; start one with gristmill mock',
    );
    await expect(connectMock('localhost:4010')).rejects.toThrow("'localhost:4010' is not an http address; give one such as");
  });

  test.each([
    ['a page', 200, 'text/html', '<p>hello'],
    ['other JSON', 200, 'application/json', '{"hello":1}'],
    ['an error page', 500, 'text/html', '<p>oops'],
  ])('another server, with %s, is rejected', async (_, status, type, body) => {
    const url = await openSocket((socket) => {
      socket.end(`HTTP/1.1 ${status} X\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    });
    await expect(connectMock(url)).rejects.toThrow(`${new URL(url).origin} is not a Gristmill mock`);
  });

  test('a world can be connected by any of its addresses, with an admin token', async () => {
    await using mock = await createMock({ lots: 20, admin_token: 'a-long-admin-token' });
    await expect(connectMock(mock.base_url)).rejects.toMatchObject({ status: 401 });
    const admin = { adminToken: 'a-long-admin-token' };
    const world = await (await connectMock(mock.auth_url, admin)).world({ lots: 20 });
    for (const url of [world.base_url, world.auth_url, world.control_url, world.dashboard_url]) {
      expect(await connectMock(url, admin)).toMatchObject({ base_url: world.base_url });
    }
  });
});

test('an admin token that no header can have is not reported as a mock that does not respond', async () => {
  const { control } = createControlClient('http://127.0.0.1:9/_gristmill', 'two\nlines');
  await expect(control('GET', '/health')).rejects.toThrow(TypeError);
});
