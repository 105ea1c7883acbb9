import { loadCatalogue } from '#mock/mutations/deviations';
import { DEEP_VIOLATIONS } from '#mock/mutations/violations/deep/index';
import { expect, test } from 'vitest';
import type { Job, Outcome } from './job.ts';
import { openArena } from './job.ts';
import { UsageError, isMeant, readOptions } from './options.ts';
import { CONTROLS, ROWS } from './rows.ts';
import { isSharp, shareOf, sumUp } from './sum-up.ts';
import { writeTable } from './write-table.ts';

/** Explorations take seconds, and others may need the machine. */
const TIMEOUT_MS = 240_000;

const TOOTH: Job = { kind: 'tooth', name: 'TRD-10/deep-price-of-the-first-bid', seed: 1, runs: 50 };

function outcome(verdict: Outcome['verdict'], fields: Partial<Outcome> = {}): Outcome {
  return { job: TOOTH, verdict, runs: 4, calls: 100, said: '', ...fields };
}

test('every deep violation has a row, and every row names what there is', async () => {
  const { violations, variants } = await loadCatalogue();
  const names = ROWS.map(({ violation }) => violation);
  expect(names.length).toBeGreaterThanOrEqual(24);
  expect(new Set(names).size).toBe(names.length);
  expect(DEEP_VIOLATIONS.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name) => violations.every((one) => one.name !== name))).toEqual([]);
  expect(CONTROLS.filter((name) => name !== 'clean' && variants.every((one) => one.name !== name))).toEqual([]);
  for (const { invariants, race, violation } of ROWS) expect(invariants.length > 0 || race !== undefined, violation).toBe(true);
});

test('a finding of another invariant is a miss, and one violation that nobody finds is enough to fail', () => {
  const found = sumUp('one', [
    outcome('found'),
    outcome('found', { runs: 8, calls: 300 }),
    outcome('found', { runs: 1, calls: 20 }),
  ]);
  expect(found).toMatchObject({ found: 3, of: 3, median_runs: 4, median_calls: 100, misses: [] });
  const missed = sumUp('other', [outcome('another'), outcome('nothing')]);
  expect(missed).toMatchObject({
    found: 0,
    of: 2,
    median_runs: undefined,
    misses: [{ verdict: 'another' }, { verdict: 'nothing' }],
  });
  expect(shareOf([found, missed])).toBeCloseTo(0.6);
  expect(isSharp([found])).toBe(true);
  const many = Array.from({ length: 60 }, () => found);
  expect(shareOf([...many, missed])).toBeGreaterThan(0.95);
  expect(isSharp([...many, missed])).toBe(false);
  expect(isSharp([sumUp('weak', [outcome('found'), outcome('nothing')])])).toBe(false);
});

test('the table names every miss with its seed', () => {
  const miss = outcome('another', { job: { ...TOOTH, seed: 7 }, said: 'machines, BID-20: a | b' });
  const sums = [sumUp(TOOTH.name, [outcome('found'), miss])];
  const rows = ROWS.filter(({ violation }) => violation === TOOTH.name);
  const controls = new Map([['clean', [outcome('nothing', { runs: 50 })]]]);
  const table = writeTable({ sums, controls }, rows, new Map([[TOOTH.name, 'What it does.']]), readOptions([]));
  expect(table).toContain('| What it does. | `agreement/trade-terms` | 1 of 2 | 4 | 100 |');
  expect(table).toContain(`- ${TOOTH.name}, seed 7: something else was found in 4 runs (machines, BID-20`);
  expect(table).toContain('| `clean` | 50 | none |');
});

test('it is told what to look at', () => {
  expect(readOptions([])).toMatchObject({ seeds: 20, runs: 50, is_full: true });
  expect(readOptions(['--quick'])).toMatchObject({ is_full: false });
  expect(readOptions(['--seeds', '3', 'PRIV'])).toMatchObject({ seeds: 3, names: ['PRIV'], is_full: false });
  expect(isMeant({ names: ['PRIV-4'] }, 'PRIV-4/one')).toBe(true);
  expect(isMeant({ names: ['PRIV-1'] }, 'PRIV-12/one')).toBe(false);
  for (const wrong of [['--seeds', '0'], ['--seeds', 'x'], ['--fast']]) expect(() => readOptions(wrong)).toThrow(UsageError);
});

test(
  'a world is explored, and what is found there is told from what was not meant',
  async () => {
    const arena = await openArena();
    try {
      expect(await arena.explore(TOOTH)).toMatchObject({ verdict: 'found', said: /TRD-10/ });
      // It has no row, so that no invariant may find it.
      expect(await arena.explore({ ...TOOTH, name: 'BID-26/reject-without-effect' })).toMatchObject({ verdict: 'another' });
      expect(await arena.explore({ kind: 'control', name: 'clean', seed: 1, runs: 3 })).toMatchObject({
        verdict: 'nothing',
        runs: 3,
      });
    } finally {
      await arena.close();
    }
  },
  TIMEOUT_MS,
);
