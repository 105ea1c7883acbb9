import { expect, test } from 'vitest';
import { check, type Lane } from '../check/check.ts';
import { wait } from '#client';
import { runInLanes } from './lanes.ts';

function makeCheck(name: string, lane: Lane): ReturnType<typeof check> {
  return check(`BID-4/${name}`, '', [], () => Promise.resolve(), { lane });
}

test('quiet checks run alone, and those that move the clock run last and alone', async () => {
  const running = new Set<string>();
  const ended: string[] = [];
  const beside = new Map<string, string[]>();
  const checks = [
    makeCheck('clock', 'clock'),
    makeCheck('quiet-1', 'quiet'),
    makeCheck('quiet-2', 'quiet'),
    makeCheck('open-1', 'open'),
    makeCheck('open-2', 'open'),
    makeCheck('patient', 'patient'),
  ];
  const quiet_ended = Promise.withResolvers<void>();
  await runInLanes(checks, 2, async ({ id, lane }) => {
    running.add(id);
    beside.set(
      id,
      [...running].filter((other) => other !== id),
    );
    await (lane === 'patient' ? quiet_ended.promise : wait(1));
    if (id === 'BID-4/quiet-2') quiet_ended.resolve();
    running.delete(id);
    ended.push(id);
  });
  expect(ended).toHaveLength(checks.length);
  expect(ended.slice(-2)).toEqual(['BID-4/patient', 'BID-4/clock']);
  expect(beside.get('BID-4/clock')).toEqual([]);
  for (const name of ['quiet-1', 'quiet-2']) expect(beside.get(`BID-4/${name}`)).toEqual(['BID-4/patient']);
});

test('checks that only read run in parallel, after those that write and after the first of each group', async () => {
  const running = new Set<string>();
  const beside = new Map<string, string[]>();
  const read = (name: string, group: string): ReturnType<typeof check> =>
    check(`BID-4/${name}`, '', [], () => Promise.resolve(), { lane: 'reading', group });
  const checks = [
    makeCheck('clock', 'clock'),
    read('bids-1', 'bids'),
    read('bids-2', 'bids'),
    read('trades-1', 'trades'),
    makeCheck('quiet', 'quiet'),
    makeCheck('open', 'open'),
    read('trades-2', 'trades'),
  ];
  await runInLanes(checks, 2, async ({ id }) => {
    beside.set(id.slice('BID-4/'.length), [...running]);
    running.add(id);
    await wait(1);
    running.delete(id);
  });
  expect([...beside.keys()]).toEqual(['open', 'quiet', 'bids-1', 'trades-1', 'bids-2', 'trades-2', 'clock']);
  expect(beside.get('trades-2')).toEqual(['BID-4/bids-2']);
  for (const alone of ['quiet', 'bids-1', 'trades-1', 'bids-2', 'clock']) expect(beside.get(alone)).toEqual([]);
});

test('no more than the maximum of open checks run concurrently', async () => {
  let now = 0;
  let most = 0;
  const checks = Array.from({ length: 9 }, (_, i) => makeCheck(`c${i}`, 'open'));
  await runInLanes(checks, 3, async () => {
    now += 1;
    most = Math.max(most, now);
    await wait(2);
    now -= 1;
  });
  expect(most).toBe(3);
});

test('open checks that wait for a delivery let others run, and checks that run alone do not', async () => {
  const beside = new Map<string, number>();
  let now = 0;
  const open = Array.from({ length: 60 }, (_, i) => makeCheck(`open-${i}`, 'open'));
  const quiet = Array.from({ length: 2 }, (_, i) => makeCheck(`quiet-${i}`, 'quiet'));
  let most = 0;
  await runInLanes([...open, ...quiet], 3, async ({ id }, stepAside) => {
    now += 1;
    most = Math.max(most, now);
    beside.set(id, now);
    stepAside();
    await wait(20);
    now -= 1;
  });
  // 48 have stepped aside, and a few more were about to begin.
  expect(most).toBeGreaterThanOrEqual(48);
  expect(most).toBeLessThan(55);
  for (const { id } of quiet) expect(beside.get(id)).toBe(1);
});
