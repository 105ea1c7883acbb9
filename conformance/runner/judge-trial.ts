import { elapsedMs, timeLimit } from '../clock.ts';
import type { Evidence, CheckResult, CheckVerdict } from '../judge/verdicts.ts';
import { Blocked, Breach, TransportFault, Unverifiable } from '../judge/findings.ts';
import type { Exchange } from '../target/exchange.ts';
import type { Docket } from './evidence.ts';
import { describeEvidence, fingerprintOf } from './evidence.ts';

/** What is judged, and by which clause: a check of a deployment, or a drill of a receiver. */
export type Charge = Pick<CheckResult, 'id' | 'title'> & { readonly clause: CheckResult['clauses'][number] };

/** What a charge has seen and said while it was carried out. */
export interface Proceedings {
  readonly exchanges: readonly Exchange[];
  readonly warnings: readonly Breach[];
  readonly observations: readonly string[];
  /** Takes back what need not stay. */
  end: () => Promise<void>;
}

export interface Hearing<Trial extends Proceedings> {
  timeout_ms: number;
  /** Ends all that is under way. */
  stop: AbortSignal;
  open: (signal: AbortSignal) => Trial;
  carryOut: (trial: Trial) => Promise<void>;
}

/** What becomes of a charge that is not carried out. */
export function passOver({ id, title, clause }: Charge, reason: string, config_key?: string): CheckResult {
  const key = config_key === undefined ? {} : { config_key };
  return { id, title, clauses: [clause], verdict: 'skip', reason, ...key, duration_ms: 0, requests: 0 };
}

/** Carries one charge out and says what it came to. Never throws. */
export async function judgeTrial<Trial extends Proceedings>(
  docket: Docket,
  charge: Charge,
  { timeout_ms, stop, open, carryOut }: Hearing<Trial>,
): Promise<CheckResult> {
  const began = elapsedMs();
  const signal = timeLimit(timeout_ms, [stop]);
  const trial = open(signal);
  let thrown: unknown;
  try {
    await carryOut(trial);
  } catch (error) {
    thrown = signal.aborted && !(error instanceof Breach) ? explainAbort(stop, timeout_ms, error) : error;
  }
  await trial.end().catch(() => undefined);
  return {
    id: charge.id,
    title: charge.title,
    clauses: [charge.clause],
    ...conclude(docket, charge, trial, thrown),
    ...(trial.observations.length === 0 ? {} : { observations: trial.observations }),
    duration_ms: elapsedMs() - began,
    requests: trial.exchanges.length,
  };
}

type Outcome = Pick<CheckResult, 'verdict' | 'reason' | 'config_key' | 'blocked_by' | 'evidence' | 'fingerprint'>;

function conclude(docket: Docket, charge: Charge, trial: Proceedings, thrown: unknown): Outcome {
  const breaches = [...trial.warnings, ...(thrown instanceof Breach ? [thrown] : [])];
  const judged = breaches.map((breach) => describeEvidence(docket, charge, trial.exchanges, breach));
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
    const cause = docket.redactor.redact(thrown.message);
    const last = describeEvidence(docket, charge, trial.exchanges, new Breach({ message: cause, exchange: thrown.exchange }));
    return { verdict: 'blocked', reason: cause, blocked_by: cause, evidence: [{ ...last, severity: 'info' }] };
  }
  if (thrown !== undefined && !(thrown instanceof Breach)) return explainError(docket, thrown);
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

function explainError({ redactor }: Docket, thrown: unknown): Outcome {
  if (thrown instanceof TransportFault) return { verdict: 'error', reason: redactor.redact(thrown.message) };
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return { verdict: 'error', reason: `a fault of Gristmill, not of the target: ${redactor.redact(text)}` };
}

function explainAbort(stop: AbortSignal, timeout_ms: number, error: unknown): unknown {
  if (stop.aborted) return new Unverifiable('the run was interrupted');
  if (error instanceof Unverifiable || error instanceof Blocked) return error;
  return new TransportFault(`the check did not end within ${timeout_ms / 1_000} s`);
}
