import { isClauseId } from '#spec/clauses/index';
import { expect, test } from 'vitest';
import { VARIANTS } from './index.ts';
import { WARNS } from './kit/warns.ts';

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

test('the warnings belong to variants that exist', () => {
  const names = VARIANTS.map(({ name }) => name);
  expect(Object.keys(WARNS).filter((name) => !names.includes(name))).toEqual([]);
});
