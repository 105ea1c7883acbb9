import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { nowMs } from '#client';
import { serveInTest } from '#client/testing/in-test';
import { Listener, type ListenerOptions, type Received } from './listener.ts';

const SECRET = 'whsec_listener';

interface Open {
  listener: Listener;
  received: Received[];
  strays: string[];
}

async function open(options: Partial<ListenerOptions> = {}): Promise<Open> {
  const received: Received[] = [];
  const strays: string[] = [];
  const listener = await Listener.open({
    host: '127.0.0.1',
    port: 0,
    secret: Promise.resolve(SECRET),
    forward_to: undefined,
    statuses: [200],
    onReceived: (one) => received.push(one),
    onStray: (one) => strays.push(one),
    ...options,
  });
  onTestFinished(() => listener.close());
  return { listener, received, strays };
}

function write(id: string): string {
  return JSON.stringify({
    id,
    type: 'bid.accepted',
    event: 'bid.accepted',
    livemode: true,
    created_at: '2026-06-01T12:00:00Z',
    data: {},
  });
}

function headersFor(body: string | Buffer, secret = SECRET): Record<string, string> {
  const t = Math.floor(nowMs() / 1_000);
  const v1 = createHmac('sha256', secret)
    .update(Buffer.concat([Buffer.from(`${t}.`), Buffer.from(body)]))
    .digest('hex');
  return { 'SVC-Event': 'bid.accepted', 'SVC-Signature': `t=${t},v1=${v1}`, Connection: 'close' };
}

async function post(url: string, body: string, secret = SECRET): Promise<number> {
  const response = await fetch(url, { method: 'POST', headers: headersFor(body, secret), body });
  await response.text();
  return response.status;
}

interface Behind {
  url: string;
  got: { raw_headers: string[]; headers: IncomingHttpHeaders; body: Buffer; url: string }[];
}

/** The other receiver, to which deliveries are forwarded. */
async function openBehind(status: number, headers: Record<string, string> = {}, body = ''): Promise<Behind> {
  const got: Behind['got'] = [];
  const origin = await serveInTest((request, response) => {
    const take = (bytes: Buffer): void => {
      got.push({ raw_headers: request.rawHeaders, headers: request.headers, body: bytes, url: request.url ?? '' });
      response.writeHead(status, headers).end(body);
    };
    void buffer(request).then(take);
  });
  return { url: `${origin}/hooks?a=1`, got };
}

/** Sends bytes without an HTTP client. */
function speak(url: string, head: readonly string[], body: Buffer = Buffer.alloc(0)): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]));
  return socket;
}

test('RTY-3 valid deliveries get the configured statuses in order, the last one repeatedly; others do not count', async () => {
  const { listener } = await open({ statuses: [500, 429, 204] });
  const statuses = [await post(listener.url, write('evt_1'))];
  statuses.push(await post(listener.url, write('evt_1'), 'whsec_other'));
  for (let i = 0; i < 3; i += 1) statuses.push(await post(listener.url, write('evt_1')));
  expect(statuses).toEqual([500, 400, 429, 204, 204]);
});

