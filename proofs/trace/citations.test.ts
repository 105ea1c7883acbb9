import { expect, test } from 'vitest';
import { citationsOf } from './citations.ts';

/** The citations of one small file, as `id place line`. */
function scan(path: string, ...lines: readonly string[]): readonly string[] {
  const citations = citationsOf({ path, text: lines.join('\n') });
  return citations.map((citation) => `${citation.id} ${citation.place} ${citation.line}`);
}

test('a comment in mock, cli, or spec is an implementation, at the line of the id', () => {
  expect(scan('mock/a.ts', '// WHK-2: once.', 'const a = 1; /* CONV-1 */')).toEqual([
    'WHK-2 implementation 1',
    'CONV-1 implementation 2',
  ]);
  expect(scan('cli/a.ts', '/**', ' * One.', ' * PAGE-2, and then PAGE-3', ' */', 'f();')).toEqual([
    'PAGE-2 implementation 3',
    'PAGE-3 implementation 3',
  ]);
  expect(scan('spec/a.ts', 'const a = { /** RTY-5 */ b: 1, // RTY-4', '};', '// RTY-6')).toEqual([
    'RTY-5 implementation 1',
    'RTY-4 implementation 1',
    'RTY-6 implementation 3',
  ]);
});

test('a comment in the library for receivers is an implementation', () => {
  expect(scan('conformance/webhooks/a.ts', '// SIG-3')).toEqual(['SIG-3 implementation 1']);
});

test('a comment anywhere else is a mention', () => {
  for (const path of ['fixtures/a.ts', 'conformance/a.ts', 'proofs/a.ts', 'bench/a.ts', 'mock/a.test.ts', 'vitest.config.ts']) {
    expect(scan(path, '// WHK-2')).toEqual(['WHK-2 mentions 1']);
  }
});

test('an enumeration cites each id, and a range cites its two ends', () => {
  expect(scan('mock/a.ts', '// CONV-1, CONV-5')).toEqual(['CONV-1 implementation 1', 'CONV-5 implementation 1']);
  expect(scan('mock/a.ts', '// BID-4 to BID-10')).toEqual(['BID-4 implementation 1', 'BID-10 implementation 1']);
});

test('rows of the contract are declarations, not implementations', () => {
  expect(scan('spec/a.ts', "const a = { clauses: ['BID-1', 'BID-2'] as const, clause: 'BID-3', other: 'BID-4' };")).toEqual([
    'BID-1 contract 1',
    'BID-2 contract 1',
    'BID-3 contract 1',
  ]);
});

test('titles of tests, and the rows they run over, are tests', () => {
  expect(scan('mock/a.test.ts', "test('WHK-2 secret', f);", "describe('EVT-1', f);")).toEqual(['WHK-2 tests 1', 'EVT-1 tests 2']);
  expect(scan('spec/a.test.ts', 'test.for(rows)(`BID-20 ${action} after ${state}, BID-19`, f);')).toEqual([
    'BID-20 tests 1',
    'BID-19 tests 1',
  ]);
  expect(scan('proofs/a.test.ts', "test.prop([a], { b: 1 })('it holds (IDEM-5)', f);")).toEqual(['IDEM-5 tests 1']);
  expect(scan('cli/a.test.ts', "const rows = [['AUTH-1 no token', 401], { clause: 'AUTH-2' }];")).toEqual([
    'AUTH-1 tests 1',
    'AUTH-2 tests 1',
  ]);
  expect(scan('conformance/a.test.ts', "test('WHK-2 secret', f);")).toEqual(['WHK-2 mentions 1']);
});

test('checks, violations, and scenarios have their own places', () => {
  expect(scan('conformance/webhooks.ts', "check('WHK-2/secret-shown-once', { clauses: ['WHK-12'] });")).toEqual([
    'WHK-2 checks 1',
    'WHK-12 checks 1',
  ]);
  expect(scan('mock/mutations/violations/webhooks.ts', '// WHK-2', "const a = { clause: 'WHK-3' };")).toEqual([
    'WHK-2 violations 1',
    'WHK-3 violations 2',
  ]);
  expect(scan('scenarios/a.ts', '// BID-31')).toEqual(['BID-31 scenarios 1']);
});

test('text that only looks like an id is ignored', () => {
  expect(
    scan('mock/a.ts', "const a = ['TRD-4821', 'BID-1 and so on', `// WHK-2`];", '// UTF-8, X-ERR-1, ERR-1x, WHK_2, HERR-2, ERR-'),
  ).toEqual([]);
  expect(scan('mock/a.test.ts', "expect(bid.reference).toBe('BID-4821');")).toEqual([]);
  expect(scan('mock/a.ts', 'const a = /[/*] WHK-2/; const b = "// WHK-3";')).toEqual([]);
});

test('an id without a clause is still a citation', () => {
  expect(scan('mock/a.ts', '// WHK-99')).toEqual(['WHK-99 implementation 1']);
});

test('the catalog, generated files, and the tests of these tools cite nothing', () => {
  for (const path of ['spec/clauses/whk.ts', 'spec/openapi.types.ts', 'proofs/trace/a.test.ts', 'proofs/tidy/a.test.ts']) {
    expect(scan(path, '// WHK-2', "test('WHK-3', f);", "const a = { clause: 'WHK-4' };")).toEqual([]);
  }
});

test('comments and strings are distinguished from code, regular expressions, and nested templates', () => {
  const text = [
    'const a = b / c; // WHK-2',
    "const d = /'[/`]/.test(e) ? '// WHK-3' : `x ${f(`y ${'}'} // WHK-4`)} z`; /* WHK-5 */",
    'test.each([[1]])(`EVT-1 ${g} and EVT-2`, f);',
    "it('EVT-3 it\\'s', f);",
  ];
  expect(scan('mock/a.test.ts', ...text)).toEqual([
    'WHK-2 mentions 1',
    'WHK-5 mentions 2',
    'EVT-1 tests 3',
    'EVT-2 tests 3',
    'EVT-3 tests 4',
  ]);
});

test.each([
  ['mock/a.ts', '/**\n * One.\n * WHK-2: once. */', 'WHK-2: once.'],
  ['mock/a.test.ts', "test(`WHK-2 it's ${a}`, f);", "WHK-2 it's …"],
  [
    'conformance/checks/a.ts',
    "check('WHK-2/once', { needs: 'buyer', title: 'It is shown once' });",
    'WHK-2/once  It is shown once',
  ],
  ['conformance/checks/a.ts', "const rows = [['WHK-2', 'once', 'It is shown once']];", 'WHK-2  It is shown once'],
  ['mock/mutations/violations/a.ts', "violation('WHK-2/twice', 'It is shown twice', f);", 'WHK-2/twice  It is shown twice'],
])('in %s a citation has a title', (path, text, title) => {
  expect(citationsOf({ path, text })).toMatchObject([{ id: 'WHK-2', title }]);
});
