import { expect, test } from 'vitest';
import type { BaselineEntry } from '#client';
import type { CheckResult } from '../check/verdicts.ts';
import { applyBaseline, makeBaseline, readAccepted } from './baseline.ts';

const FAILED: CheckResult = {
  id: 'BID-4/minimum',
  title: '',
  clauses: ['BID-4'],
  verdict: 'fail',
  reason: 'took 0.009 t',
  fingerprint: 'abc',
  duration_ms: 0,
  requests: 0,
};
const ENTRY: BaselineEntry = {
  check: 'BID-4/minimum',
  fingerprint: 'abc',
  verdict: 'fail',
  reason: 'known',
  expires: '2999-01-01',
};

function apply(result: CheckResult, entry: BaselineEntry = ENTRY, may = false): ReturnType<typeof applyBaseline> {
  return applyBaseline([result], [entry], may);
}

test('a known failure is expected, and its reason can be read back', () => {
  const { results, stale } = apply(FAILED);
  expect([results[0]?.verdict, stale]).toEqual(['expected_failure', []]);
  expect(results.map(readAccepted)).toEqual([{ why: 'known', until: '2999-01-01', now: 'took 0.009 t' }]);
  expect(readAccepted({ ...FAILED, reason: 'a (accepted until 2999-01-01): b' })).toBeUndefined();
});

test('another failure of the same check is not', () => {
  expect(apply({ ...FAILED, fingerprint: 'other' }).results[0]?.verdict).toBe('fail');
});

test('an expected failure that passes is reported', () => {
  const { fingerprint: _, ...passed } = FAILED;
  expect(apply({ ...passed, verdict: 'pass' }).results[0]?.verdict).toBe('unexpected_pass');
});

test('an entry that has expired accepts nothing and fails the run', () => {
  const { results, stale } = apply(FAILED, { ...ENTRY, expires: '2020-01-01' });
  expect(results[0]?.verdict).toBe('fail');
  expect(stale).toHaveLength(1);
});

test('an entry whose check does not exist fails the run, and one whose check was not selected does not', () => {
  expect(apply(FAILED, { ...ENTRY, check: 'BID-4/renamed' }).stale).toEqual([
    'the baseline accepts BID-4/renamed, which does not exist: remove the entry, or correct its check',
  ]);
  expect(apply({ ...FAILED, verdict: 'not_selected' }, { ...ENTRY, expires: '2020-01-01' }).stale).toEqual([]);
});

test('a privacy violation is accepted only if the policy allows it', () => {
  const leak: CheckResult = { ...FAILED, id: 'PRIV-1/x', clauses: ['PRIV-1'] };
  const entry = { ...ENTRY, check: 'PRIV-1/x' };
  expect(apply(leak, entry).results[0]?.verdict).toBe('fail');
  expect(apply(leak, entry).stale).toHaveLength(1);
  expect(apply(leak, entry, true).results[0]?.verdict).toBe('expected_failure');
});

test('a new baseline has only failures, with privacy violations only if the policy allows them', () => {
  const leak: CheckResult = { ...FAILED, id: 'PRIV-1/x', clauses: ['PRIV-1'] };
  expect(makeBaseline([leak], '2999-01-01', true)).toHaveLength(1);
  expect(makeBaseline([FAILED, { ...FAILED, verdict: 'warn' }, leak], '2999-01-01', false)).toEqual([
    { ...ENTRY, reason: 'took 0.009 t' },
  ]);
});
