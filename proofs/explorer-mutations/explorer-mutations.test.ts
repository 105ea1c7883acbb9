import { createMock } from '#mock';
import { matches } from '../tool.ts';
import { loadCatalog } from '#mock/mutations/deviations';
import { DEEP_VIOLATIONS } from '#mock/mutations/violations/deep/index';
import { expect, test } from 'vitest';
import { LOTS, runJob, type Job, type Outcome } from './job.ts';
import { CONTROLS, ROWS } from './rows.ts';
import { isEnough, shareOf, summarize } from './summary.ts';
import { writeTable } from './write-table.ts';

/** Generous, because other work can slow the machine down. */
const TIMEOUT_MS = 240_000;

const JOB: Job = { kind: 'violation', name: 'TRD-10/deep-price-of-the-first-bid', seed: 1, runs: 50 };

function outcome(verdict: Outcome['verdict'], fields: Partial<Outcome> = {}): Outcome {
  return { job: JOB, verdict, runs: 4, calls: 100, message: '', ...fields };
}

test('every deep violation has a row, and every row names a violation or variant that exists', async () => {
  const { violations, variants } = await loadCatalog();
  const names = ROWS.map(({ violation }) => violation);
  expect(names.length).toBeGreaterThanOrEqual(24);
  expect(new Set(names).size).toBe(names.length);
  expect(DEEP_VIOLATIONS.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name) => violations.every((one) => one.name !== name))).toEqual([]);
  expect(CONTROLS.filter((name) => name !== 'clean' && variants.every((one) => one.name !== name))).toEqual([]);
  for (const { invariants, race, violation } of ROWS) expect(invariants.length > 0 || race !== undefined, violation).toBe(true);
});

test('a finding of another invariant is a miss, and one violation that is never found fails the run', () => {
  const found = summarize('one', [
    outcome('found'),
    outcome('found', { runs: 8, calls: 300 }),
    outcome('found', { runs: 1, calls: 20 }),
  ]);
  expect(found).toMatchObject({ found: 3, of: 3, median_runs: 4, median_calls: 100, misses: [] });
  const missed = summarize('other', [outcome('another'), outcome('nothing')]);
  expect(missed).toMatchObject({
    found: 0,
    of: 2,
    median_runs: undefined,
    misses: [{ verdict: 'another' }, { verdict: 'nothing' }],
  });
  expect(shareOf([found, missed])).toBeCloseTo(0.6);
  expect(isEnough([found])).toBe(true);
  const many = Array.from({ length: 60 }, () => found);
  expect(shareOf([...many, missed])).toBeGreaterThan(0.95);
  expect(isEnough([...many, missed])).toBe(false);
  expect(isEnough([summarize('weak', [outcome('found'), outcome('nothing')])])).toBe(false);
});

test('the table names every miss with its seed', () => {
  const miss = outcome('another', { job: { ...JOB, seed: 7 }, message: 'machines, BID-20: a | b' });
  const summaries = [summarize(JOB.name, [outcome('found'), miss])];
  const rows = ROWS.filter(({ violation }) => violation === JOB.name);
  const controls = new Map([['clean', [outcome('nothing', { runs: 50 })]]]);
  const table = writeTable({ summaries, controls }, rows);
  expect(table).toContain('| `TRD-10/deep-price-of-the-first-bid` | 1 of 2 | 4 | 100 |');
  expect(table).toContain(`- ${JOB.name}, seed 7: another invariant was broken after 4 scenarios (machines, BID-20`);
  expect(table).toContain('| `clean` | 50 | none |');
});

test('an area or a clause selects its violations', () => {
  expect(matches('PRIV', 'PRIV-4/one')).toBe(true);
  expect(matches('PRIV-4', 'PRIV-4/one')).toBe(true);
  expect(matches('PRIV-1', 'PRIV-12/one')).toBe(false);
});

test('an exploration distinguishes the finding of the row from other findings', { timeout: TIMEOUT_MS }, async () => {
  await using mock = await createMock({ port: 0, lots: LOTS });
  expect(await runJob(mock, JOB)).toMatchObject({ verdict: 'found', message: expect.stringMatching(/TRD-(?:2|10)\b/) });
  // It has no row, so no finding counts.
  expect(await runJob(mock, { ...JOB, name: 'BID-26/reject-without-effect' })).toMatchObject({ verdict: 'another' });
  const control: Job = { kind: 'control', name: 'clean', seed: 1, runs: 3 };
  expect(await runJob(mock, control)).toMatchObject({ verdict: 'nothing', runs: 3 });
});
