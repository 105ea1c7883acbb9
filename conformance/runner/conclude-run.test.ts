import { CLAUSES, findClause, type ClauseId } from '#spec/clauses/index';
import { describe, expect, test } from 'vitest';
import { CHECKS } from '../checks/index.ts';
import { ORACLES } from '../oracles/index.ts';
import type { CheckResult, CheckVerdict } from '../check/verdicts.ts';
import { PARTIAL_CHECKS, concludeRun, countAll, foldClauses } from './conclude-run.ts';

function resultOf(clause: ClauseId, verdict: CheckVerdict, rest: Partial<CheckResult> = {}): CheckResult {
  return { id: `${clause}/x`, title: '', clauses: [clause], verdict, duration_ms: 0, requests: 0, ...rest };
}

function verdictOf(clause: ClauseId, ...verdicts: readonly CheckVerdict[]): string | undefined {
  return foldClauses(verdicts.map((verdict) => resultOf(clause, verdict))).find(({ id }) => id === clause)?.verdict;
}

describe('a clause', () => {
  test.each([
    [['pass'], 'verified'],
    [['pass', 'skip'], 'verified'],
    [['pass', 'fail'], 'violated'],
    [['fail', 'error'], 'violated'],
    [['pass', 'warn'], 'warned'],
    [['pass', 'blocked'], 'not_verified'],
    [['pass', 'error'], 'not_verified'],
    [['skip'], 'not_verified'],
    [['not_selected'], 'not_selected'],
    [['pass', 'not_selected'], 'verified'],
    [['pass', 'flaky'], 'not_verified'],
    [['fail', 'flaky'], 'violated'],
    [['expected_failure'], 'violated'],
    [['unexpected_pass'], 'verified'],
  ] as const)('whose checks are %j is %s', (verdicts, expected) => {
    expect(verdictOf('BID-4', ...verdicts)).toBe(expected);
  });

  test('of which only a part was checked is not verified, and says what was not checked', () => {
    const results = [
      resultOf('BID-19', 'pass', { id: 'BID-19/unknown' }),
      resultOf('BID-19', 'skip', { id: 'BID-19/bid', config_key: 'actors.rival' }),
    ];
    const [clause] = foldClauses(results).filter(({ id }) => id === 'BID-19');
    expect(clause).toMatchObject({ verdict: 'not_verified', config_key: 'actors.rival' });
    const ids = new Set<string>([...CHECKS, ...ORACLES].map(({ id }) => id));
    expect([...PARTIAL_CHECKS].filter((id) => !ids.has(id))).toEqual([]);
  });

  test('that is an assumption is informational', () => {
    for (const verdict of ['pass', 'fail', 'skip'] as const) expect(verdictOf('BID-12', verdict)).toBe('informational');
  });

  test('that no check covers is not verified, with that reason', () => {
    const clauses = foldClauses([]);
    expect(clauses).toHaveLength(CLAUSES.length);
    expect(clauses.find(({ id }) => id === 'SIG-3')?.reason).toContain('about receivers');
    for (const { level, verdict } of clauses) expect(verdict).toBe(level === 'A' ? 'informational' : 'not_verified');
  });

  test('that is checked as another one has its verdict', () => {
    expect(foldClauses([resultOf('EVT-1', 'fail', { reason: 'no envelope' })]).find(({ id }) => id === 'VER-3')).toMatchObject({
      verdict: 'violated',
      reason: 'no envelope (it is checked as EVT-1)',
    });
  });
});

/** A run in which every check passed except these. */
function conclude(
  others: readonly CheckResult[],
  rest: Partial<Parameters<typeof concludeRun>[2]> = {},
): ReturnType<typeof concludeRun> {
  const named = new Set(others.flatMap(({ clauses }) => clauses));
  const passed = CLAUSES.filter(({ id }) => !named.has(id)).map(({ id }) => resultOf(id, 'pass'));
  const checks = [...passed, ...others];
  return concludeRun(checks, foldClauses(checks), {
    is_interrupted: false,
    require: [],
    stale_baseline: [],
    selected: new Set(CLAUSES.map(({ id }) => id)),
    ...rest,
  });
}

