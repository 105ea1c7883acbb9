import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { elapsedMs, type Machine } from '../clock.ts';
import { sendRequest } from '../config/send-request.ts';
import { Breach, TransportFault } from '../replies/findings.ts';
import type { Settings } from '../settings/settings.ts';
import { makeMachine } from '../testing/machine.ts';
import { sendJson, serve, serveAfterResets, type TestServer } from '../testing/server.ts';
import { makeSettings } from '../testing/settings.ts';
import { HttpClient } from './http-client.ts';
import { GATEWAY_REPEATS_MAX } from './gateway-repeats.ts';
import { RATE_LIMIT_WAIT_MAX_MS } from './retry-after.ts';
import { traceIdOf } from './traceparent.ts';

const ASKED = { check: 'OP-1/x', actor: 'buyer', path: '/market' };

/** A client of this target, closed when the test ends. */
function openClient({ base_url }: TestServer, overrides: Partial<Settings> = {}, machine?: Machine): HttpClient {
  const client = new HttpClient(makeSettings({ base_url, ...overrides }), machine);
  onTestFinished(async () => client.close());
  return client;
}

test('OP-1 a GET is repeated if its connection was closed', async () => {
  await using target = await serveAfterResets(1);
  const client = openClient(target);
  expect((await client.send({ ...ASKED, method: 'GET' })).json).toEqual({ count: 2 });
});

test('OP-1 a POST is not repeated, because it may have been carried out', async () => {
  await using target = await serveAfterResets(Infinity);
  const client = openClient(target);
  await expect(client.send({ ...ASKED, method: 'POST', body: '{}' })).rejects.toThrow(TransportFault);
  expect(target.count()).toBe(1);
});

