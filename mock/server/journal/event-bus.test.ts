import { expect, test } from 'vitest';
import type { WorldEvent } from './event-bus.ts';
import { EventBus } from './event-bus.ts';

test('a listener that is added after the end is called once, with the end', () => {
  const first: WorldEvent[] = [];
  const bus = new EventBus((event) => first.push(event));
  const late: WorldEvent[] = [];
  bus.publish({ kind: 'renewed' });
  bus.publish({ kind: 'end' });
  expect(bus.listeners).toBe(0);
  const stop = bus.listen((event) => late.push(event));
  expect(late).toEqual([{ kind: 'end' }]);
  expect(first).toEqual([{ kind: 'renewed' }, { kind: 'end' }]);
  expect(bus.listeners).toBe(1);
  stop();
  expect(bus.listeners).toBe(0);
});
