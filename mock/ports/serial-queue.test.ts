import { expect, test } from 'vitest';
import { SerialQueue } from './serial-queue.ts';

test('work that does not begin in time is given up, and is never done', async () => {
  const queue = new SerialQueue();
  const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
  const done: string[] = [];
  const first = queue.queue(() => blocked);
  const late = [1, 2].map((number) =>
    queue.queueFor(
      1,
      () => new Error('busy'),
      () => Promise.resolve(done.push(`late ${number}`)),
    ),
  );
  expect(await Promise.allSettled(late)).toMatchObject([{ reason: { message: 'busy' } }, { reason: { message: 'busy' } }]);
  unblock();
  await first;
  const patient = queue.queueFor(
    60_000,
    () => new Error('busy'),
    () => Promise.resolve(done.push('patient')),
  );
  expect(await patient).toBe(1);
  expect(done).toEqual(['patient']);
});

test('work is done in order, and its error is that of its caller only', async () => {
  const queue = new SerialQueue();
  const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
  const done: string[] = [];
  const first = queue.queue(() => blocked.then(() => done.push('first')));
  const wrong = queue.queueFor(
    60_000,
    () => new Error('busy'),
    () => Promise.reject(new Error(`wrong after ${done.join()}`)),
  );
  const last = queue.queue(() => Promise.resolve(done.push('last')));
  unblock();
  await first;
  await expect(wrong).rejects.toThrow('wrong after first');
  expect([await last, done]).toEqual([2, ['first', 'last']]);
});
