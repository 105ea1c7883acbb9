import { isClauseId } from '#spec/clauses/index';
import { expect, test } from 'vitest';
import { loadCatalogue } from '../../deviations.ts';
import { VIOLATIONS } from '../index.ts';
import { DEEP_VIOLATIONS } from './index.ts';

const STEPS = /^(?:Three|Four|Five|Six) steps \([^)]+\): [^.]+\. Checks [^.]+\.$/;

test('a deep violation names its clause, its number of steps, and what checks do not do', () => {
  expect(DEEP_VIOLATIONS.length).toBeGreaterThanOrEqual(24);
  for (const { name, clause, title } of DEEP_VIOLATIONS) {
    expect(isClauseId(clause), name).toBe(true);
    expect(name).toMatch(/^[A-Z]+-\d+\/deep-[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(name.split('/')[0]).toBe(clause);
    expect(title, name).toMatch(STEPS);
  }
});

test("deep violations are listed with the others, and are not part of the gate's mutation test", async () => {
  const { violations } = await loadCatalogue();
  const names = violations.map(({ name }) => name);
  expect(new Set(names).size).toBe(VIOLATIONS.length + DEEP_VIOLATIONS.length);
  for (const { name } of DEEP_VIOLATIONS) {
    expect(names).toContain(name);
    expect(VIOLATIONS.map((one) => one.name)).not.toContain(name);
  }
});
