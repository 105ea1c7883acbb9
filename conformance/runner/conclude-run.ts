/** Derives the verdict on each clause and on the target from the results of the checks. */
import { CLAUSES, parseHow, type Clause, type ClauseId } from '#spec/clauses/index';
import type { CheckResult, CheckVerdict, ClauseResult, RunCounts, RunReport, RunVerdict, TestNoun } from '../check/verdicts.ts';
import { CHECK_VERDICTS, CLAUSE_VERDICTS } from '../check/verdicts.ts';
import { TIME_FLAG } from '../check/explain-end.ts';
import { CHECKED_AS } from './select.ts';

/** The result of each clause, in catalog order. @param catalog the clauses that the run covers */
export function foldClauses(results: readonly CheckResult[], catalog: readonly Clause[] = CLAUSES): readonly ClauseResult[] {
  const by_clause = new Map<ClauseId, CheckResult[]>();
  for (const result of results) {
    for (const id of result.clauses) by_clause.set(id, [...(by_clause.get(id) ?? []), result]);
  }
  // A clause without a check counts as selected if everything is.
  const is_part = results.some(({ verdict }) => verdict === 'not_selected');
  return catalog.map((clause) => {
    const own = by_clause.get(CHECKED_AS.get(clause.id) ?? clause.id) ?? [];
    const { id, level, statement, section } = clause;
    const is_left_out = is_part && own.every(({ verdict }) => verdict === 'not_selected');
    const checked: ClauseConclusion = is_left_out ? { verdict: 'not_selected' } : checkClause(clause, own);
    return { id, level, statement, section, ...checked, ...explainWhere(id, checked), checks: own.map((result) => result.id) };
  });
}

/** A clause that repeats another is checked there, and has no other check. */
function explainWhere(id: ClauseId, { reason }: ClauseConclusion): Pick<ClauseResult, 'reason'> {
  const elsewhere = CHECKED_AS.get(id);
  if (elsewhere === undefined) return {};
  return { reason: reason === undefined ? `checked as ${elsewhere}` : `${reason} (it is checked as ${elsewhere})` };
}

/**
 * Checks of a part of their clause. If only these pass, the clause is not verified, because nothing tried what it is mainly about: a request of another
 * party, a request that succeeds, or a secret that exists.
 */
export const PARTIAL_CHECKS: ReadonlySet<string> = new Set([
  'BID-14/always-the-same',
  'BID-16/unknown',
  'BID-16/archived',
  'BID-19/unknown',
  'CB-2/scope',
  'CB-3/scope',
  'CB-4/another-s',
  'CB-4/unknown',
  'CB-5/unknown',
  'ERR-3/delivery-of-another-subscription',
  'INV-14/always-the-same',
  'LST-12/both-scopes',
  'SBX-11/grades',
  'TEAM-1/without-scope',
  'TRD-3/archived',
  'TRD-3/nothing-of-others',
  'WHK-2/secret-nowhere',
  'WHK-2/scope',
  'WHK-7/unknown',
  'WHK-7/another-teams',
  'WHK-7/scope',
]);

type ClauseConclusion = Pick<ClauseResult, 'verdict' | 'reason' | 'config_key'>;

function checkClause(clause: Clause, results: readonly CheckResult[]): ClauseConclusion {
  const first = (...verdicts: readonly CheckVerdict[]): CheckResult | undefined =>
    results.find(({ verdict }) => verdicts.includes(verdict));
  if (clause.level === 'A') return checkAssumption(clause, results);
  const failed = first('fail', 'expected_failure');
  if (failed !== undefined) return { verdict: 'violated', ...because(failed) };
  const warned = first('warn');
  if (warned !== undefined) return { verdict: 'warned', ...because(warned) };
  if (results.length === 0) return { verdict: 'not_verified', reason: explainUnchecked(clause) };
  // What one check could not see, another may have seen. But a part that was not reached leaves the clause open.
  const open =
    first('flaky', 'error', 'blocked') ??
    (results.some(({ id, verdict }) => (verdict === 'pass' || verdict === 'unexpected_pass') && !PARTIAL_CHECKS.has(id))
      ? undefined
      : (first('skip', 'not_selected') ?? first('pass', 'unexpected_pass')));
  return open === undefined ? { verdict: 'verified' } : { verdict: 'not_verified', ...because(open) };
}

