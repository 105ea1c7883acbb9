/** Streams end, and release their resources. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { stopwatchMs } from '../../../ports/clock.ts';
import type { JournalEntry } from '../../journal/journal.ts';
import { type TestMock, openTestMock } from '../../../testing/open-mock.ts';
import { readStream } from '../../../testing/read-stream.ts';
import { STREAM_BYTES_MAX } from './event-stream.ts';
import { STREAMS_MAX } from './streams.ts';

async function countStreams({ mock }: TestMock): Promise<number> {
  const metrics = await fetch(`${mock.control_url}/metrics`).then((response) => response.text());
  return Number(/^gristmill_streams (\d+)$/m.exec(metrics)?.[1]);
}

/** A large journal entry, made from a real one. Its status is 200, so the filter `status=401` does not match it. */
async function makeLargeEntry({ call, mock }: TestMock): Promise<JournalEntry> {
  await call(null, 'GET', '/bids');
  const [entry] = await mock.worlds.default.journal.read();
  if (entry === undefined) throw new Error('the request is not in the journal');
  return { ...entry, status: 200, response_body: 'x'.repeat(16_384) };
}

/** Opens a stream as bytes, and reads nothing but its beginning. */
async function openUnread({ mock }: TestMock): Promise<ReturnType<typeof connect>> {
  const { port, hostname, pathname } = new URL(`${mock.control_url}/stream`);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  await once(socket, 'data');
  socket.pause();
  return socket;
}

test(`at most ${STREAMS_MAX} are open, and a disconnected client frees its place`, async () => {
  await using mock = await openTestMock({ lots: 20 });
  const { bus } = mock.mock.worlds.default;
  const open = await Promise.all(Array.from({ length: STREAMS_MAX }, () => readStream(mock)));
  expect(await countStreams(mock)).toBe(STREAMS_MAX);
  const refused = await mock.control('GET', '/stream');
  expect(refused).toMatchObject({
    status: 429,
    body: { error: { code: 'rate_limited', message: expect.stringMatching(/^This world has 50 open streams/) } },
  });
  // Another world has its own limit.
  const made = (await mock.control('POST', '/worlds', { lots: 20 })).body;
  await using elsewhere = await readStream(mock, '/stream', {}, made.control_url);
  expect(elsewhere.status).toBe(200);

  const listening = bus.listeners;
  await Promise.all(open.map((stream) => stream.leave()));
  while (bus.listeners > listening - STREAMS_MAX) await setImmediate();
  expect(bus.listeners).toBe(listening - STREAMS_MAX);
  expect(await countStreams(mock)).toBe(0);
  await using again = await readStream(mock);
  expect(again.status).toBe(200);
});

test('a client that does not read is disconnected, and others continue', async () => {
  await using mock = await openTestMock({ lots: 20 });
  const { bus } = mock.mock.worlds.default;
  const large = await makeLargeEntry(mock);
  await using reader = await readStream(mock, '/stream?status=401');
  await reader.next();
  const stuck = await openUnread(mock);
  const listening = bus.listeners;
  const before = process.memoryUsage().arrayBuffers;
  let sent = 0;
  // The buffers of the operating system come on top of our limit.
  const most = (STREAM_BYTES_MAX + 32 * 1024 * 1024) / large.response_body.length;
  while (bus.listeners === listening && sent < most) {
    sent += 1;
    bus.publish({ kind: 'request', request: { ...large, seq: sent } });
    await setImmediate();
  }
  expect(bus.listeners).toBe(listening - 1);
  expect(sent).toBeGreaterThan(STREAM_BYTES_MAX / 20_000);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
  expect(await countStreams(mock)).toBe(1);
  await mock.call(null, 'GET', '/bids');
  expect((await reader.next())?.data).toMatchObject({ operation_id: 'listBids', status: 401 });
  stuck.destroy();
});

test('a stream ends immediately when its world or the mock is closed', async () => {
  const mock = await openTestMock({ lots: 20 });
  const made = (await mock.control('POST', '/worlds', { lots: 20 })).body;
  await using of_world = await readStream(mock, '/stream', {}, made.control_url);
  await using of_mock = await readStream(mock);
  await Promise.all([of_world.next(), of_mock.next()]);
  await mock.control('DELETE', `/worlds/${made.id}`);
  expect(await of_world.next()).toBeUndefined();
  const large = await makeLargeEntry(mock);
  const stuck = await openUnread(mock);
  const { bus } = mock.mock.worlds.default;
  for (let sent = 0; sent < 40; sent += 1) bus.publish({ kind: 'request', request: { ...large, seq: sent, status: 401 } });
  // Clients often reconnect immediately and send nothing.
  const unused = connect(Number(new URL(mock.mock.control_url).port), '127.0.0.1');
  await once(unused, 'connect');
  const begun_ms = stopwatchMs();
  await mock[Symbol.asyncDispose]();
  // Closing waits up to five seconds for open requests.
  expect(stopwatchMs() - begun_ms).toBeLessThan(2_000);
  stuck.destroy();
  unused.destroy();
});
