import { expect, test } from 'vitest';
import { AREAS, CLAUSES, findClause, isClauseId, parseHow, SECTIONS, type ClauseId } from './index.ts';

test.for(AREAS.map((area) => [area.word, area] as const))(
  '%s has the numbers from 1 without a gap, each once',
  ([word, area]) => {
    expect(area.clauses.map((clause) => clause.id)).toEqual(area.clauses.map((_, index) => `${word}-${index + 1}`));
    expect(area.clauses.length).toBeGreaterThan(0);
  },
);

test('no two areas have the same clause', () => {
  expect(new Set(CLAUSES.map(({ id }) => id)).size).toBe(CLAUSES.length);
});

test('no statement is empty, cut off, or duplicated', () => {
  const statements = CLAUSES.map((clause) => clause.statement);

  expect(statements.filter((statement) => statement !== statement.trim() || !/[.)]$/.test(statement))).toEqual([]);
  expect(new Set(statements).size).toBe(statements.length);
});

test('sections are headings of the document, each listed once', () => {
  const sections: ReadonlySet<string> = new Set(SECTIONS);

  expect(sections.size).toBe(SECTIONS.length);
  expect(CLAUSES.filter((clause) => !sections.has(clause.section))).toEqual([]);
});

test('a clause is found by its id, and only by its id', () => {
  expect(findClause('WHK-2').statement).toContain('whsec_');
  expect(findClause('WHK-99')).toBeUndefined();
  expect(isClauseId('BID-62')).toBe(true);
  expect(['BID-999', 'bid-1', 'BID-1 ', 'BID', 'toString', '']).not.toContainEqual(expect.toSatisfy(isClauseId));
});

test('an unknown clause id does not compile', () => {
  // @ts-expect-error: WHK has fewer clauses.
  const wrong: ClauseId = 'WHK-99';

  expect(isClauseId(wrong)).toBe(false);
});

test('the needs of a clause are parsed from the letters of how', () => {
  expect(parseHow('B+W+T')).toEqual(['public_api', 'webhook', 'time']);
  expect(parseHow('B+C')).toEqual(['public_api', 'configuration']);
  expect(parseHow('H+M')).toEqual(['hook', 'mock_only']);
  expect(parseHow('R')).toEqual(['receiver']);
});
