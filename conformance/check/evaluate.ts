import { findClause } from '#spec/clauses/index';
import type { Exchange } from '#client';
import {
  Blocked,
  Breach,
  TargetDown,
  TransportFault,
  Unverifiable,
  countAssertions,
  elapsedMs,
  isAbort,
  isFinding,
  timeLimit,
} from '#client';
import type { Evidence, CheckResult } from './verdicts.ts';
import { describeInternalError } from '../expectations/describe-internal-error.ts';
import { describeEvidence, describeWithReproduction, fingerprintOf, type EvidenceContext } from './evidence.ts';
import type { CheckRef } from '../reproduction/rerun-script.ts';
import { explainEnd } from './explain-end.ts';

/** What a check or drill records while it runs. */
interface CheckRecord {
  readonly exchanges: readonly Exchange[];
  readonly warnings: readonly Breach[];
  readonly observations: readonly string[];
  /** Removes what the check created. */
  end: () => Promise<void>;
}

interface CheckRun<Context extends CheckRecord> {
  timeout_ms: number;
  /** Aborts when the whole run must end. */
  stop: AbortSignal;
  open: (signal: AbortSignal) => Context;
  carryOut: (context: Context) => Promise<void>;
}

/** The verdict on a check that does not run. */
export function skipCheck({ id, title, clause }: CheckRef, reason: string, config_key?: string): CheckResult {
  const key = config_key === undefined ? {} : { config_key };
  return { id, title, clauses: [clause], verdict: 'skip', reason, ...key, duration_ms: 0, requests: 0 };
}

/** Runs one check or drill and returns its verdict. Never throws. */
export async function evaluate<Context extends CheckRecord>(
  evidence_context: EvidenceContext,
  check: CheckRef,
  { timeout_ms, stop, open, carryOut }: CheckRun<Context>,
): Promise<CheckResult> {
  const began = elapsedMs();
  const signal = timeLimit(timeout_ms, [stop]);
  const context = open(signal);
  const counter = { assertions: 0 };
  let thrown: unknown;
  try {
    await countAssertions(counter, async () => carryOut(context));
  } catch (error) {
    if (signal.aborted && !(error instanceof Breach)) thrown = explainAbort(stop, timeout_ms, error);
    else thrown = isAbort(error) ? new Blocked(SHARED_STEP_LATE) : error;
  }
  // What could not be removed is in the ledger. Any other error here is an error of Gristmill.
  await context.end().catch((error: unknown) => {
    if (!isFinding(error)) thrown ??= error;
  });
  let outcome: Outcome;
  try {
    outcome = conclude(evidence_context, check, context, thrown, counter.assertions);
  } catch (error) {
    // The run continues even if a finding cannot be described.
    outcome = explainError(evidence_context, error);
  }
  return {
    id: check.id,
    title: check.title,
    clauses: [check.clause],
    ...outcome,
    ...(context.observations.length === 0 ? {} : { observations: context.observations }),
    duration_ms: elapsedMs() - began,
    requests: context.exchanges.length,
  };
}

type Outcome = Pick<CheckResult, 'verdict' | 'reason' | 'config_key' | 'blocked_by' | 'evidence' | 'fingerprint'>;

/** @param assertions how many held */
function conclude(
  evidence_context: EvidenceContext,
  check: CheckRef,
  context: CheckRecord,
  thrown: unknown,
  assertions: number,
): Outcome {
  const breaches = [...context.warnings, ...(thrown instanceof Breach ? [thrown] : [])];
  const findings = breaches.map((breach) => ({
    breach,
    evidence: describeWithReproduction(evidence_context, check, context.exchanges, breach),
  }));
  const all = findings.map(({ evidence }) => evidence);
  const shown = all.length === 0 ? {} : { evidence: all };
  if (thrown instanceof Unverifiable) {
    return {
      verdict: 'skip',
      reason: thrown.message,
      ...(thrown.config_key === undefined ? {} : { config_key: thrown.config_key }),
      ...shown,
    };
  }
  if (thrown instanceof Blocked) {
    const cause = evidence_context.redactor.redact(thrown.message);
    const last = describeEvidence(
      evidence_context,
      check,
      context.exchanges,
      new Breach({ message: cause, exchange: thrown.exchange }),
    );
    return { ...describeBlocked(cause), evidence: [{ ...last, severity: 'info' }] };
  }
  if (thrown !== undefined && !(thrown instanceof Breach)) return explainError(evidence_context, thrown);
  const verdict = worstOf(all);
  const decisive = findings.find(({ evidence }) => evidence.severity === verdict) ?? findings[0];
  if (decisive === undefined)
    return assertions > 0 || isOnlyToObserve(check, context) ? { verdict: 'pass' } : explainNoAssertion(context);
  const outcome = { verdict, reason: decisive.evidence.message, ...shown };
  return verdict === 'pass' ? outcome : { ...outcome, fingerprint: fingerprintOf(check.id, decisive.breach) };
}

/** A check of an assumption asserts nothing: it observes which legal reading the target follows. */
function isOnlyToObserve({ clause }: CheckRef, { observations }: CheckRecord): boolean {
  return findClause(clause).level === 'A' && observations.length > 0;
}

/** A check without assertions has checked nothing. */
function explainNoAssertion({ observations }: CheckRecord): Outcome {
  const why = observations.length > 0 ? `; observed: ${observations.join('; ')}` : ': no response had the fields that it checks';
  return { verdict: 'skip', reason: `nothing to check${why}` };
}

/** The verdict on these findings. A breach of an assumption is information: the check passes and reports the observation. */
export function worstOf(evidence: readonly Evidence[]): 'fail' | 'warn' | 'pass' {
  if (evidence.some(({ severity }) => severity === 'fail')) return 'fail';
  return evidence.some(({ severity }) => severity === 'warn') ? 'warn' : 'pass';
}

function explainError({ redactor }: EvidenceContext, thrown: unknown): Outcome {
  if (thrown instanceof TargetDown) return describeBlocked(redactor.redact(thrown.message));
  if (thrown instanceof TransportFault) return { verdict: 'error', reason: redactor.redact(thrown.message) };
  return { verdict: 'error', reason: redactor.redact(describeInternalError(thrown)) };
}

function describeBlocked(cause: string): Outcome & { verdict: 'blocked' } {
  return { verdict: 'blocked', reason: cause, blocked_by: cause };
}

/** The verdict on a check that does not run, because the target is down. */
export function blockCheck({ id, title, clause }: CheckRef, cause: string): CheckResult {
  return { id, title, clauses: [clause], ...describeBlocked(cause), duration_ms: 0, requests: 0 };
}

/** A step that several checks share ends at the time limit of the check that started it. */
const SHARED_STEP_LATE = 'a step that it shares with another check did not end in time';

function explainAbort(stop: AbortSignal, timeout_ms: number, error: unknown): unknown {
  if (stop.aborted) return new Unverifiable(...explainEnd(stop));
  if (error instanceof Unverifiable || error instanceof Blocked) return error;
  return new TransportFault(`it did not end within ${timeout_ms / 1_000} s`);
}
