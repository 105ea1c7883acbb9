/** How variants and setups are combined. `npm run proofs:combined` runs the gate on the combinations. */
import { findExclusion } from '#mock/mutations/deviations';
import { EXCLUSIVE, VARIANTS } from '#mock/mutations/variants/index';
import { expect, test } from 'vitest';
import { SET_UPS } from '../index.ts';
import { drawJobs, shrink, type Job } from './job.ts';

test.each(['1', '2'])('every variant is in one combination, and half of the combinations have a setup (seed %s)', (seed) => {
  const jobs = drawJobs(seed);
  const drawn = jobs.flatMap(({ variants }) => variants);
  expect(new Set(drawn).size).toBe(drawn.length);
  const missing = VARIANTS.map(({ name }) => name).filter((name) => !drawn.includes(name));
  expect(missing.filter((name) => !EXCLUSIVE.flat().includes(name))).toEqual([]);
  for (const { variants } of jobs) expect(findExclusion(variants, EXCLUSIVE)).toBeUndefined();
  const set_ups = jobs.flatMap(({ set_up }) => set_up ?? []);
  expect(set_ups.length).toBeGreaterThan(jobs.length / 4);
  expect(set_ups.filter((name) => SET_UPS.every((one) => one.name !== name))).toEqual([]);
  expect(drawJobs(seed)).toEqual(jobs);
});

test('an accusation is traced to the parts that it needs', async () => {
  const job: Job = { variants: ['a', 'b', 'c'], set_up: 'd' };
  const has = (...needed: readonly string[]) => {
    return async ({ variants, set_up = '' }: Job): Promise<boolean> =>
      Promise.resolve(needed.every((part) => [...variants, set_up].includes(part)));
  };
  expect(await shrink(job, has('b', 'd'))).toEqual({ variants: ['b'], set_up: 'd' });
  expect(await shrink(job, has())).toEqual({ variants: [], set_up: undefined });
  expect(await shrink(job, has('e'))).toBeUndefined();
});
