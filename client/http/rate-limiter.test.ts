import { expect, test } from 'vitest';
import { makeMachine, type FakeMachine } from '../testing/machine.ts';
import { RateLimiter } from './rate-limiter.ts';

/** Runs actions one after the other. @returns the ms that each took */
async function runAll(limiter: RateLimiter, machine: FakeMachine, count: number, each_ms: number) {
  const took: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const began = machine.elapsedMs();
    await limiter.run(() => Promise.resolve());
    machine.pass(each_ms);
    took.push(machine.elapsedMs() - began);
  }
  return took;
}

test('after a 429, requests keep three quarters of the last rate, however many of them got it', async () => {
  const machine = makeMachine();
  const limiter = new RateLimiter(8, Infinity, machine);
  expect(await runAll(limiter, machine, 100, 10)).toEqual(Array.from({ length: 100 }, () => 10));
  for (let n = 0; n < 5; n += 1) limiter.slowDown();
  const [, second = 0] = await runAll(limiter, machine, 2, 0);
  expect(1_000 / second).toBeCloseTo(75, -1);
});

test('a rate that still gets 429 falls further, and grows again without one, up to the configured rate', async () => {
  const machine = makeMachine();
  const limiter = new RateLimiter(8, 100, machine);
  await runAll(limiter, machine, 200, 0);
  for (let n = 0; n < 3; n += 1) {
    limiter.slowDown();
    machine.pass(1_000);
  }
  const [, slow = 0] = await runAll(limiter, machine, 2, 0);
  expect(slow).toBeGreaterThan(20);
  for (let n = 0; n < 20; n += 1) {
    machine.pass(10_001);
    await runAll(limiter, machine, 2, 0);
  }
  const [, fast] = await runAll(limiter, machine, 2, 0);
  expect(fast).toBeCloseTo(10);
});

test('a request that is aborted while it waits for a slot fails immediately, and takes no slot', async () => {
  const limiter = new RateLimiter(1, Infinity, makeMachine());
  const answered = Promise.withResolvers<string>();
  const first = limiter.run(() => answered.promise);
  const stop = new AbortController();
  const sent: string[] = [];
  const aborted = limiter.run(() => Promise.resolve(sent.push('aborted')), stop.signal);
  const last = limiter.run(() => Promise.resolve(sent.push('last')));
  stop.abort(new Error('stopped'));
  await expect(aborted).rejects.toThrow('stopped');
  answered.resolve('first');
  await Promise.all([first, last]);
  expect(sent).toEqual(['last']);
});
