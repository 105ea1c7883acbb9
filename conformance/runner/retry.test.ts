import { expect, test } from 'vitest';
import type { CheckResult, CheckVerdict } from '../check/verdicts.ts';
import { makeCheck, sampleClause } from '../reports/testing/sample-report.ts';
import { concludeRun, foldClauses } from './conclude-run.ts';
import { runWithRetries } from './retry.ts';

const CLAUSE = sampleClause();

function resultOf(verdict: CheckVerdict): CheckResult {
  return makeCheck(CLAUSE, { verdict, reason: 'It is not so.' });
}

/** Runs a check that has these verdicts, one after the other. */
async function play(retries: number, ...verdicts: readonly CheckVerdict[]): Promise<{ result: CheckResult; runs: number }> {
  const left = [...verdicts];
  const result = await runWithRetries(retries, new AbortController().signal, async () => {
    await Promise.resolve();
    return resultOf(left.shift() ?? 'error');
  });
  return { result, runs: verdicts.length - left.length };
}

test.for<[name: string, retries: number, verdicts: CheckVerdict[], becomes: CheckVerdict, runs: number]>([
  ['a failure is run once without retries', 0, ['fail', 'pass'], 'fail', 1],
  ['a failure that then passes is flaky', 2, ['fail', 'fail', 'pass'], 'flaky', 3],
  ['a failure that stays is a failure', 2, ['fail', 'fail', 'fail', 'pass'], 'fail', 3],
  ['a failure that cannot be checked again is a failure', 1, ['fail', 'blocked'], 'fail', 2],
  ['a pass is not run again', 2, ['pass', 'fail'], 'pass', 1],
])('%s', async ([, retries, verdicts, becomes, runs]) => {
  expect(await play(retries, ...verdicts)).toMatchObject({ result: { verdict: becomes }, runs });
});

test('a flaky check leaves its clause open and the run inconclusive, even if all others pass', async () => {
  const { result } = await play(1, 'fail', 'pass');
  const checks = [result, { ...resultOf('pass'), id: `${result.id}-too` }];
  const clauses = foldClauses(checks);
  expect(clauses.find(({ id }) => id === CLAUSE.id)).toMatchObject({ verdict: 'not_verified', reason: result.reason });
  const conclusion = concludeRun(checks, clauses, {
    is_interrupted: false,
    require: [],
    stale_baseline: [],
    selected: new Set(),
  });
  expect(conclusion).toMatchObject({ verdict: 'inconclusive', exit_code: 3 });
  expect(conclusion.reasons[0]).toBe(`1 check is flaky: ${result.id}`);
});

test('no retry begins after the run was stopped', async () => {
  let runs = 0;
  const result = await runWithRetries(3, AbortSignal.abort(), async () => {
    await Promise.resolve();
    runs += 1;
    return resultOf('fail');
  });
  expect({ verdict: result.verdict, runs }).toEqual({ verdict: 'fail', runs: 1 });
});