test('forwards a delivery byte for byte, with the case and order of its headers except those of the connection', async () => {
  const behind = await openBehind(202, { 'X-Behind': 'yes', 'Set-Cookie': 'a=1' }, 'thanks');
  const { listener, received } = await open({ forward_to: behind.url });
  const body = Buffer.from([0x7b, 0x20, 0xff, 0x00, 0x0d, 0x0a, 0xc3, 0xa9, 0x7d, 0x0a]);
  const socket = speak(
    listener.url,
    [
      'POST /somewhere/else HTTP/1.1',
      'Host: listener.example',
      'x-first: 1',
      `SVC-Signature: ${headersFor(body)['SVC-Signature'] ?? ''}`,
      'CONTENT-type: Application/JSON;charset=X',
      'X-Twice: one',
      'x-TWICE: two',
      'X-Latin: caf\u00e9',
      'X-Of-Connection: gone',
      'TE: trailers',
      'Connection: close, x-of-connection',
      `Content-Length: ${body.length}`,
    ],
    body,
  );
  const response = await text(socket);
  expect(response).toMatch(/^HTTP\/1\.1 202 /);
  expect(response.toLowerCase()).toContain('x-behind: yes');
  expect(response).toMatch(/thanks$/);
  const [got] = behind.got;
  expect(got?.body.equals(body)).toBe(true);
  expect(got?.url).toBe('/hooks?a=1');
  const pairs = (got?.raw_headers ?? []).flatMap((name, i, all) => (i % 2 === 0 ? [`${name}: ${all[i + 1] ?? ''}`] : []));
  const signature = `SVC-Signature: ${got?.headers['svc-signature'] as string}`; // it is there once
  expect(pairs.filter((pair) => !/^(?:host|connection|content-length): /.test(pair))).toEqual([
    'x-first: 1',
    signature,
    'CONTENT-type: Application/JSON;charset=X',
    'X-Twice: one',
    'x-TWICE: two',
    'X-Latin: caf\u00e9',
  ]);
  expect(pairs).toContain(`host: ${new URL(behind.url).host}`);
  // The signature is right, but the body is not JSON. It is forwarded anyway.
  expect(received).toMatchObject([{ verdict: { reason: 'not_json' }, forwarded: { kind: 'response', status: 202 } }]);
});

test('RTY-12 a redirect of the other receiver is returned, not followed', async () => {
  const behind = await openBehind(307, { Location: '/elsewhere' });
  const { listener } = await open({ forward_to: behind.url });
  const body = write('evt_1');
  const response = await fetch(listener.url, { method: 'POST', headers: headersFor(body), body, redirect: 'manual' });
  expect([response.status, response.headers.get('location'), behind.got.length]).toEqual([307, '/elsewhere', 1]);
});

test('if the other receiver does not respond, the sender gets 502 and retries', async () => {
  const { listener, received } = await open({ forward_to: 'http://127.0.0.1:9/' });
  expect(await post(listener.url, write('evt_1'))).toBe(502);
  expect(received).toMatchObject([
    { verdict: { valid: true }, forwarded: { kind: 'fault', message: expect.stringMatching(/refused/) } },
  ]);
});

test('survives closed connections, requests that are not deliveries, and bodies that are too long', async () => {
  const { listener, received, strays } = await open();
  const socket = speak(listener.url, ['POST / HTTP/1.1', 'Host: x', 'Content-Length: 100'], Buffer.from('{"id":'));
  await once(socket, 'connect');
  socket.resetAndDestroy();
  const long = speak(listener.url, ['POST / HTTP/1.1', 'Host: x', 'Content-Length: 8388609']);
  expect(await text(long)).toMatch(/^HTTP\/1\.1 413 /);
  const asked = await fetch(`${listener.url}docs`, { headers: { connection: 'close' } });
  expect([asked.status, await asked.json()]).toEqual([405, { error: 'method_not_allowed', message: expect.any(String) }]);
  expect((await fetch(listener.url, { method: 'HEAD', headers: { connection: 'close' } })).status).toBe(200);
  expect(await post(listener.url, write('evt_1'))).toBe(200);
  expect(received.length).toBe(1);
  await expect
    .poll(() => strays.toSorted())
    .toEqual([
      expect.stringContaining('GET /docs is not a delivery'),
      expect.stringMatching(/closed before|longer than 8 MiB/),
      expect.stringMatching(/closed before|longer than 8 MiB/),
    ]);
});

test('deliveries that arrive before the secret is known wait for it', async () => {
  const secret = Promise.withResolvers<string>();
  const { listener, received } = await open({ secret: secret.promise });
  const sent = post(listener.url, write('evt_1'));
  const looked = await fetch(listener.url, { method: 'HEAD', headers: { connection: 'close' } });
  expect([looked.status, received.length]).toEqual([200, 0]);
  secret.resolve(SECRET);
  expect(await sent).toBe(200);
});
