import { expect, test } from 'vitest';
import { attackFaulty, attackMade } from '../mutation-testing/attack-gallery.ts';
import { INFORMATIONAL_DRILLS } from '../mutation-testing/exceptions.ts';
import { gradeFaulty } from '../mutation-testing/receiver-outcomes.ts';
import { CLEAN, FAULTY } from './index.ts';

test('a full run against a good receiver passes every drill', async () => {
  const report = await attackMade(CLEAN);
  expect(report.exit_code, JSON.stringify(report.reasons)).toBe(0);
  expect(report.checks.filter(({ id, verdict }) => verdict !== (INFORMATIONAL_DRILLS.includes(id) ? 'skip' : 'pass'))).toEqual(
    [],
  );
  console.log(`${report.counts.requests} deliveries to a good receiver took ${(report.duration_ms / 1_000).toFixed(1)} s`);
});

test('RTY-5 an answer of a gigabyte is not kept in memory', async () => {
  const before = { rss: process.memoryUsage.rss(), peak: process.resourceUsage().maxRSS * 1_024 };
  const row = FAULTY.find(({ name }) => name === 'gigabyte');
  if (row === undefined) throw new Error('there is no receiver gigabyte');
  expect(gradeFaulty(row, await attackFaulty(row, 'clause'))).toMatchObject({ survived_as: undefined });
  expect(process.memoryUsage.rss() - before.rss).toBeLessThan(200_000_000);
  expect(process.resourceUsage().maxRSS * 1_024 - before.peak).toBeLessThan(200_000_000);
});
