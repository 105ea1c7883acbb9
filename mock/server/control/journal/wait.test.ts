import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { stopwatchMs } from '../../../ports/clock.ts';
import { type TestResponse, type TestMock, makeBid, makeLot, openTestMock, useMock } from '../../../testing/open-mock.ts';
import type { WorldEvent } from '../../journal/event-bus.ts';
import type { ControlCall } from '../endpoint/operation.ts';
import { WAIT } from './wait.ts';

/** Waits, and resolves with a second promise once the wait has begun. */
async function beginWait(mock: TestMock, body: object): Promise<{ response: Promise<TestResponse> }> {
  const { bus } = mock.mock.worlds.default;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const listen = bus.listen.bind(bus);
  bus.listen = (listener) => {
    resolve(undefined);
    bus.listen = listen;
    return listen(listener);
  };
  const response = mock.control('POST', '/wait', body);
  await promise;
  return { response };
}

function waitForever(control_url: string, init: RequestInit = {}): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(`${control_url}/wait`, { method: 'POST', headers, body: '{"event":{}}', ...init });
}

describe('waiting', () => {
  const mock = useMock();
  let lot: string;
  beforeEach(async () => {
    await mock.control('POST', '/reset');
    lot = await makeLot(mock);
  });

  test('a near miss shows no secret', async () => {
    await mock.call('buyer', 'GET', '/bids?access_token=hidden');
    const missed = await mock.control('POST', '/wait', { request: { path: '/v1/bids' }, since: 0, timeout_ms: 0 });
    expect(missed.text).toContain('/v1/bids?access_token=[redacted]');
    expect(missed.text).not.toContain('hidden');
  });

  test('looks back to `since` and no further', async () => {
    const bid = await makeBid(mock, 'buyer', lot);
    const found = await mock.control('POST', '/wait', { event: { subject_id: bid }, since: 0 });
    expect(found).toMatchObject({ status: 200, body: { event: { seq: 1 } } });
    const late = await mock.control('POST', '/wait', { event: { subject_id: bid }, since: 1, timeout_ms: 0 });
    expect(late).toMatchObject({
      status: 408,
      body: { error: { code: 'timeout', message: 'No event matched within 0 s. None was recorded.' } },
    });
    expect(await mock.control('POST', '/wait', { event: { subject_id: bid }, timeout_ms: 0 })).toMatchObject({
      status: 408,
      body: {
        error: { message: expect.stringMatching(/None was recorded after the call; to include earlier ones, pass since\.$/) },
      },
    });
    const asked = await mock.control('POST', '/wait', { request: { operation_id: 'placeBid' }, since: 0 });
    expect(asked.body).toMatchObject({ request: { status: 201 } });
  });

  test('with `since`, finds an earlier recorded item although a later one arrives first', async () => {
    const { bus, lock } = mock.mock.worlds.default;
    const published: WorldEvent[] = [];
    const stopListening = bus.listen((event) => published.push(event));
    const bid = await makeBid(mock, 'buyer', lot);
    stopListening();
    const recorded = published.find((event) => event.kind === 'event');
    if (recorded === undefined) throw new Error('a bid publishes an event');
    // Delays the search for recorded events, so that the later event arrives first.
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    const held = lock.exclude(() => released);
    const { response } = await beginWait(mock, { event: { subject_id: bid }, since: 0 });
    bus.publish({ ...recorded, event: { ...recorded.event, seq: recorded.event.seq + 1 } });
    release(undefined);
    await held;
    expect(await response).toMatchObject({ status: 200, body: { event: { seq: recorded.event.seq } } });
  });

  test('ends at the timeout with the near misses, the nearest first', async () => {
    const bid = await makeBid(mock, 'buyer', lot);
    await makeBid(mock, 'rival', lot);
    const missed = await mock.control('POST', '/wait', {
      event: { type: 'bid.accepted', subject_id: bid, livemode: true },
      since: 0,
      timeout_ms: 1,
    });
    expect(missed).toMatchObject({
      status: 408,
      body: {
        error: {
          status: 408,
          code: 'timeout',
          message: expect.stringMatching(/^No event matched within 0.001 s\. The closest is evt_\w+, which differs in type\.$/),
          errors: [
            { field: 'type', message: expect.stringMatching(/^is "bid.received" in evt_\w+, not "bid.accepted"$/) },
            { field: 'type' },
            { field: 'subject_id', message: expect.stringContaining(`not "${bid}"`) },
          ],
        },
      },
    });
  });
});

test.for([
  [{ event: { type: 'bid.acepted' } }, 'event.type', 'bid.accepted'],
  [{ delivery: { event: 'bid.acepted' } }, 'delivery.event', 'bid.accepted'],
  [{ delivery: { status: 'fialed' } }, 'delivery.status', 'failed'],
  [{ request: { operation_id: 'placeBids' } }, 'request.operation_id', 'placeBid'],
] as const)('does not wait for a name that does not exist: %j', async ([body, field, meant]) => {
  await using mock = await openTestMock();
  const response = await mock.control('POST', '/wait', { ...body, timeout_ms: 0 });
  expect(response).toMatchObject({ status: 422, body: { error: { errors: [{ field }] } } });
  expect(response.body.error.errors[0].message).toMatch(new RegExp(` is unknown; did you mean ${meant}\\?$`));
});

test('ends with 503 when the world is deleted or the mock stops', async () => {
  const mock = await openTestMock();
  const made = await mock.control('POST', '/worlds');
  const { control_url } = made.body;
  const { response } = await beginWait(mock, { event: {} });
  const world = mock.mock.worlds.get('w1');
  const elsewhere = waitForever(control_url);
  // The wait has begun when the bus has a listener.
  while (world?.bus.listeners === 0) await setImmediate();
  await mock.control('DELETE', '/worlds/w1');
  expect((await elsewhere).status).toBe(503);
  const begun_ms = stopwatchMs();
  await mock[Symbol.asyncDispose]();
  // The client keeps its connection for seconds after the last response.
  expect(stopwatchMs() - begun_ms).toBeLessThan(1_000);
  expect(await response).toMatchObject({ status: 503, body: { error: { code: 'not_ready' } } });
});

test('ends immediately if the client disconnected before it began', async () => {
  await using mock = await openTestMock();
  const [operation] = WAIT;
  // The rest of a call is not used.
  const call = {
    world: mock.mock.worlds.default,
    body: { event: {}, timeout_ms: 1_000 },
    signal: AbortSignal.abort(),
  } as ControlCall;
  expect(await operation?.act(call)).toMatchObject({ refused: 'not_ready' });
});

test('leaves no listener after a client disconnects', async () => {
  await using mock = await openTestMock();
  const { bus } = mock.mock.worlds.default;
  const client = new AbortController();
  const response = waitForever(mock.mock.control_url, { signal: client.signal });
  while (bus.listeners === 0) await setImmediate();
  client.abort();
  await expect(response).rejects.toThrow('aborted');
  while (bus.listeners > 0) await setImmediate();
});
