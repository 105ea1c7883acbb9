/** The sender handles every kind of response. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { compose, type Delivery, type Shape } from './compose.ts';
import { Sender, type ReceiverResult } from './sender.ts';

const KIB = 1024;

interface Wire {
  url: string;
  /** What each connection has sent. */
  received: string[];
  /** Whether each connection is closed. */
  closed: boolean[];
  server: Server;
}

/** A receiver that responds with raw bytes, after the head of a request and `body_bytes` of its body. */
async function openWire(response: (socket: Socket) => void, body_bytes = 0): Promise<Wire> {
  const received: string[] = [];
  const closed: boolean[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const at = received.push('') - 1;
    let is_answered = false;
    closed[at] = false;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => (closed[at] = true));
    socket.on('data', (chunk) => {
      received[at] += chunk.toString('latin1');
      const head = received[at]?.indexOf('\r\n\r\n') ?? -1;
      if (is_answered || head < 0 || (received[at]?.length ?? 0) < head + 4 + body_bytes) return;
      is_answered = true;
      response(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  // A listening TCP server has an address with a port.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?a=1`, received, closed, server };
}

function makeDelivery(url: string, shape: Shape = {}): Delivery {
  return compose(shape, { secret: 'whsec_sender_test', url, now_seconds: 1_800_000_000 });
}

async function send(url: string, shape: Shape = {}, timeout_ms = 5_000): Promise<ReceiverResult> {
  const sender = new Sender({ url, timeout_ms, max_in_flight: 4 });
  return sender.send(makeDelivery(url, shape), { drill: 'SIG-1/genuine', signal: new AbortController().signal });
}

const respondWith =
  (text: string) =>
  (socket: Socket): void =>
    void socket.write(text);

describe('RTY-1 RTY-2 RTY-3 RTY-12 the meaning of a status', () => {
  test.each([
    [200, true, false],
    [204, true, false],
    [299, true, false],
    [301, false, false],
    [302, false, false],
    [308, false, false],
    [400, false, false],
    [404, false, false],
    [408, false, true],
    [410, false, false],
    [429, false, true],
    [500, false, true],
    [503, false, true],
    [599, false, true],
  ])('%d: accepted %s, retried %s', async (status, is_accepted, is_retried) => {
    const { url, received } = await openWire(
      respondWith(`HTTP/1.1 ${status} X\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n`),
    );
    expect(await send(url)).toMatchObject({
      status,
      is_accepted,
      is_retried,
      fault: undefined,
      is_unreachable: false,
      excess: undefined,
    });
    // A redirect is not followed.
    expect(received.length).toBe(1);
  });

  test.each(['100 Continue', '102 Processing', '103 Early Hints'])(
    '%s comes before the response, and does not count as one',
    async (line) => {
      const { url } = await openWire(
        respondWith(`HTTP/1.1 ${line}\r\nlink: </x>\r\n\r\nHTTP/1.1 202 Accepted\r\ncontent-length: 2\r\n\r\nok`),
      );
      const response = await send(url);
      expect(response).toMatchObject({ status: 202, is_accepted: true, exchange: { text: 'ok' } });
      expect(response.excess).toEqual(line.startsWith('100') ? expect.stringContaining('100 Continue') : undefined);
    },
  );
});

describe('RTY-5 receivers that do not respond correctly', () => {
  test('one that sends nothing', async () => {
    const { url } = await openWire(() => undefined);
    const response = await send(url, {}, 100);
    expect(response).toMatchObject({ status: 0, is_accepted: false, is_retried: true, is_unreachable: false });
    expect(response.fault).toBe('no response within 0.1 s');
  });

  test('one that sends only 102, repeatedly', async () => {
    const { url } = await openWire(respondWith('HTTP/1.1 102 Processing\r\n\r\n'.repeat(50)));
    expect(await send(url, {}, 100)).toMatchObject({ is_accepted: false, fault: 'no response within 0.1 s' });
  });

  test('one that closes the connection, cleanly or not', async () => {
    for (const leave of [(socket: Socket) => socket.end(), (socket: Socket) => socket.resetAndDestroy()]) {
      const { url } = await openWire(leave);
      const response = await send(url);
      expect(response).toMatchObject({ status: 0, is_retried: true, is_unreachable: false });
      expect(response.fault).toBe('it closed the connection without a response');
    }
  });

  test('one that does not exist', async () => {
    const { url, server } = await openWire(() => undefined);
    server.close();
    await once(server, 'close');
    const response = await send(url);
    expect(response).toMatchObject({ status: 0, is_accepted: false, is_unreachable: true });
    expect(response.fault).toBe('the connection was refused');
  });

  test('one whose name does not resolve', async () => {
    expect(await send('http://nobody.invalid/hooks')).toMatchObject({
      status: 0,
      is_unreachable: true,
      fault: expect.any(String),
    });
  });

  test('one that speaks another protocol', async () => {
    const { url } = await openWire(respondWith('220 mail.example ESMTP ready\r\n'));
    expect(await send(url)).toMatchObject({
      status: 0,
      is_accepted: false,
      is_unreachable: false,
      fault: expect.stringMatching(/./),
    });
  });

  test('one with endless headers', async () => {
    const { url } = await openWire((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write(`x-${'a'.repeat(100)}: ${'b'.repeat(KIB)}\r\n`));
      };
      socket.on('drain', more);
      more();
    });
    const response = await send(url);
    expect(response).toMatchObject({ status: 0, is_accepted: false });
    expect(response.fault).toBe('the headers of its response are too long');
  });
});

describe('bodies of responses', () => {
  test('a body of 1 GB: the status counts, and little is read', async () => {
    let written = 0;
    const { url } = await openWire((socket) => {
      const bytes = Buffer.alloc(64 * KIB, 'x');
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${KIB ** 3}\r\n\r\n`);
      const more = (): void => {
        do written += bytes.length;
        while (!socket.destroyed && socket.write(bytes) && written < KIB ** 3);
      };
      socket.on('drain', more);
      more();
    });
    const response = await send(url);
    expect(response).toMatchObject({
      status: 200,
      is_accepted: true,
      fault: undefined,
      excess: 'its body is longer than 64 KiB',
    });
    expect(response.exchange.text.length).toBe(64 * KIB);
    expect(written).toBeLessThan(64 * KIB * KIB);
  });

  test('an endless body, and one that is cut off: the status counts', async () => {
    const { url } = await openWire(respondWith('HTTP/1.1 202 Accepted\r\ncontent-length: 9\r\n\r\nabc'));
    expect(await send(url)).toMatchObject({
      status: 202,
      is_accepted: true,
      excess: expect.stringMatching(/did not end/),
      exchange: { text: 'abc' },
    });
    const broken = await openWire((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc'));
    expect(await send(broken.url)).toMatchObject({
      status: 200,
      is_accepted: true,
      excess: 'the connection was closed in the middle of its body',
    });
  });
});

describe('a request', () => {
  test('has exactly the composed bytes, on its own connection', async () => {
    const { url, received } = await openWire(respondWith('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
    const { delivery, exchange } = await send(url, { headers: { 'X-Case': 'Kept' } });
    const [head = '', body] = received[0]?.split('\r\n\r\n') ?? [];
    expect(head.split('\r\n')[0]).toBe('POST /hooks?a=1 HTTP/1.1');
    for (const [name, value] of Object.entries(delivery.headers)) expect(head.split('\r\n')).toContain(`${name}: ${value}`);
    expect(body).toBe(delivery.body.toString('latin1'));
    expect(exchange).toMatchObject({ number: 1, method: 'POST', status: 200, actor: 'the marketplace' });
  });

  test('can be sent in pieces, or without its length', async () => {
    const ok = respondWith('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    const { url, received } = await openWire(ok, 10);
    expect(await send(url, { write: () => '0123456789', cuts: () => [3, 7] })).toMatchObject({ is_accepted: true });
    expect(received[0]).toMatch(/\r\ncontent-length: 10\r\n[^]*\r\n\r\n0123456789$/i);
    const chunked = await openWire(ok, 15);
    expect(await send(chunked.url, { write: () => '0123456789', is_chunked: true })).toMatchObject({ is_accepted: true });
    expect(chunked.received[0]).toMatch(/transfer-encoding: chunked[^]*\r\n\r\na\r\n0123456789\r\n/i);
  });

  test('waits while the maximum is in flight, except in bursts; none is sent after the stop', async () => {
    const waiting: Socket[] = [];
    const { url } = await openWire((socket) => waiting.push(socket));
    const sender = new Sender({ url, timeout_ms: 5_000, max_in_flight: 2 });
    const stop = new AbortController();
    const post = async (at_once: boolean): Promise<unknown> =>
      sender.send(makeDelivery(url), { drill: 'SIG-1/genuine', signal: stop.signal, at_once }).catch((error: unknown) => error);
    const paced = [post(false), post(false), post(false)];
    const burst = [post(true), post(true)];
    await vi.waitFor(() => {
      expect(waiting.length).toBe(4);
    });
    expect(sender.requests).toBe(4);
    stop.abort(new Error('enough'));
    for (const response of await Promise.all([...paced, ...burst])) expect(response).toEqual(new Error('enough'));
    expect(waiting.length).toBe(4);
  });
});

describe('RTY-3 closing the connection', () => {
  test.each([
    ['all of it', 1],
    ['half of it', 0.5],
    ['nothing but its head', 0],
  ])('%s is sent, and no response is awaited', async (_what, share) => {
    const { url, received, closed } = await openWire(() => undefined);
    const sender = new Sender({ url, timeout_ms: 5_000, max_in_flight: 1 });
    const delivery = makeDelivery(url);
    await sender.sendAndDisconnect(delivery, share);
    await vi.waitFor(() => {
      expect(closed).toEqual([true]);
    });
    const [head = '', body] = received[0]?.split('\r\n\r\n') ?? [];
    expect(head).toContain(`content-length: ${delivery.body.length}`);
    expect(head).toContain(`SVC-Signature: ${delivery.headers['SVC-Signature'] ?? ''}`);
    expect(body).toBe(delivery.body.subarray(0, Math.floor(delivery.body.length * share)).toString());
    expect(sender.requests).toBe(1);
  });

  test('a body that arrives slowly does not end, and the connection is closed at the end', async () => {
    const { url, received, closed } = await openWire(() => undefined);
    const sender = new Sender({ url, timeout_ms: 5_000, max_in_flight: 1 });
    const delivery = makeDelivery(url);
    const end = new AbortController();
    const sent = sender.sendSlowly(delivery, end.signal);
    await vi.waitFor(() => {
      expect(received[0]).toContain(`\r\n\r\n${delivery.body.subarray(0, 2).toString()}`);
    });
    expect(closed).toEqual([false]);
    end.abort();
    await sent;
    await vi.waitFor(() => {
      expect(closed).toEqual([true]);
    });
  });

  test('to a receiver that does not exist is not an error', async () => {
    const { url, server } = await openWire(() => undefined);
    server.close();
    await once(server, 'close');
    const sender = new Sender({ url, timeout_ms: 500, max_in_flight: 1 });
    await expect(sender.sendAndDisconnect(makeDelivery(url), 1)).resolves.toBeUndefined();
  });
});
