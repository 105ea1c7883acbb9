import { afterEach, expect, test } from 'vitest';
import { StallWatch, deliveryWindow, poll } from './clock.ts';
import { makeMachine } from './testing/machine.ts';

test('a value that is read after a stall is found, although the time was up before', async () => {
  const machine = makeMachine({ 3: 6_000 });
  // It came during the stall, and is read some time after the first look that follows.
  const look = (): Promise<true | undefined> => Promise.resolve(machine.waits.length > 5 ? true : undefined);
  expect(await poll(look, { within_ms: 2_000 }, machine)).toBe(true);
});

test('time without a stall counts', async () => {
  const machine = makeMachine();
  expect(await poll(() => Promise.resolve(undefined), { within_ms: 2_000 }, machine)).toBeUndefined();
  expect(machine.elapsedMs()).toBe(2_000);
});

test('waiting on a machine that always stalls still ends', async () => {
  const machine = makeMachine(Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [i + 1, 3_000])));
  expect(await poll(() => Promise.resolve(undefined), { within_ms: 1_000 }, machine)).toBeUndefined();
  expect(machine.elapsedMs()).toBeLessThan(60_000);
});

test('the last look begins when the time is up, and counts although its response is slow', async () => {
  const machine = makeMachine();
  let looks = 0;
  const look = (): Promise<string | undefined> => {
    looks += 1;
    const began_ms = machine.elapsedMs();
    machine.pass(looks === 1 ? 900 : 0);
    return Promise.resolve(began_ms >= 500 ? 'there' : undefined);
  };
  expect(await poll(look, { within_ms: 500 }, machine)).toBe('there');
});

test('a process that could not respond gets a moment to catch up', async () => {
  const machine = makeMachine();
  let looks = 0;
  const look = (): Promise<string | undefined> => {
    looks += 1;
    if (looks === 1) machine.pass(8_000);
    return Promise.resolve(machine.elapsedMs() >= 8_400 ? 'there' : undefined);
  };
  expect(await poll(look, { within_ms: 4_000 }, machine)).toBe('there');
});

test('a target that is always slow is not polled forever', async () => {
  const machine = makeMachine();
  let looks = 0;
  const look = (): Promise<undefined> => {
    looks += 1;
    machine.pass(3_000);
    return Promise.resolve(undefined);
  };
  expect(await poll(look, { within_ms: 2_000 }, machine)).toBeUndefined();
  expect(looks).toBeLessThan(5);
});

test('a single look is one look', async () => {
  const machine = makeMachine();
  expect(await poll(() => Promise.resolve(undefined), { within_ms: 0 }, machine)).toBeUndefined();
  expect(machine.waits).toEqual([]);
});

let watch: StallWatch | undefined;
afterEach(() => {
  watch?.close();
  watch = undefined;
});

test.for([
  ['no stall', [100, 200, 300], 310, 0],
  ['a tick that is a little late is no stall', [100, 350], 360, 0],
  ['it has just stalled, and has not ticked since', [100], 6_100, 6_000],
  ['it has ticked since the stall, and has not read yet', [100, 6_100], 6_150, 6_050],
  ['after a stall, everything that came in it has been read by now', [100, 6_100, 6_400, 6_700, 7_000], 7_160, 0],
] as const)('the longest time that a message can have waited: %s', ([, ticks, now, behind]) => {
  let now_ms = 0;
  watch = new StallWatch(() => now_ms);
  for (const tick of ticks) {
    now_ms = tick;
    watch.tick();
  }
  now_ms = now;
  expect(watch.behindMs()).toBe(behind);
});

test.each([
  ['2026-03-01', { from: '2026-03-31', to: '2026-04-30' }],
  ['2026-11-28', { from: '2027-01-01', to: '2027-01-31' }],
  ['2026-12-10', { from: '2027-01-09', to: '2027-02-08' }],
])('BID-39 a delivery window of %s does not span New Year', (today, expected) => {
  expect(deliveryWindow([30, 60], Date.parse(today))).toEqual(expected);
});
