import { expect, test } from 'vitest';
import { SharedBus, type Tail } from './shared-bus.ts';

const START: Tail = { request: 1, event: 50, delivery: 9 };
const AFTER_RESET: Tail = { request: 1, event: 0, delivery: 0 };

test('a reset while the newest positions are read makes them be read again', async () => {
  const first = Promise.withResolvers<Tail>();
  const located = [first.promise];
  const asked = Promise.withResolvers<void>();
  const read = Promise.withResolvers<Tail>();
  const bus = new SharedBus(() => undefined, {
    locate: async () => {
      asked.resolve();
      return located.shift() ?? Promise.resolve(AFTER_RESET);
    },
    read: async (after) => {
      read.resolve(after);
      return Promise.resolve([]);
    },
  });

  const stop = bus.listen(() => undefined);
  await asked.promise;
  bus.publish({ kind: 'renewed' });
  first.resolve(START);

  await expect(read.promise).resolves.toEqual(AFTER_RESET);
  stop();
});
