import { CLAUSES, type ClauseId } from '#spec/clauses/index';
import { expect, test } from 'vitest';
import { checkTrace } from './check.ts';
import type { Citation, Place } from './citations.ts';
import { writeDocument } from './document.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { printArea, printClause, printSummary } from './print.ts';
import { buildTrace } from './trace.ts';

function cite(id: string, place: Place, path = 'mock/a.ts', line = 7): Citation {
  return { id, place, path, line };
}

/** Every stated clause implemented and tested, but for those named. */
function coverAllBut(...ids: readonly ClauseId[]): readonly Citation[] {
  return CLAUSES.filter((clause) => clause.level === 'S' && !ids.includes(clause.id)).flatMap((clause) => [
    cite(clause.id, 'implementation'),
    cite(clause.id, 'tests', 'mock/a.test.ts'),
  ]);
}

test('nothing is wrong when every stated clause has an implementation and a test', () => {
  expect(checkTrace(buildTrace(coverAllBut()), [])).toEqual([]);
});

test('a stated clause without implementation or test is a finding', () => {
  const citations = [...coverAllBut('WHK-2', 'EVT-1', 'SIG-1'), cite('EVT-1', 'tests'), cite('SIG-1', 'implementation')];

  expect(checkTrace(buildTrace(citations), [])).toEqual([
    'WHK-2 is stated by the document and has no implementation and neither a test nor a check with a violation.',
    'EVT-1 is stated by the document and has no implementation.',
    'SIG-1 is stated by the document and has neither a test nor a check with a violation.',
  ]);
});

test('a declaration in the contract is no implementation, and a check alone or a violation alone is no test', () => {
  const rest = coverAllBut('WHK-2');
  const [contract, mention] = [cite('WHK-2', 'contract'), cite('WHK-2', 'mentions')];
  for (const alone of ['checks', 'violations'] as const) {
    expect(checkTrace(buildTrace([...rest, contract, mention, cite('WHK-2', alone)]), [])).toHaveLength(1);
  }
});

test('a check with a violation counts as a test', () => {
  const proven = [cite('WHK-2', 'implementation'), cite('WHK-2', 'checks'), cite('WHK-2', 'violations')];

  expect(checkTrace(buildTrace([...coverAllBut('WHK-2'), ...proven]), [])).toEqual([]);
});

test('a written reason excuses, as long as it is needed', () => {
  const trace = buildTrace(coverAllBut('WHK-2'));

  expect(checkTrace(trace, [{ reason: 'It comes later.', clauses: ['WHK-2'] }])).toEqual([]);
  expect(checkTrace(trace, [{ reason: 'It comes later.', clauses: ['WHK-2', 'EVT-1', 'CONV-6', 'WHK-2'] }])).toEqual([
    'EVT-1 is excepted, and has all that it needs all the same.',
    'CONV-6 is excepted, and only clauses of level S need to be.',
    'WHK-2 is excepted twice.',
  ]);
});

test('a citation of no clause is a finding with its place', () => {
  expect(checkTrace(buildTrace([...coverAllBut(), cite('WHK-99', 'mentions')]), [])).toEqual([
    'mock/a.ts:7 cites WHK-99, and there is no such clause.',
  ]);
});

test('every exception, if there is any, has a reason that is a sentence', () => {
  expect(Array.isArray(EXCEPTIONS)).toBe(true);
  for (const { reason, clauses } of EXCEPTIONS) {
    expect(reason).toMatch(/^[A-Z].{20,}\.$/);
    expect(clauses.length).toBeGreaterThan(0);
  }
});

test('the document names each clause and each file once, and no line', () => {
  const citations = [
    cite('WHK-2', 'implementation', 'mock/b.ts', 31),
    cite('WHK-2', 'implementation', 'mock/b.ts', 32),
    cite('WHK-2', 'implementation'),
  ];
  const text = writeDocument(buildTrace(citations), [{ reason: 'They come later.', clauses: ['EVT-1', 'CONV-1'] }]);

  expect(text.match(/^\| [A-Z]+-\d+ \|/gm)).toHaveLength(CLAUSES.length);
  expect(text).toContain('| `mock/a.ts` `mock/b.ts` |');
  expect(text).toContain('- CONV-1, EVT-1: They come later.');
  expect(text).not.toContain('b.ts:');
  expect(text).toBe(
    writeDocument(buildTrace(citations.toReversed()), [{ reason: 'They come later.', clauses: ['CONV-1', 'EVT-1'] }]),
  );
});

test('a clause is printed with its text and its places', () => {
  const trace = buildTrace([cite('WHK-2', 'implementation'), cite('WHK-2', 'tests', 'mock/a.test.ts', 9)]);
  const text = printClause(trace, 'WHK-2', [{ reason: 'It comes later.', clauses: ['WHK-2'] }]);

  expect(text).toContain('whsec_');
  expect(text).toContain('section: Endpoints > Webhooks');
  expect(text).toContain('  implementation:\n    mock/a.ts:7\n  tests:\n    mock/a.test.ts:9');
  expect(text).toContain('excepted: It comes later.');
});

test('an area and the whole are printed as tables', () => {
  const trace = buildTrace(coverAllBut('WHK-2'));

  expect(printArea(trace, 'WHK').split('\n').slice(1, 3)).toEqual([
    'WHK-1   S      0         1               1      0       0           0',
    'WHK-2   S      0         0               0      0       0           0',
  ]);
  expect(printSummary(trace)).toContain('WHK   9/10 ');
  expect(printSummary(trace)).toMatch(/^all +211\/212 +0\/54 +0\/86 /m);
});
