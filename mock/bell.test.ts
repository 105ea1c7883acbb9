import { expect, test } from 'vitest';
import type { Ring } from './bell.ts';
import { Bell } from './bell.ts';

test('whoever comes after the end is told of it, and is none that hears more', () => {
  const first: Ring[] = [];
  const bell = new Bell((ring) => first.push(ring));
  const late: Ring[] = [];
  bell.ring({ kind: 'renewed' });
  bell.ring({ kind: 'end' });
  expect(bell.listeners).toBe(0);
  const stop = bell.listen((ring) => late.push(ring));
  expect(late).toEqual([{ kind: 'end' }]);
  expect(first).toEqual([{ kind: 'renewed' }, { kind: 'end' }]);
  expect(bell.listeners).toBe(1);
  stop();
  expect(bell.listeners).toBe(0);
});
