import { expect, test } from 'vitest';
import { COLLECTION, OTHER, splitProfile, type CpuProfile } from './profile.ts';

const frame = (functionName: string, url: string): { functionName: string; url: string } => ({ functionName, url });

/** Functions of two parts, a built-in one that the second calls, garbage collection, waiting, and a function of no part. */
const PROFILE: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(root)', ''), children: [2, 5, 6, 7] },
    { id: 2, callFrame: frame('serve', 'file:///mock/http.ts'), children: [3] },
    { id: 3, callFrame: frame('find', 'file:///mock/store.ts'), children: [4] },
    { id: 4, callFrame: frame('all', '') },
    { id: 5, callFrame: frame('(garbage collector)', '') },
    { id: 6, callFrame: frame('(idle)', '') },
    { id: 7, callFrame: frame('nextTick', 'node:internal/process/task_queues') },
  ],
  samples: [2, 3, 4, 5, 6, 7, 2],
  timeDeltas: [10, 20, 40, 80, 160, 320, 640],
  startTime: 1_000,
};
const PARTS = [
  ['http', /http\.ts$/],
  ['store', /store\.ts$/],
] as const;

test('a built-in function counts for the file that calls it, and waiting does not count', () => {
  const times_us = splitProfile(PROFILE, PARTS, { from_us: 0, to_us: 1_000_000 });
  expect(Object.fromEntries(times_us)).toEqual({ http: 650, store: 60, [COLLECTION]: 80, [OTHER]: 320 });
});

test('samples outside the window do not count', () => {
  // The second and third sample are at 1,030 and 1,070 µs.
  expect(Object.fromEntries(splitProfile(PROFILE, PARTS, { from_us: 1_020, to_us: 1_070 }))).toEqual({ store: 60 });
});
