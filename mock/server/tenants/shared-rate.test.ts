import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Permits } from '../../market/store/postgres/rates.ts';
import { createSharedSpend } from './shared-rate.ts';

const RATE = 4;
let now_ms = 0;
beforeEach(() => {
  now_ms = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now_ms);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A fake database: the test releases each response, and `asked` has what was requested. */
function open() {
  const asked: number[] = [];
  const responses: { resolve: (permits: Permits) => void; reject: (error: Error) => void }[] = [];
  const take = (_key: string, wanted: number): Promise<Permits> => {
    asked.push(wanted);
    const { promise, resolve, reject } = Promise.withResolvers<Permits>();
    responses.push({ resolve, reject });
    return promise;
  };
  const spend = createSharedSpend({ take }, RATE, () => Promise.resolve({ refused: undefined, remaining: 99 }));
  return { asked, responses, spend };
}

test('requests that arrive while the database is asked share the next statement', async () => {
  const { asked, responses, spend } = open();
  const spent = [spend('a'), spend('a'), spend('a')];
  expect(asked).toEqual([1]);
  responses[0]?.resolve({ granted: 1, left: 3 });
  expect(await spent[0]).toEqual({ refused: undefined, remaining: 3 });
  await vi.waitUntil(() => asked.length === 2);
  expect(asked).toEqual([1, 2]);
  responses[1]?.resolve({ granted: 2, left: 1.5 });
  expect((await Promise.all(spent.slice(1))).map(({ remaining }) => remaining)).toEqual([2, 1]);
});

test('a flood of refused requests does not reach the database until there is a permit again', async () => {
  const { asked, responses, spend } = open();
  const first = spend('a');
  responses[0]?.resolve({ granted: 0, left: 0.5 });
  expect(await first).toEqual({ refused: { limit: 'requests_per_second', retry_after_seconds: 1 }, remaining: 0 });
  for (let sent = 0; sent < 50; sent += 1) expect((await spend('a')).refused).toBeDefined();
  expect(asked).toEqual([1]);
  void spend('b');
  expect(asked).toEqual([1, 1]);
  // Half a permit takes an eighth of a second.
  now_ms += 125;
  void spend('a');
  expect(asked).toEqual([1, 1, 1]);
});

test('at most as many requests wait for the database as a second allows', async () => {
  const { asked, spend } = open();
  void spend('a');
  const waiting = Array.from({ length: RATE }, () => spend('a'));
  expect((await spend('a')).refused).toBeDefined();
  expect([asked, waiting.length]).toEqual([[1], RATE]);
});

test('while the database is unavailable, a process counts alone for a second', async () => {
  const { asked, responses, spend } = open();
  const first = spend('a');
  responses[0]?.reject(new Error('away'));
  expect((await first).remaining).toBe(99);
  expect((await spend('a')).remaining).toBe(99);
  expect(asked).toEqual([1]);
  now_ms += 1_001;
  void spend('a');
  expect(asked).toEqual([1, 1]);
});