test('concurrent requests on a closed connection fail together, and the run continues', async () => {
  const held: { destroy: () => void }[] = [];
  let is_awake = false;
  await using target = await serve((request, response) => {
    if (is_awake) return sendJson(response, 200, {});
    held.push(request.socket);
    if (held.length < 8) return;
    is_awake = true;
    for (const socket of held) socket.destroy();
  });
  const client = openClient(target);
  const lost = await Promise.allSettled(Array.from({ length: 8 }, async () => client.send({ ...ASKED, method: 'POST' })));
  expect(lost.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'));
  expect(client.stop_reason).toBeUndefined();
  expect((await client.send({ ...ASKED, method: 'POST' })).status).toBe(200);
});

test('three consecutive failures end the run', async () => {
  await using target = await serveAfterResets(Infinity);
  const client = openClient(target);
  for (let n = 1; n <= 3; n += 1) await expect(client.send({ ...ASKED, method: 'POST' })).rejects.toThrow(TransportFault);
  expect(client.stop_reason).toContain('3 consecutive requests got no response');
});

test.each([
  ['another host', 'http://localhost:{port}/v1/market'],
  ['another port', 'http://127.0.0.1:9/v1/market'],
  ['plain http in place of https', 'https://127.0.0.1:{port}/v1/market'],
])('PAGE-5 no request leaves the configured origins: %s', async (_what, address) => {
  let count = 0;
  await using target = await serve((_request, response) => {
    count += 1;
    sendJson(response, 200, {});
  });
  const client = openClient(target);
  const path = address.replace('{port}', new URL(target.base_url).port);
  await expect(client.send({ ...ASKED, method: 'GET', path })).rejects.toThrow(Breach);
  expect([count, client.requests, client.stop_reason]).toEqual([0, 0, undefined]);
});

test('AUTH-3 the authorization server is a configured origin', async () => {
  await using target = await serve((_request, response) => sendJson(response, 200, {}));
  await using tokens = await serve((_request, response) => sendJson(response, 200, { access_token: 'one' }));
  const auth_url = new URL(tokens.base_url).origin;
  const client = openClient(target, { auth_url });
  expect((await client.send({ ...ASKED, method: 'POST', path: `${auth_url}/oauth/token` })).json).toEqual({
    access_token: 'one',
  });
});

test('AUTH-3 a redirect is a response, and no token follows it', async () => {
  const arrived: unknown[] = [];
  await using elsewhere = await serve((request, response) => {
    arrived.push(request.headers.authorization);
    sendJson(response, 200, {});
  });
  await using target = await serve((_request, response) => response.writeHead(307, { location: elsewhere.base_url }).end());
  const client = openClient(target);
  const headers = { authorization: 'Bearer secret_token' };
  expect((await client.send({ ...ASKED, method: 'GET', headers })).status).toBe(307);
  expect(arrived).toEqual([]);
});

async function serveLimited(retry_after: string): ReturnType<typeof serve> {
  return serve((_request, response) =>
    sendJson(
      response,
      429,
      { error: { status: 429, code: 'rate_limited', message: 'Slow down.' } },
      { 'retry-after': retry_after },
    ),
  );
}

test('ERR-1 a request that always gets 429 counts as unanswered, and says nothing about a clause', async () => {
  await using target = await serveLimited('1000000000');
  const machine = makeMachine();
  const client = openClient(target, {}, machine);
  await expect(client.send({ ...ASKED, method: 'GET' })).rejects.toThrow(/returning 429.* --rps/);
  expect(machine.waits).toEqual(Array.from({ length: 10 }, () => 30_000));
});

test('a request that always gets 503 with Retry-After returns it after five repeats', async () => {
  await using target = await serve((_request, response) => sendJson(response, 503, {}, { 'retry-after': '1' }));
  const machine = makeMachine();
  const client = openClient(target, {}, machine);
  expect(client.describeRepeats()).toEqual([]);
  expect((await client.send({ ...ASKED, method: 'POST' })).status).toBe(503);
  expect(machine.waits).toEqual(Array.from({ length: 5 }, () => 1_000));
  expect(client.describeRepeats()).toEqual([
    'The target asked 6 times to send a request again later (429, or 503 with Retry-After). The run slowed down, and waited 5 s in all. Raise the limit to make the run faster.',
  ]);
});

/** @param statuses of the first responses, from a gateway; the target sends 200 to all later requests */
async function serveBehindGateway(...statuses: readonly number[]): ReturnType<typeof serve> {
  let n = 0;
  return serve((_request, response) => {
    const status = statuses[n];
    n += 1;
    if (status === undefined) sendJson(response, 200, {});
    else response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
  });
}

test.each([
  ['GET', [502, 504], 200, [100, 400]],
  ['GET', [502, 504, 503], 503, [100, 400]],
  ['GET', [500], 500, []],
  ['POST', [502], 502, []],
] as const)('a %s after %j of a gateway returns %i, with pauses of %j ms', async (method, statuses, status, waits) => {
  await using target = await serveBehindGateway(...statuses);
  const machine = makeMachine();
  const client = openClient(target, {}, machine);
  const seen: number[] = [];
  client.watch((exchange) => seen.push(exchange.status));
  expect((await client.send({ ...ASKED, method })).status).toBe(status);
  expect([machine.waits, client.requests]).toEqual([waits, waits.length + 1]);
  expect(seen).toEqual([...statuses, 200].slice(0, waits.length + 1));
  expect(client.describeRepeats().join(' ')).toMatch(waits.length > 0 ? /repeated a GET request 2 times/ : /^$/);
});

test('a run repeats requests that a gateway refuses up to a total', async () => {
  await using target = await serve((_request, response) => response.writeHead(502).end());
  const machine = makeMachine();
  const client = openClient(target, {}, machine);
  for (let n = 0; n < GATEWAY_REPEATS_MAX; n += 1) expect((await client.send({ ...ASKED, method: 'GET' })).status).toBe(502);
  expect(client.requests).toBe(2 * GATEWAY_REPEATS_MAX);
});

test('the total wait for rate limits is bounded', async () => {
  await using target = await serveLimited('30');
  const machine = makeMachine();
  const client = openClient(target, {}, machine);
  for (let n = 1; n <= 20; n += 1) await expect(client.send({ ...ASKED, method: 'GET' })).rejects.toThrow(TransportFault);
  expect(machine.elapsedMs()).toBeGreaterThanOrEqual(RATE_LIMIT_WAIT_MAX_MS);
  // The requests themselves keep a distance of up to a second.
  expect(machine.elapsedMs()).toBeLessThan(RATE_LIMIT_WAIT_MAX_MS + 40_000);
  expect(client.stop_reason).toBeUndefined();
});

test('every request has its own W3C trace context, which its exchange records', async () => {
  const received: (string | undefined)[] = [];
  await using target = await serve((request, response) => {
    received.push(request.headers['traceparent']?.toString());
    sendJson(response, 200, {});
  });
  const client = openClient(target);
  const sent = [await client.send({ ...ASKED, method: 'GET' }), await client.send({ ...ASKED, method: 'POST', body: '{}' })];
  expect(received).toEqual(sent.map(({ request_headers }) => request_headers['traceparent']));
  for (const header of received) expect(header).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
  const ids = sent.map(({ request_headers }) => traceIdOf(request_headers));
  expect(new Set(ids).size).toBe(2);
  expect(received[0]).toContain(ids[0] ?? 'no trace id');
});

test('a response that is compressed unless the request forbids it can be read', async () => {
  await using target = await serve((request, response) => {
    const is_plain = request.headers['accept-encoding'] === 'identity';
    response.writeHead(200, { 'content-type': 'application/json', ...(is_plain ? {} : { 'content-encoding': 'gzip' }) });
    response.end(is_plain ? '{}' : gzipSync('{}'));
  });
  const client = openClient(target);
  expect((await client.send({ ...ASKED, method: 'GET' })).json).toEqual({});
  expect((await sendRequest(target.base_url)).json).toEqual({});
});

test('after a request was lost with its connection, no idle connection is used again', async () => {
  const sockets: unknown[] = [];
  let is_lost = false;
  await using target = await serve((request, response) => {
    sockets.push(request.socket);
    if (!is_lost) return sendJson(response, 200, {});
    is_lost = false;
    request.socket.destroy();
  });
  const client = openClient(target);
  const send = async (method: string): Promise<unknown> => client.send({ ...ASKED, method });
  await Promise.all([send('GET'), send('GET'), send('GET')]);
  const idle = new Set(sockets);
  expect(idle.size).toBe(3);
  is_lost = true;
  await expect(send('POST')).rejects.toThrow(TransportFault);
  const before = sockets.length;
  for (let sent = 0; sent < 3; sent += 1) await send('POST');
  const later = sockets.slice(before);
  expect(new Set(later).size).toBe(3);
  expect(later.filter((socket) => idle.has(socket))).toEqual([]);
});

test('the mean duration of requests includes waits for the rate limit', async () => {
  const machine = makeMachine();
  await using target = await serve((_request, response) => sendJson(response, 200, {}));
  const client = openClient(target, { requests_per_second: 2 }, machine);
  for (let sent = 0; sent < 3; sent += 1) await client.send({ ...ASKED, method: 'GET' });
  // The first request does not wait, the others wait half a second each.
  expect(client.mean_request_ms).toBeCloseTo(1_000 / 3, 0);
});

test('OP-1 a request ends with its signal, even while its connection is being opened', async () => {
  // Accepts connections, and never begins TLS.
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new HttpClient(makeSettings({ base_url: `https://127.0.0.1:${port}/v1`, request_timeout_ms: 4_000 }));
  const began_ms = elapsedMs();
  const sent = client.send({ ...ASKED, method: 'GET', signal: AbortSignal.timeout(50) });
  await expect(sent).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }));
  await expect(client.send({ ...ASKED, method: 'GET', signal: AbortSignal.abort() })).rejects.toThrow(
    expect.objectContaining({ name: 'AbortError' }),
  );
  await client.close();
  expect(elapsedMs() - began_ms).toBeLessThan(3_000);
});
