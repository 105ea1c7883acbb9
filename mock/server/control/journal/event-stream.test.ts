import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Response } from 'express';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventStream, HEARTBEAT_MS, STREAM_BYTES_MAX } from './event-stream.ts';

/** Opens a stream on a fake response, which the test reads. A real client would not work with fake timers. */
function openStream(highWaterMark: number): {
  stream: EventStream;
  response: PassThrough;
  read: () => string;
  closed: () => number;
} {
  const response = Object.assign(new PassThrough({ highWaterMark }), { setHeader: () => undefined });
  let closed = 0;
  let sent = 0;
  const stream = new EventStream(response as unknown as Response, {
    id: () => String((sent += 1)),
    onClose: () => {
      closed += 1;
    },
  });
  return { stream, response, read: () => String(response.read() ?? ''), closed: () => closed };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test(`a silent stream sends a comment and its position every ${HEARTBEAT_MS} ms until it is closed`, async () => {
  const { stream, response, read, closed } = openStream(65_536);
  stream.begin();
  expect(read()).toBe('retry: 1000\nid: 1\n\n');
  vi.advanceTimersByTime(HEARTBEAT_MS - 1);
  expect(read()).toBe('');
  vi.advanceTimersByTime(1);
  expect(read()).toBe(': still here\nid: 2\n\n');
  vi.advanceTimersByTime(HEARTBEAT_MS);
  expect(read()).toBe(': still here\nid: 3\n\n');
  stream.send('request', '{}');
  expect(read()).toBe('event: request\nid: 4\ndata: {}\n\n');
  expect(vi.getTimerCount()).toBe(1);
  response.destroy();
  await once(response, 'close');
  expect(closed()).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('the end of a stream comes after its queued tasks', async () => {
  const { stream, response, read } = openStream(65_536);
  stream.begin();
  stream.queue(() => {
    stream.send('request', '1');
  });
  stream.end();
  stream.queue(() => {
    stream.send('request', '2');
  });
  const ended = once(response, 'finish');
  await ended;
  expect(read()).toBe('retry: 1000\nid: 1\n\nevent: request\nid: 2\ndata: 1\n\n');
  expect(vi.getTimerCount()).toBe(0);
});

test('a slow reader gets one text at a time, and is disconnected beyond the bound', async () => {
  const { stream, response, read } = openStream(16);
  stream.begin();
  const waiting = stream.drain();
  read();
  expect(await waiting).toBe(true);
  stream.send('request', 'x'.repeat(100));
  const gone = stream.drain();
  stream.queue(() => undefined, STREAM_BYTES_MAX);
  expect(response.destroyed).toBe(true);
  expect(await gone).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('a failed task ends the stream', async () => {
  const { stream, response } = openStream(65_536);
  stream.queue(() => Promise.reject(new Error('the store is gone')));
  await once(response, 'close');
  expect(response.destroyed).toBe(true);
});

test('sent texts no longer count toward the bound', async () => {
  const { stream, response } = openStream(65_536);
  for (let sent = 0; sent < 4; sent += 1) {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    stream.queue(() => {
      resolve(undefined);
    }, STREAM_BYTES_MAX / 2);
    await promise;
  }
  expect(response.destroyed).toBe(false);
  response.destroy();
});

test('ending a stream does not wait for a reader that does not read', () => {
  const { stream, response } = openStream(16);
  stream.begin();
  stream.end();
  expect(response.destroyed).toBe(true);
});
