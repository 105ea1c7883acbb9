import { CLAUSES, LEVELS, type ClauseId } from '#spec/clauses/index';
import { expect, test } from 'vitest';
import { checkTrace } from './check.ts';
import type { Citation, Place } from './citations.ts';
import { renderSummary } from './document.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { printArea, printClause, printSummary } from './print.ts';
import { buildTrace } from './trace.ts';

function cite(id: string, place: Place, path = 'mock/a.ts', line = 7, title = 'One.'): Citation {
  return { id, place, path, line, title };
}

/** Citations that cover every stated clause except these. */
function coverAllBut(...ids: readonly ClauseId[]): readonly Citation[] {
  return CLAUSES.filter((clause) => clause.level === 'S' && !ids.includes(clause.id)).flatMap((clause) => [
    cite(clause.id, 'implementation'),
    cite(clause.id, 'checks', 'conformance/checks/a.ts'),
    cite(clause.id, 'tests', 'mock/a.test.ts'),
  ]);
}

/** How many clauses there are of each level, in the whole catalog or in one area. */
function countLevels(area = ''): number[] {
  return LEVELS.map((level) => CLAUSES.filter((clause) => clause.level === level && clause.id.startsWith(area)).length);
}

test('nothing is wrong when every stated clause is covered', () => {
  expect(checkTrace(buildTrace(coverAllBut()), [])).toEqual([]);
});

test('a stated clause without an implementation, check or test is a finding; mentions and the contract do not count', () => {
  const citations = [
    ...coverAllBut('WHK-2', 'EVT-1', 'SIG-1'),
    ...(['contract', 'mentions', 'violations', 'scenarios'] as const).map((place) => cite('WHK-2', place)),
    ...(['tests', 'checks'] as const).map((place) => cite('EVT-1', place)),
    ...(['tests', 'implementation'] as const).map((place) => cite('SIG-1', place)),
  ];

  expect(checkTrace(buildTrace(citations), [])).toEqual([
    'WHK-2 is stated by the document and has no implementation and no check and neither a test nor a check with a violation.',
    'EVT-1 is stated by the document and has no implementation.',
    'SIG-1 is stated by the document and has no check.',
  ]);
});

test('a check with a violation counts as a test', () => {
  const rest = [...coverAllBut('WHK-2'), cite('WHK-2', 'implementation'), cite('WHK-2', 'checks')];

  expect(checkTrace(buildTrace(rest), [])).toEqual([
    'WHK-2 is stated by the document and has neither a test nor a check with a violation.',
  ]);
  expect(checkTrace(buildTrace([...rest, cite('WHK-2', 'violations')]), [])).toEqual([]);
});

test('an exception excuses what it names while it is needed', () => {
  const trace = buildTrace([...coverAllBut('WHK-2'), cite('WHK-2', 'implementation'), cite('WHK-2', 'tests')]);
  const reason = 'It comes later.';

  expect(checkTrace(trace, [{ lacks: 'checks', reason, clauses: ['WHK-2'] }])).toEqual([]);
  expect(checkTrace(trace, [{ lacks: 'tests', reason, clauses: ['WHK-2', 'EVT-1', 'CONV-6'] }])).toEqual([
    'WHK-2 is stated by the document and has no check.',
    'WHK-2 has an exception that is not needed: remove it.',
    'EVT-1 has an exception that is not needed: remove it.',
    'CONV-6 has an exception, and only clauses of level S need one.',
  ]);
});

test('a citation of an unknown clause is a finding with its place', () => {
  expect(checkTrace(buildTrace([...coverAllBut(), cite('WHK-99', 'mentions')]), [])).toEqual([
    'mock/a.ts:7 cites WHK-99, and there is no such clause.',
  ]);
});

test('every exception has a sentence as its reason', () => {
  for (const { reason, clauses } of EXCEPTIONS) {
    expect(reason).toMatch(/^[A-Z].{20,}\.$/);
    expect(clauses.length).toBeGreaterThan(0);
  }
  expect(EXCEPTIONS.length).toBeLessThan(5);
});

test('the summary counts clauses by area, lists gaps and exceptions, and names no files', () => {
  const trace = buildTrace(coverAllBut('WHK-2'));
  const text = renderSummary(trace, [{ lacks: 'tests', reason: 'They come later.', clauses: ['EVT-1', 'CONV-1'] }]);

  const [stated = 0, derived, assumed] = countLevels('WHK-');
  const cells = ['WHK: webhook subscriptions', stated, derived, assumed, stated - 1, stated - 1, stated - 1, 0];
  expect(text).toContain(`\n| ${cells.join(' | ')} |\n`);
  expect(text).toMatch(/^\| WHK \| WHK-2 \(S\), /m);
  expect(text).toContain('- CONV-1, EVT-1, no tests: They come later.');
  expect(text).not.toContain('mock/a');
});

test('a clause is printed with its text and its places, the deciding implementation first', () => {
  const paths = ['bench/a.ts', 'mock/market/rules/a.ts', 'mock/market/views/a.ts', 'mock/server/handlers/a.ts', 'spec/a.ts'];
  const trace = buildTrace([
    ...paths.map((path) => cite('WHK-2', 'implementation', path)),
    cite('WHK-2', 'implementation', 'mock/market/views/b.ts', 3, 'WHK-2: it is shown once.'),
    cite('WHK-2', 'tests', 'mock/a.test.ts', 9, 'WHK-2 once'),
  ]);
  const text = printClause(trace, 'WHK-2', [{ lacks: 'checks', reason: 'It comes later.', clauses: ['WHK-2'] }]);

  expect(text).toContain('whsec_');
  expect(text).toContain('section: Endpoints > Webhooks');
  expect(text).toContain('no checks: It comes later.');
  expect(text.match(/\S+:\d+(?= )/g)).toEqual([
    'mock/market/views/b.ts:3',
    'mock/market/views/a.ts:7',
    'mock/market/rules/a.ts:7',
    'mock/server/handlers/a.ts:7',
    'spec/a.ts:7',
    'bench/a.ts:7',
    'mock/a.test.ts:9',
  ]);
  expect(text).toContain('mock/market/views/b.ts:3     WHK-2: it is shown once.');
});

test('an area and the summary are printed as tables', () => {
  const trace = buildTrace(coverAllBut('WHK-2'));

  expect(printArea(trace, 'WHK').split('\n').slice(1, 3)).toEqual([
    'WHK-1   S      1               1       1      0           0          0',
    'WHK-2   S      0               0       0      0           0          0',
  ]);
  const [ofWebhooks = 0] = countLevels('WHK-');
  const [stated = 0, derived, assumed] = countLevels();
  const words = printSummary(trace).replaceAll(/ +/g, ' ');
  expect(words).toContain(`\nWHK ${ofWebhooks - 1}/${ofWebhooks} `);
  expect(words).toContain(`\nall ${stated - 1}/${stated} 0/${derived} 0/${assumed} `);
});
