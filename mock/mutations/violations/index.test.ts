import { readdirSync, readFileSync } from 'node:fs';
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

test('every file of an area is imported and not empty', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => /^[a-z-]+\.ts$/.test(file));
  const areas = files.filter((file) => file !== 'index.ts' && file !== 'violation.ts');
  expect(areas.length).toBe(22);
  const gathered = readFileSync(new URL('index.ts', import.meta.url), 'utf8');
  for (const area of areas) expect(gathered).toContain(`from './${area}'`);
});
