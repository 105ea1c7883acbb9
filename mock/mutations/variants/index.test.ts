import { isClauseId } from '#spec/clauses/index';
import { expect, test } from 'vitest';
import { VARIANTS } from './index.ts';

test('every variant has a unique name and names its clauses', () => {
  expect(VARIANTS.length).toBeGreaterThanOrEqual(10);
  expect(new Set(VARIANTS.map(({ name }) => name)).size).toBe(VARIANTS.length);
  for (const { name, title, clauses, warns } of VARIANTS) {
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title, name).toMatch(/^[A-Z`'].*\.$/);
    expect(clauses.length, name).toBeGreaterThan(0);
    expect(clauses.every(isClauseId), name).toBe(true);
    expect(
      warns.every((check) => isClauseId(check.split('/')[0] ?? '')),
      name,
    ).toBe(true);
  }
});
