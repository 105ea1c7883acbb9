import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isClauseId } from '#spec/clauses/index';
import { expect, test } from 'vitest';
import { VIOLATIONS } from './index.ts';
import { ONLY_WARNS } from './kit/only-warns.ts';

test('the name of a violation is its clause and its mistake', () => {
  expect(VIOLATIONS.length).toBeGreaterThan(40);
  for (const { name, clause, title } of VIOLATIONS) {
    expect(isClauseId(clause), name).toBe(true);
    expect(name).toMatch(/^[A-Z]+-\d+\/[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(name.split('/')[0]).toBe(clause);
    expect(title, name).toMatch(/^[A-Za-z`'].*\.$/);
  }
});

test('names and titles are unique', () => {
  expect(new Set(VIOLATIONS.map(({ name }) => name)).size).toBe(VIOLATIONS.length);
  expect(new Set(VIOLATIONS.map(({ clause, title }) => `${clause} ${title}`)).size).toBe(VIOLATIONS.length);
});

test('every violation that only warns exists', () => {
  const names = new Set<string>(VIOLATIONS.map(({ name }) => name));
  expect([...ONLY_WARNS].filter((name) => !names.has(name))).toEqual([]);
});

/** The others import these. */
const INDEXES = ['index.ts', 'deep/index.ts', 'mistakes/index.ts'];
const NO_VIOLATIONS = ['bids/deviations.ts', 'deep/chains.ts', 'violation.ts'];

test('every file with violations is imported', () => {
  const all = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const files = all.filter((file) => /^(?!kit)[a-z/-]+\.ts$/.test(file) && ![...INDEXES, ...NO_VIOLATIONS].includes(file));
  expect(files.length).toBeGreaterThan(50);
  const imported = INDEXES.flatMap((index) =>
    [...readFileSync(join(import.meta.dirname, index), 'utf8').matchAll(/from '(.+)';/g)].map(([, path = '']) =>
      join(index, '..', path),
    ),
  );
  expect(files.filter((file) => !imported.includes(file))).toEqual([]);
});