/** An assumption is not a requirement, so every observation is information. */
function checkAssumption(clause: Clause, results: readonly CheckResult[]): ClauseConclusion {
  const observed = results.flatMap(({ observations = [], evidence = [] }) => [
    ...observations,
    ...evidence.map(({ message }) => `differs from what the mock does: ${message}`),
  ]);
  if (observed.length > 0) return { verdict: 'informational', reason: observed.join('; ').slice(0, 500) };
  const reason = results.length === 0 ? explainUnchecked(clause) : results[0]?.reason;
  return { verdict: 'informational', ...(reason === undefined ? {} : { reason }) };
}

function because({ reason, config_key }: CheckResult): Omit<ClauseConclusion, 'verdict'> {
  return { ...(reason === undefined ? {} : { reason }), ...(config_key === undefined ? {} : { config_key }) };
}

/** Why no check of the gate covers a clause. */
function explainUnchecked({ level, how }: Clause): string {
  const needs = parseHow(how);
  if (needs.includes('receiver')) return 'about receivers, which `gristmill receiver` tests';
  if (!needs.includes('public_api') && !needs.includes('hook')) return 'cannot be observed from outside a deployment';
  return level === 'A' ? 'not checked: the document does not cover it' : 'no check covers it';
}

/** Whether the gate could check a clause at all. Other clauses do not keep a run from being conformant. */
export function isCheckable({ how, level }: Clause): boolean {
  const needs = parseHow(how);
  return level !== 'A' && (needs.includes('public_api') || needs.includes('hook'));
}

export interface Conclusion {
  verdict: RunVerdict;
  reasons: readonly string[];
  exit_code: number;
}

type Verdict = Pick<Conclusion, 'verdict' | 'reasons'>;

interface Circumstances extends Pick<RunReport, 'is_interrupted' | 'faults' | 'stopped' | 'is_anonymous' | 'stale_baseline'> {
  /** Clauses that must be verified. */
  require: readonly string[];
  /** The clauses that the selected checks cover. */
  selected: ReadonlySet<ClauseId>;
  /** The clauses that a run of this kind could cover. Default: those of the gate. */
  checkable?: ReadonlySet<ClauseId>;
  noun?: TestNoun;
}

const CHECKABLE: ReadonlySet<ClauseId> = new Set(CLAUSES.filter(isCheckable).map(({ id }) => id));

/**
 * The verdict of the run and its exit code, which always agree: 0 conformant or partial, 1 not conformant, 3 inconclusive; 130 for an interrupted
 * run.
 */
export function concludeRun(checks: readonly CheckResult[], clauses: readonly ClauseResult[], at: Circumstances): Conclusion {
  const checked = checkRun(checks, clauses, at);
  const unexpected = checks
    .filter((check) => check.verdict === 'unexpected_pass')
    .map(({ id }) => `${id} passed, but the baseline expects it to fail: remove its entry`);
  // A stale baseline misleads everyone who compares with it, so it fails the run.
  const stale = [...unexpected, ...at.stale_baseline];
  const { verdict, reasons } =
    stale.length > 0
      ? { verdict: 'non_conformant' as const, reasons: [...checked.reasons, ...stale] }
      : limitVerdict(checked, clauses, at);
  if (at.is_interrupted) return { verdict, reasons: ['the run was interrupted', ...reasons], exit_code: 130 };
  return { verdict, reasons, exit_code: EXIT_CODES[verdict] };
}

export const EXIT_CODES: Readonly<Record<RunVerdict, number>> = { conformant: 0, partial: 0, non_conformant: 1, inconclusive: 3 };

/** The verdict of a run that found no violation. */
function limitVerdict(
  checked: Verdict,
  clauses: readonly ClauseResult[],
  { is_anonymous = false, require }: Circumstances,
): Verdict {
  const { verdict, reasons } = checked;
  const left_out = new Set<string>(clauses.filter((clause) => clause.verdict === 'not_selected').map(({ id }) => id));
  const verdictOf = (id: string): string | undefined => clauses.find((clause) => clause.id === id)?.verdict;
  // What is violated is among the reasons already.
  const missing = require.filter((id) => verdictOf(id) !== 'verified' && verdictOf(id) !== 'violated');
  const open = missing.map((id) => (left_out.has(id) ? `${id} (not selected)` : id));
  const required = missing.length === 0 ? [] : [`required and not verified: ${open.join(', ')}`];
  if (verdict !== 'conformant' && verdict !== 'partial') return { verdict, reasons: [...reasons, ...required] };
  if (is_anonymous)
    return {
      verdict: 'inconclusive',
      reasons: ['no actor authenticated: configure the tokens of actors.buyer and the other actors', ...reasons],
    };
  const scope = `only a selection was checked, so the result does not cover ${left_out.size} of ${count(clauses.length, 'clause')}`;
  const all_reasons = left_out.size > 0 ? [...reasons, scope] : reasons;
  if (required.length > 0) return { verdict: 'inconclusive', reasons: [...required, ...all_reasons] };
  return { verdict: left_out.size > 0 ? 'partial' : verdict, reasons: all_reasons };
}

