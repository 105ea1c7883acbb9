import { expect, test } from 'vitest';
import { CHECK_VERDICTS, type CheckVerdict, type RunReport } from '../check/verdicts.ts';
import { compareReports, renderComparison } from './compare.ts';
import { HOSTILE_CASES } from './testing/hostile.ts';
import { makeCheck, makeHostileReport, makeReport, sampleClause } from './testing/sample-report.ts';

function reportOf(verdict: CheckVerdict | undefined, fingerprint = 'f'): RunReport {
  return makeReport({ clauses: [], checks: verdict === undefined ? [] : [makeCheck(sampleClause(), { verdict, fingerprint })] });
}

function fateOf(before: CheckVerdict | undefined, after: CheckVerdict | undefined): string {
  const { exit_code, ...fates } = compareReports(reportOf(before), reportOf(after));
  const [fate = 'same'] = Object.entries(fates).flatMap(([name, changes]) => (changes.length > 0 ? [name] : []));
  expect(exit_code).toBe(fate === 'worse' || fate === 'vanished' ? 1 : 0);
  return fate;
}

/** Rows: before. Columns: after, in the order of CHECK_VERDICTS, and last: gone. + better, - worse, ~ otherwise changed, = the same. */
const TABLE: Readonly<Record<CheckVerdict, string>> = {
  //                pass fail warn skip blocked not_selected error expected unexpected flaky gone
  pass: '             =    -    -    -    -       -            -     -        ~        -      v',
  fail: '             +    =    +    -    -       -            -     +        +        +      v',
  warn: '             +    -    =    -    -       -            -     -        +        -      v',
  skip: '             +    -    +    =    ~       ~            ~     -        +        -      v',
  blocked: '          +    -    +    ~    =       ~            ~     -        +        -      v',
  not_selected: '     +    -    +    ~    ~       =            ~     -        +        -      v',
  error: '            +    -    +    ~    ~       ~            =     -        +        -      v',
  expected_failure: ' +    -    +    -    -       -            -     =        +        ~      v',
  unexpected_pass: '  ~    -    -    -    -       -            -     -        =        -      v',
  flaky: '            +    -    +    -    -       -            -     ~        +        =      v',
};
const SIGNS: Readonly<Record<string, string>> = { '+': 'better', '-': 'worse', '~': 'other', '=': 'same', v: 'vanished' };

test('new failures come before checks that did not run, which become one line if there are many', () => {
  const at = (failing: CheckVerdict, others: CheckVerdict): RunReport => ({
    ...reportOf(undefined),
    checks: Array.from({ length: 30 }, (_, i) => ({
      ...makeCheck(sampleClause(), { verdict: i === 29 ? failing : others }),
      id: `BID-1/check-${i}`,
    })),
  });
  const lines = renderComparison(at('pass', 'pass'), at('fail', 'skip')).split('\n');
  const start = lines.indexOf('Worse (30)');
  expect(lines[start + 1]).toBe('  BID-1/check-29: pass -> fail');
  expect(lines[start + 2]).toMatch(/^ {2}pass -> skip \(29\): BID-1\/check-0, .*, …$/);
  expect(lines[start + 3]).toBe('');
});

test.for(CHECK_VERDICTS)('from %s to every other verdict', (before) => {
  const expected = TABLE[before]
    .trim()
    .split(/\s+/)
    .map((sign) => SIGNS[sign]);
  expect([...CHECK_VERDICTS, undefined].map((after) => fateOf(before, after))).toEqual(expected);
});

test('a new check is reported, and does not count as worse', () => {
  for (const verdict of CHECK_VERDICTS) expect(fateOf(undefined, verdict)).toBe('added');
});

test('a check that fails in another way has changed, and is not worse', () => {
  const { other, exit_code } = compareReports(reportOf('fail', 'one'), reportOf('fail', 'two'));
  expect(other).toHaveLength(1);
  expect(exit_code).toBe(0);
  expect(renderComparison(reportOf('fail', 'one'), reportOf('fail', 'two'))).toContain(
    'CONV-1/is-obeyed: fail, in a different way',
  );
});

test('clauses are compared too', () => {
  const before = makeReport();
  const after = makeReport({
    clauses: before.clauses.slice(1).map((clause, index) => (index === 0 ? { ...clause, verdict: 'not_verified' } : clause)),
    checks: before.checks,
  });
  const { worse, vanished, exit_code } = compareReports(before, after);
  expect(worse).toEqual([{ kind: 'clause', id: 'CONV-2', before: 'verified', after: 'not verified' }]);
  expect(vanished).toEqual([{ kind: 'clause', id: 'CONV-1', before: 'verified', after: undefined }]);
  expect(exit_code).toBe(1);
});

test('the text names each change, and the exit code last', () => {
  const text = renderComparison(reportOf('pass'), reportOf('fail'));
  expect(text).toContain('Worse (1)\n  CONV-1/is-obeyed: pass -> fail\n');
  expect(text.endsWith('something got worse or disappeared (exit code 1)\n')).toBe(true);
  expect(renderComparison(reportOf('pass'), reportOf(undefined))).toContain('Gone (1)\n  CONV-1/is-obeyed: pass -> (gone)\n');
  const same = renderComparison(makeReport(), makeReport());
  expect(same).toContain('Nothing changed.');
  expect(same.endsWith('nothing got worse (exit code 0)\n')).toBe(true);
});

test('two targets are distinguished', () => {
  const other = makeReport({
    target: { base_url: 'https://production.example/v1', auth_url: undefined, mode: 'live', is_mock: false },
  });
  expect(renderComparison(makeReport(), other)).toContain(
    'These are two targets: https://staging.example/v1 and https://production.example/v1.',
  );
});

test.for(HOSTILE_CASES)('%j moves no cursor', ([, text]) => {
  const hostile = makeHostileReport(text);
  const named = {
    ...hostile,
    started_at: text,
    target: { ...hostile.target, base_url: text },
    checks: hostile.checks.map((check) => ({ ...check, id: text })),
  };
  expect(renderComparison(makeReport(), named)).not.toMatch(/[^\P{Cc}\n]|\p{Cs}/u);
});
