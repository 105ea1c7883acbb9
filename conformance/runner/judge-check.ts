import { elapsedMs, timeLimit } from '../clock.ts';
import type { Check, Need } from '../check.ts';
import type { FixtureName, HookName } from '../config/schema.ts';
import { ACTOR_NAMES } from '../config/schema.ts';
import type { Evidence, CheckResult, CheckVerdict } from '../judge/verdicts.ts';
import { Blocked, Breach, TransportFault, Unverifiable } from '../judge/findings.ts';
import type { Run } from '../run.ts';
import { Trial } from '../trial.ts';
import { describeEvidence, fingerprintOf } from './evidence.ts';

/** Runs one check and says what it came to. Never throws. */
export async function judgeCheck(run: Run, check: Check, stop: AbortSignal): Promise<CheckResult> {
  const base = { id: check.id, title: check.title, clauses: [check.clause] };
  const missing = check.needs.map((need) => explainMissing(run, need)).find((problem) => problem !== undefined);
  if (missing !== undefined) {
    return { ...base, verdict: 'skip', reason: missing[0], config_key: missing[1], duration_ms: 0, requests: 0 };
  }

  const began = elapsedMs();
  const timeout_ms = check.timeout_ms ?? run.settings.check_timeout_ms;
  const signal = timeLimit(timeout_ms, [stop]);
  const trial = new Trial(run, check, signal);
  let thrown: unknown;
  try {
    await check.run(trial);
  } catch (error) {
    thrown = signal.aborted && !(error instanceof Breach) ? explainAbort(stop, timeout_ms, error) : error;
  }
  await trial.end().catch(() => undefined);
  const outcome = conclude(run, check, trial, thrown);
  return {
    ...base,
    ...outcome,
    ...(trial.observations.length === 0 ? {} : { observations: trial.observations }),
    duration_ms: elapsedMs() - began,
    requests: trial.exchanges.length,
  };
}

type Outcome = Pick<CheckResult, 'verdict' | 'reason' | 'config_key' | 'blocked_by' | 'evidence' | 'fingerprint'>;

function conclude(run: Run, check: Check, trial: Trial, thrown: unknown): Outcome {
  const breaches = [...trial.warnings, ...(thrown instanceof Breach ? [thrown] : [])];
  const judged = breaches.map((breach) => describeEvidence(run, check, trial.exchanges, breach));
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
    const cause = run.redactor.redact(thrown.message);
    const last = describeEvidence(run, check, trial.exchanges, new Breach({ message: cause, exchange: thrown.exchange }));
    return { verdict: 'blocked', reason: cause, blocked_by: cause, evidence: [{ ...last, severity: 'info' }] };
  }
  if (thrown !== undefined && !(thrown instanceof Breach)) return explainError(run, thrown);
  const verdict = worstOf(judged);
  const decisive = judged.find(({ severity }) => severity === verdict) ?? judged[0];
  if (decisive === undefined) return { verdict: 'pass' };
  const said = { reason: decisive.message, ...evidence };
  return verdict === 'pass' ? { verdict, ...said } : { verdict, ...said, fingerprint: fingerprintOf(check.id, decisive) };
}

/** A breach of an assumption is information: the check has passed, and says what it saw. */
function worstOf(judged: readonly Evidence[]): CheckVerdict {
  if (judged.some(({ severity }) => severity === 'fail')) return 'fail';
  return judged.some(({ severity }) => severity === 'warn') ? 'warn' : 'pass';
}

function explainError(run: Run, thrown: unknown): Outcome {
  if (thrown instanceof TransportFault) return { verdict: 'error', reason: run.redactor.redact(thrown.message) };
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return { verdict: 'error', reason: `a fault of Gristmill, not of the target: ${run.redactor.redact(text)}` };
}

function explainAbort(stop: AbortSignal, timeout_ms: number, error: unknown): unknown {
  if (stop.aborted) return new Unverifiable('the run was interrupted');
  if (error instanceof Unverifiable || error instanceof Blocked) return error;
  return new TransportFault(`the check did not end within ${timeout_ms / 1_000} s`);
}

/** Why a need is not met, and the key of the configuration that would meet it. */
export function explainMissing(run: Run, need: Need): [reason: string, config_key: string] | undefined {
  const { settings } = run;
  if (need === 'writes') {
    if (settings.read_only_reason === undefined) return undefined;
    return [settings.read_only_reason, settings.read_only_reason.includes('--read-only') ? 'no --read-only' : '--allow-writes'];
  }
  if (need === 'webhooks') {
    return run.has_receiver ? undefined : ['the target cannot reach a receiver on this machine', 'target.receiver_url'];
  }
  if (need === 'live') {
    return settings.mode === 'live' ? undefined : ['it takes live tokens, and it is not said that these are', 'target.mode'];
  }
  // The rest are told apart by what they begin with.
  if (need.startsWith('hook:')) {
    const name = need.slice('hook:'.length) as HookName; // a Need that begins so ends in the name of a hook
    return settings.hooks.has(name) ? undefined : [`it takes the operator's hook ${name}`, `hooks.${name}`];
  }
  if (need.startsWith('fixture:')) {
    const name = need.slice('fixture:'.length) as FixtureName; // likewise
    return settings.fixtures[name] === undefined ? [`it takes the fixture ${name}`, `fixtures.${name}`] : undefined;
  }
  const actor = ACTOR_NAMES.find((name) => name === need);
  if (actor === undefined) throw new Error(`no such need: ${need}`);
  return run.findActor(actor) === undefined ? run.explainActor(actor) : undefined;
}
