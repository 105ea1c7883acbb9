import { expect, test } from 'vitest';
import { attackFaulty } from '../mutation-testing/attack-gallery.ts';
import { gradeFaulty } from '../mutation-testing/receiver-outcomes.ts';
import { FAULTY } from './index.ts';

test('RTY-5 a response of a gigabyte is not kept in memory', async () => {
  const before = { rss: process.memoryUsage.rss(), peak: process.resourceUsage().maxRSS * 1_024 };
  const row = FAULTY.find(({ name }) => name === 'gigabyte');
  if (row === undefined) throw new Error('there is no receiver gigabyte');
  expect(gradeFaulty(row, await attackFaulty(row, 'kill'))).toMatchObject({ survived_as: undefined });
  expect(process.memoryUsage.rss() - before.rss).toBeLessThan(200_000_000);
  expect(process.resourceUsage().maxRSS * 1_024 - before.peak).toBeLessThan(200_000_000);
});