describe('a run', () => {
  test('is conformant if every checkable stated clause is verified', () => {
    expect(conclude([])).toMatchObject({ verdict: 'conformant', exit_code: 0 });
    expect(conclude([resultOf('SIG-3', 'skip'), resultOf('VER-1', 'skip')])).toMatchObject({ verdict: 'conformant' });
  });

  test('stays conformant with a warning of a derived clause', () => {
    expect(findClause('CONV-9').level).toBe('D');
    expect(conclude([resultOf('CONV-9', 'warn')])).toMatchObject({ verdict: 'conformant', exit_code: 0 });
  });

  test('a run that fails says too which required clauses it did not verify', () => {
    expect(conclude([resultOf('PRIV-4', 'skip'), resultOf('BID-1', 'fail')], { require: ['PRIV-4', 'BID-1'] })).toMatchObject({
      verdict: 'non_conformant',
      reasons: ['violated: BID-1', 'required and not verified: PRIV-4'],
    });
  });

  test('is partial if a stated clause could not be verified, and fails if that clause is required', () => {
    expect(conclude([resultOf('PRIV-4', 'skip')])).toMatchObject({ verdict: 'partial', exit_code: 0 });
    expect(conclude([resultOf('PRIV-4', 'skip')], { require: ['PRIV-4'] })).toMatchObject({
      verdict: 'inconclusive',
      exit_code: 3,
    });
    expect(conclude([resultOf('PRIV-4', 'blocked')])).toMatchObject({ verdict: 'partial' });
  });

  test('is not conformant with one failure, whatever else happened', () => {
    const checks = [resultOf('BID-4', 'fail'), resultOf('BID-5', 'error'), resultOf('BID-9', 'skip')];
    expect(conclude(checks)).toMatchObject({ verdict: 'non_conformant', exit_code: 1 });
  });

  test('is inconclusive if a check could not be carried out', () => {
    expect(conclude([resultOf('BID-4', 'error', { reason: 'the line is dead' })])).toMatchObject({
      verdict: 'inconclusive',
      exit_code: 3,
    });
  });

  test('is inconclusive if no actor authenticated, unless a clause is violated', () => {
    expect(conclude([], { is_anonymous: true })).toMatchObject({ verdict: 'inconclusive', exit_code: 3 });
    expect(conclude([resultOf('AUTH-1', 'fail')], { is_anonymous: true })).toMatchObject({
      verdict: 'non_conformant',
      exit_code: 1,
    });
  });

  test('is inconclusive if no check ran', () => {
    const checks = CLAUSES.map(({ id }) => resultOf(id, 'skip'));
    const at = { is_interrupted: false, require: [], stale_baseline: [], selected: new Set(CLAUSES.map(({ id }) => id)) };
    expect(concludeRun(checks, foldClauses(checks), at)).toMatchObject({ verdict: 'inconclusive', exit_code: 3 });
  });

  test('with an unexpected pass or a stale baseline is not conformant', () => {
    const failed = { verdict: 'non_conformant', exit_code: 1 };
    expect(conclude([resultOf('BID-4', 'unexpected_pass')])).toMatchObject(failed);
    expect(conclude([], { stale_baseline: ['expired'] })).toMatchObject({ ...failed, reasons: ['expired'] });
    expect(conclude([resultOf('BID-5', 'error')], { stale_baseline: ['expired'] })).toMatchObject(failed);
  });

  test('with an accepted failure is at most partial', () => {
    expect(conclude([resultOf('BID-4', 'expected_failure')])).toMatchObject({
      verdict: 'partial',
      reasons: ['1 failure accepted by the baseline'],
      exit_code: 0,
    });
  });

  test('that was interrupted exits with 130', () => {
    expect(conclude([resultOf('BID-4', 'fail')], { is_interrupted: true })).toMatchObject({
      verdict: 'non_conformant',
      exit_code: 130,
    });
  });
});

describe('a run of a selection', () => {
  const checks = CLAUSES.map(({ id }): CheckResult =>
    resultOf(id, id === 'PAGE-1' ? 'pass' : id === 'PAGE-2' ? 'skip' : 'not_selected'),
  );
  const clauses = foldClauses(checks);
  const at = { is_interrupted: false, require: [], stale_baseline: [], selected: new Set<ClauseId>(['PAGE-1', 'PAGE-2']) };

  test('counts only its clauses', () => {
    const { clauses: counts } = countAll(checks, clauses, 0);
    expect(counts).toEqual({
      verified: 1,
      violated: 0,
      warned: 0,
      not_verified: 1,
      informational: 0,
      not_selected: CLAUSES.length - 2,
    });
  });

  test('states the scope of a good verdict', () => {
    expect(concludeRun(checks, clauses, at)).toMatchObject({
      verdict: 'partial',
      reasons: [
        '1 clause not verified; it could be verified with a more complete setup',
        `only a selection was checked, so the result does not cover ${CLAUSES.length - 2} of ${CLAUSES.length} clauses`,
      ],
    });
    const verified = checks.filter(({ clauses: [id] }) => id !== 'PAGE-2');
    expect(concludeRun(verified, foldClauses(verified), at)).toMatchObject({ verdict: 'partial', exit_code: 0 });
    const broken = [...checks, resultOf('PAGE-1', 'fail', { id: 'PAGE-1/y' })];
    expect(concludeRun(broken, foldClauses(broken), at).reasons).toEqual(['violated: PAGE-1']);
  });

  test('of everything counts every clause, and states no scope', () => {
    const all = CLAUSES.map(({ id }) => resultOf(id, 'pass'));
    const { clauses: counts } = countAll(all, foldClauses(all), 0);
    expect(Object.values(counts).reduce((sum, one) => sum + one, 0)).toBe(CLAUSES.length);
    expect(conclude([]).reasons).toEqual([]);
  });
});
