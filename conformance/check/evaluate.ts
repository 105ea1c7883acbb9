import type { Exchange } from '#client';
import { Blocked, Breach, TransportFault, Unverifiable, elapsedMs, timeLimit } from '#client';
import type { Evidence, CheckResult, CheckVerdict } from './verdicts.ts';
import { tellOwnFault } from '../expectations/own-fault.ts';
import type { EvidenceContext } from './evidence.ts';
import { describeEvidence, fingerprintOf } from './evidence.ts';
import { explainEnd } from './explain-end.ts';

/** What is judged, and by which clause: a check of a deployment, or a drill of a receiver. */
export type CheckRef = Pick<CheckResult, 'id' | 'title'> & { readonly clause: CheckResult['clauses'][number] };

/** What a charge has seen and said while it was carried out. */
export interface Proceedings {
  readonly exchanges: readonly Exchange[];
  readonly warnings: readonly Breach[];
  readonly observations: readonly string[];
  /** Takes back what need not stay. */
  end: () => Promise<void>;
}

export interface CheckRun<CheckContext extends Proceedings> {
  timeout_ms: number;
  /** Ends all that is under way. */
  stop: AbortSignal;
  open: (signal: AbortSignal) => CheckContext;
  carryOut: (context: CheckContext) => Promise<void>;
}

/** What becomes of a charge that is not carried out. */
export function skipCheck({ id, title, clause }: CheckRef, reason: string, config_key?: string): CheckResult {
  const key = config_key === undefined ? {} : { config_key };
  return { id, title, clauses: [clause], verdict: 'skip', reason, ...key, duration_ms: 0, requests: 0 };
}

/** Carries one charge out and says what it came to. Never throws. */
export async function evaluate<CheckContext extends Proceedings>(
  evidence_context: EvidenceContext,
  charge: CheckRef,
  { timeout_ms, stop, open, carryOut }: CheckRun<CheckContext>,
): Promise<CheckResult> {
  const began = elapsedMs();
  const signal = timeLimit(timeout_ms, [stop]);
  const context = open(signal);
  let thrown: unknown;
  try {
    await carryOut(context);
  } catch (error) {
    thrown = signal.aborted && !(error instanceof Breach) ? explainAbort(stop, timeout_ms, error) : unlessLate(error);
  }
  await context.end().catch(() => undefined);
  return {
    id: charge.id,
    title: charge.title,
    clauses: [charge.clause],
    ...concludeSafely(evidence_context, charge, context, thrown),
    ...(context.observations.length === 0 ? {} : { observations: context.observations }),
    duration_ms: elapsedMs() - began,
    requests: context.exchanges.length,
  };
}

type Outcome = Pick<CheckResult, 'verdict' | 'reason' | 'config_key' | 'blocked_by' | 'evidence' | 'fingerprint'>;

/** What cannot be described is a fault of ours, and the run goes on. */
function concludeSafely(evidence_context: EvidenceContext, charge: CheckRef, context: Proceedings, thrown: unknown): Outcome {
  try {
    return conclude(evidence_context, charge, context, thrown);
  } catch (error) {
    return explainError(evidence_context, error);
  }
}

function conclude(evidence_context: EvidenceContext, charge: CheckRef, context: Proceedings, thrown: unknown): Outcome {
  const breaches = [...context.warnings, ...(thrown instanceof Breach ? [thrown] : [])];
  const judged = breaches.map((breach) => describeEvidence(evidence_context, charge, context.exchanges, breach));
  const evidence = judged.length === 0 ? {} : { evidence: judged };
  if (thrown instanceof Unverifiable) {
    return {
      verdict: 'skip',
      reason: thrown.message,
      ...(thrown.config_key === undefined ? {} : { config_key: thrown.config_key }),
      ...evidence,
    };
  }
  if (thrown instanceof Blocked) {
    const cause = evidence_context.redactor.redact(thrown.message);
    const last = describeEvidence(
      evidence_context,
      charge,
      context.exchanges,
      new Breach({ message: cause, exchange: thrown.exchange }),
    );
    return { verdict: 'blocked', reason: cause, blocked_by: cause, evidence: [{ ...last, severity: 'info' }] };
  }
  if (thrown !== undefined && !(thrown instanceof Breach)) return explainError(evidence_context, thrown);
  const verdict = worstOf(judged);
  const decisive = judged.find(({ severity }) => severity === verdict) ?? judged[0];
  if (decisive === undefined) return { verdict: 'pass' };
  const said = { reason: decisive.message, ...evidence };
  return verdict === 'pass' ? { verdict, ...said } : { verdict, ...said, fingerprint: fingerprintOf(charge.id, decisive) };
}

/** A breach of an assumption is information: the check has passed, and says what it saw. */
function worstOf(judged: readonly Evidence[]): CheckVerdict {
  if (judged.some(({ severity }) => severity === 'fail')) return 'fail';
  return judged.some(({ severity }) => severity === 'warn') ? 'warn' : 'pass';
}

function explainError({ redactor }: EvidenceContext, thrown: unknown): Outcome {
  if (thrown instanceof TransportFault) return { verdict: 'error', reason: redactor.redact(thrown.message) };
  return { verdict: 'error', reason: redactor.redact(tellOwnFault(thrown)) };
}

/** What several checks wait for ends with the time of the first of them. */
function unlessLate(error: unknown): unknown {
  const is_late = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  return is_late ? new Blocked('what this check shares with another did not end in time') : error;
}

function explainAbort(stop: AbortSignal, timeout_ms: number, error: unknown): unknown {
  if (stop.aborted) return new Unverifiable(...explainEnd(stop));
  if (error instanceof Unverifiable || error instanceof Blocked) return error;
  return new TransportFault(`the check did not end within ${timeout_ms / 1_000} s`);
}
