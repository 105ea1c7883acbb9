import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { pause } from './timer.ts';

test('a pause that is over leaves no listener on its signal', async () => {
  const { signal } = new AbortController();
  await pause(1, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a pause ends when its signal aborts, even if it had already aborted', async () => {
  const controller = new AbortController();
  const paused = pause(60_000, controller.signal);
  controller.abort();
  await paused;
  await pause(60_000, controller.signal);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});
