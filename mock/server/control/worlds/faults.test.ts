/** Injected faults, as clients and receivers see them. */
import { personas } from '#fixtures/personas';
import { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf } from '../../../testing/responses.ts';
import { type TestMock, makeBid, makeLot, openTestMock } from '../../../testing/open-mock.ts';
import { type Received, openReceiver } from '../../../testing/receiver.ts';

/** Whether the library of another vendor accepts a delivery. It also rejects timestamps older than five minutes. */
function isGenuine({ raw, headers }: Received, secret: string): boolean {
  try {
    Stripe.webhooks.constructEvent(raw, String(headers['svc-signature']), secret);
    return true;
  } catch {
    return false;
  }
}

let t: TestMock;
beforeEach(async () => {
  t = await openTestMock({ lots: 20 });
});
afterEach(() => t[Symbol.asyncDispose]());

async function arm(fault: object): Promise<string> {
  const { status, body, text } = await t.control('POST', '/faults', fault);
  expect(status, text).toBe(201);
  return body.id;
}

function ask(path: string, token = 'dev_buyer'): Promise<Response> {
  return fetch(`${t.mock.base_url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
}

describe('requests', () => {
  test('get a status for a number of times, without being carried out', async () => {
    const id = await arm({ request: { operation_id: 'listBids' }, status: 503, code: 'down', retry_after: 7, skip: 1, count: 2 });
    const responses = [await ask('/bids'), await ask('/teams'), await ask('/bids'), await ask('/bids'), await ask('/bids')];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 503, 503, 200]);
    expect(responses[2]?.headers.get('Retry-After')).toBe('7');
    expect(await responses[2]?.json()).toEqual({ error: { status: 503, code: 'down', message: 'This is an injected fault.' } });
    expect((await t.control('GET', '/faults')).body).toMatchObject({ items: [{ id, matched: 4, struck: 2 }], total: 1 });
    expect((await t.control('GET', '/requests?status=503')).body).toMatchObject({ items: [{ fault: id }, { fault: id }] });
  });

  test('that are dropped before the action change nothing', async () => {
    await arm({ request: { method: 'POST' }, effect: 'drop' });
    const made = fetch(`${t.mock.base_url}/webhooks`, {
      method: 'POST',
      headers: { Authorization: 'Bearer dev_buyer' },
      body: '{}',
    });
    await expect(made).rejects.toThrow('fetch failed');
    expect((await t.control('GET', '/requests')).body).toMatchObject({
      items: [{ operation_id: 'createWebhook', fault: 'flt_1' }],
    });
  });

  test('get a response that is cut off', async () => {
    await arm({ request: {}, effect: 'truncate' });
    const response = await ask('/inventory');
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('get a complete response that is not JSON', async () => {
    await arm({ request: {}, effect: 'malform' });
    const response = await ask('/inventory');
    const text = await response.text();
    expect(Number(response.headers.get('Content-Length'))).toBe(text.length);
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  });

  test('are affected only if the caller matches', async () => {
    await arm({ request: { persona: 'rival' }, status: 500 });
    await arm({ request: { persona: 'reader' }, status: 502 });
    await arm({ request: { livemode: false }, status: 504 });
    await arm({ request: { team_id: personas.elevator.team_id }, status: 501 });
    const tokens = ['dev_buyer', 'dev_rival', 'dev_reader', 'dev_buyer_sandbox', 'dev_elevator', 'nonsense'];
    const responses = await Promise.all(tokens.map((token) => ask('/inventory', token)));
    expect(responses.map(({ status }) => status)).toEqual([200, 500, 502, 504, 501, 401]);
  });

  test('are affected only if the path matches, with or without /v1 and the query', async () => {
    await arm({ request: { path: '/v1/teams' }, status: 500 });
    await arm({ request: { path: '/inventory/*/bids' }, status: 501 });
    await arm({ request: { path: '*inv_2' }, status: 502 });
    await arm({ request: { path: '/bids/a.c' }, status: 504 });
    const paths = ['/teams?limit=5', '/inventory/inv_1/bids', '/inventory/inv_2', '/inventory/inv_22', '/bids/a.c', '/bids/abc'];
    const responses = await Promise.all(paths.map((path) => ask(path)));
    expect(responses.map(({ status }) => status)).toEqual([500, 405, 502, 404, 504, 404]);
    const placed = await t.callDeviant('buyer', 'POST', '/inventory/inv_1/bids', { body: {} });
    expect(placed.status).toBe(501);
    const { control_url } = (await t.control('POST', '/worlds', {})).body;
    const fault = JSON.stringify({ request: { path: '/teams' }, status: 503 });
    await fetch(`${control_url}/faults`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: fault });
    const elsewhere = await fetch(control_url.replace('_gristmill', 'v1/teams'), {
      headers: { Authorization: 'Bearer dev_buyer' },
    });
    expect(elsewhere.status).toBe(503);
  });

  test('are affected with a probability that depends on the seed', async () => {
    const strike = async (): Promise<number[]> => {
      await t.control('DELETE', '/faults');
      await arm({ request: {}, status: 500, probability: 0.5 });
      const statuses: number[] = [];
      for (let index = 0; index < 40; index += 1) statuses.push((await ask('/teams')).status);
      return statuses;
    };
    const first = await strike();
    expect(first.filter((status) => status === 500).length).toBeGreaterThan(8);
    expect(first.filter((status) => status === 200).length).toBeGreaterThan(8);
    await using other = await openTestMock({ lots: 20 });
    await t[Symbol.asyncDispose]();
    t = other;
    expect(await strike()).toEqual(first);
    t = await openTestMock({ lots: 20 });
  });

  test('name the fault that only delayed them', async () => {
    await arm({ request: {}, latency_ms: 1 });
    expect((await ask('/teams')).status).toBe(200);
    expect((await t.control('GET', '/requests')).body).toMatchObject({ items: [{ fault: 'flt_1', is_client_gone: false }] });
  });

  test('are delayed, unless the client disconnects', async () => {
    await arm({ request: { operation_id: 'listTeams' }, latency_ms: 60_000 });
    const controller = new AbortController();
    const slow = fetch(`${t.mock.base_url}/teams`, { headers: { Authorization: 'Bearer dev_buyer' }, signal: controller.signal });
    expect((await ask('/inventory')).status).toBe(200);
    controller.abort();
    await expect(slow).rejects.toThrow('aborted');
    const served = { request: { operation_id: 'listTeams' }, since: 0, timeout_ms: 5_000 };
    expect(await t.control('POST', '/wait', served)).toMatchObject({
      status: 200,
      body: { request: { fault: 'flt_1', is_client_gone: true } },
    });
    await t.control('DELETE', '/faults/flt_1');
    expect((await ask('/teams')).status).toBe(200);
  });
});

test.for(['stale', 'bad_signature', 'tamper'])('deliveries that are %s must be refused', async (effect) => {
  await using receiver = await openReceiver();
  const made = await t.call('buyer', 'POST', '/webhooks', { body: { url: receiver.url, events: ['bid.rejected'] } });
  await arm({ delivery: { event: 'bid.rejected' }, effect, count: 1 });
  const bid = await makeBid(t, 'buyer', await makeLot(t));
  await t.call('seller', 'POST', `/bids/${bid}/reject`);
  await t.control('POST', '/clock/run');
  expect(receiver.received.map((delivery) => isGenuine(delivery, made.body.data.secret))).toEqual([false]);
});

test.for<[object, string]>([
  [{ status: 500 }, 'request'],
  [{ request: {}, delivery: {}, latency_ms: 5 }, 'request'],
  [{ request: {} }, 'effect'],
  [{ request: {}, effect: 'drop', status: 500 }, 'status'],
  [{ request: {}, effect: 'stale' }, 'effect'],
  [{ delivery: {}, effect: 'truncate' }, 'effect'],
  [{ delivery: {}, status: 500 }, 'status'],
  [{ delivery: {}, effect: 'drop', when: 'after' }, 'when'],
  [{ request: {}, effect: 'malform', when: 'before' }, 'when'],
  [{ request: { operation_id: 'placeBids' }, status: 500 }, 'request.operation_id'],
  [{ request: { colour: 'red' }, status: 500 }, 'request.colour'],
  [{ request: { path: 'inventory' }, status: 500 }, 'request.path'],
  [{ request: { path: '/bids?status=pending' }, status: 500 }, 'request.path'],
  [{ request: {}, status: 200 }, 'status'],
  [{ request: {}, status: 500, probability: 0 }, 'probability'],
  [{ request: {}, latency_ms: 60_001 }, 'latency_ms'],
])('%j is rejected: %s', async ([fault, field]) => {
  expect(outcomeOf(await t.control('POST', '/faults', fault))).toBe(`422 validation_failed: ${field}`);
  expect((await t.control('GET', '/faults')).body).toMatchObject({ total: 0 });
});

test('an unknown name gets a suggestion', async () => {
  const fault = { request: { operation_id: 'placeBids' }, status: 500 };
  expect((await t.control('POST', '/faults', fault)).body.error.errors).toEqual([
    { field: 'request.operation_id', message: "'placeBids' is unknown; did you mean placeBid?" },
  ]);
});

test('at most 100 faults exist, and they can be deleted', async () => {
  for (let index = 0; index < 100; index += 1) await arm({ request: {}, status: 500 });
  expect((await t.control('POST', '/faults', { request: {}, status: 500 })).status).toBe(422);
  expect((await t.control('DELETE', '/faults/flt_7')).body).toEqual({ deleted: true, id: 'flt_7' });
  expect((await t.control('DELETE', '/faults/flt_7')).status).toBe(404);
  expect((await t.control('DELETE', '/faults')).body).toEqual({ deleted: 99 });
  expect((await ask('/teams')).status).toBe(200);
});