function checkRun(
  checks: readonly CheckResult[],
  clauses: readonly ClauseResult[],
  { selected, checkable = CHECKABLE, faults = [], stopped, noun = 'check' }: Circumstances,
): Verdict {
  const stops = stopped === undefined ? [] : describeStop(stopped, checks);
  const failed = checks.filter(({ verdict }) => verdict === 'fail');
  if (failed.length > 0) {
    const violated = clauses.filter(({ verdict }) => verdict === 'violated').map(({ id }) => id);
    return { verdict: 'non_conformant', reasons: [`violated: ${violated.join(', ')}`, ...stops] };
  }
  // The checks that were running have errors, of which this is the cause.
  if (stops.length > 0) return { verdict: 'inconclusive', reasons: stops };
  const flaky = checks.filter(({ verdict }) => verdict === 'flaky').map(({ id }) => id);
  if (flaky.length > 0) {
    const is_one = flaky.length === 1;
    return {
      verdict: 'inconclusive',
      reasons: [`${count(flaky.length, noun)} ${is_one ? 'is' : 'are'} flaky: ${flaky.join(', ')}`],
    };
  }
  const broken = checks.filter(({ verdict }) => verdict === 'error');
  if (faults.length + broken.length > 0) {
    const own = faults.map((fault) => fault.split('\n')[0] ?? fault);
    const reasons = [...own, ...broken.map(({ id, reason }) => `${id}: ${reason?.split('\n')[0] ?? 'error'}`)].slice(0, 5);
    return { verdict: 'inconclusive', reasons };
  }
  const open = clauses.filter(
    ({ id, level, verdict }) => level === 'S' && verdict === 'not_verified' && checkable.has(id) && selected.has(id),
  );
  const late = checks.filter(({ config_key }) => config_key === TIME_FLAG);
  if (open.length > 0 && late.length > 0) {
    const cut = `the time limit was reached before ${count(late.length, noun)} finished; allow more time with ${TIME_FLAG}`;
    return { verdict: 'inconclusive', reasons: [cut, describeOpen(open, clauses)] };
  }
  const ran = checks.filter(({ verdict }) => ['pass', 'warn', 'expected_failure', 'unexpected_pass'].includes(verdict));
  if (ran.length === 0)
    return { verdict: 'inconclusive', reasons: [`no ${noun} could run, so nothing is known about the target`] };
  const accepted = checks.filter(({ verdict }) => verdict === 'expected_failure').length;
  const reasons = [
    ...(open.length > 0 ? [describeOpen(open, clauses)] : []),
    ...(accepted > 0 ? [`${count(accepted, 'failure')} accepted by the baseline`] : []),
  ];
  if (reasons.length > 0) return { verdict: 'partial', reasons };
  return { verdict: 'conformant', reasons: [] };
}

function describeStop(stopped: string, checks: readonly CheckResult[]): readonly string[] {
  const chosen = checks.filter(({ verdict }) => verdict !== 'not_selected');
  const ended = chosen.filter(({ verdict }) => verdict !== 'blocked');
  return [stopped, `${ended.length} of ${count(chosen.length, 'check')} had ended by then; run again when the target is up`];
}

/** The first number is the one in the headline. */
function describeOpen(open: readonly ClauseResult[], clauses: readonly ClauseResult[]): string {
  const all = clauses.filter(({ verdict }) => verdict === 'not_verified').length;
  const which = all === open.length ? (all === 1 ? 'it' : 'all of them') : `${open.length} of them`;
  return `${count(all, 'clause')} not verified; ${which} could be verified with a more complete setup`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** The counts of a run. @param requests the number of requests sent */
export function countAll(checks: readonly CheckResult[], clauses: readonly ClauseResult[], requests: number): RunCounts {
  return { clauses: countClauses(clauses), checks: tally(CHECK_VERDICTS, checks), requests };
}

export function countClauses(clauses: readonly ClauseResult[]): RunCounts['clauses'] {
  return tally(CLAUSE_VERDICTS, clauses);
}

function tally<Word extends string>(
  verdicts: readonly Word[],
  found: readonly { readonly verdict: Word }[],
): Record<Word, number> {
  const counts = verdicts.map((each) => [each, found.filter(({ verdict }) => verdict === each).length]);
  // The keys are the verdicts.
  return Object.fromEntries(counts) as Record<Word, number>;
}
