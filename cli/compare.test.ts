import { makeTestFolder } from '#client/testing/folder';
import type { CheckVerdict, RunReport } from '#conformance/check/verdicts';
import { makeCheck, makeReport } from '#conformance/reports/testing/sample-report';
import { countAll, foldClauses } from '#conformance/runner/conclude-run';
import { expect, test } from 'vitest';
import { type Ran, runHere } from './testing/run-here.ts';
import { writeReports } from './testing/write-reports.ts';

const folder = makeTestFolder();

const [ONE, OTHER] = makeReport().clauses;

/** Two checks of one clause, and one of another. */
function reportOf(selection: readonly string[], verdicts: readonly [CheckVerdict, CheckVerdict, CheckVerdict]): RunReport {
  if (ONE === undefined || OTHER === undefined) throw new Error('too few clauses');
  const checks = verdicts.map((verdict, i) => {
    const clause = i < 2 ? ONE : OTHER;
    return makeCheck(clause, { id: `${clause.id}/${['first', 'second', 'third'][i] ?? ''}`, verdict });
  });
  const clauses = foldClauses(checks).filter(({ id }) => id === ONE.id || id === OTHER.id);
  return makeReport({ selection, checks, clauses, counts: countAll(checks, clauses, 0) });
}

async function compare(before: RunReport, after: RunReport): Promise<Ran> {
  return runHere('compare', ...writeReports(folder, [before, after]));
}

const ALL_GOOD = reportOf([], ['pass', 'pass', 'pass']);

test('a check that only the earlier run selected is reported with the reason, not as a loss', async () => {
  const { code, out } = await compare(ALL_GOOD, reportOf(['--only the-other'], ['not_selected', 'not_selected', 'pass']));
  expect(out).toContain('Nothing changed.');
  expect(out).toMatch(
    /\nNot compared: 2 checks and 1 clause that one of the runs did not select \(before: everything; after: --only the-other\)\.\n$/,
  );
  expect(code).toBe(0);
});

test('a check that only the later run selected is not a gain', async () => {
  const { code, out } = await compare(
    reportOf(['--only the-other'], ['not_selected', 'not_selected', 'pass']),
    reportOf([], ['fail', 'pass', 'pass']),
  );
  expect(out).not.toMatch(/Better|Worse/);
  expect(code).toBe(0);
});

test('a clause that one run checked in part is not compared; checks of both runs are', async () => {
  const { code, out } = await compare(
    reportOf([], ['fail', 'pass', 'pass']),
    reportOf(['--only a-part'], ['not_selected', 'fail', 'fail']),
  );
  expect(out).toMatch(/Worse \(3\)\n.*\/second: pass -> fail\n.*\/third: pass -> fail\n {2}clause .*: verified -> violated\n/);
  expect(out).toContain('1 check and 1 clause');
  expect(code).toBe(1);
});

test('two complete runs are compared completely', async () => {
  const { code, out } = await compare(ALL_GOOD, reportOf([], ['pass', 'skip', 'pass']));
  expect(out).toContain('/second: pass -> skip');
  expect(out).not.toContain('Not compared');
  expect(code).toBe(1);
});

test('two runs without a common check are wrong usage', async () => {
  const { code, out, complaint } = await compare(
    reportOf(['--only one'], ['pass', 'pass', 'not_selected']),
    reportOf(['--only other'], ['not_selected', 'not_selected', 'pass']),
  );
  expect([code, out]).toEqual([2, '']);
  expect(complaint).toMatch(/^gristmill: compare: no check was selected in both runs [^\n]+\n$/);
});

test('a clause without checks that only one run selected is not compared', async () => {
  const withBare = (report: RunReport, verdict: 'informational' | 'not_selected'): RunReport => ({
    ...report,
    clauses: report.clauses.map((clause) => (clause.id === OTHER?.id ? { ...clause, checks: [], verdict } : clause)),
  });
  const partial = reportOf(['--only the-other'], ['pass', 'pass', 'not_selected']);
  const { code, out } = await compare(withBare(ALL_GOOD, 'informational'), withBare(partial, 'not_selected'));
  expect(out).not.toContain('Worse');
  expect(code).toBe(0);
});
