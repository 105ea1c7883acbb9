import { isClauseId } from '#spec/clauses/index';
import { expect, test } from 'vitest';
import { loadCatalog } from '../../deviations.ts';
import { VIOLATIONS } from '../index.ts';
import { DEEP_VIOLATIONS, MISSED_BY_GATE } from './index.ts';

const STEPS = /^(?:Three|Four|Five|Six) steps \([^)]+\): [^.]+\.$/;

test('a deep violation names its clause and its steps', () => {
  expect(DEEP_VIOLATIONS.length).toBeGreaterThanOrEqual(24);
  for (const { name, clause, title } of DEEP_VIOLATIONS) {
    expect(isClauseId(clause), name).toBe(true);
    expect(name).toMatch(/^[A-Z]+-\d+\/deep-[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(name.split('/')[0]).toBe(clause);
    expect(title, name).toMatch(STEPS);
  }
});

test("deep violations are listed once, and the gate's mutation test has those that its checks can find", async () => {
  const names = DEEP_VIOLATIONS.map(({ name }): string => name);
  const { violations } = await loadCatalog();
  expect(
    violations
      .map(({ name }) => name)
      .filter((name) => names.includes(name))
      .toSorted(),
  ).toEqual(names.toSorted());
  const tested = VIOLATIONS.map(({ name }): string => name);
  for (const name of names) expect(tested.includes(name), name).toBe(!(name in MISSED_BY_GATE));
  expect(Object.keys(MISSED_BY_GATE).filter((name) => !names.includes(name))).toEqual([]);
});
