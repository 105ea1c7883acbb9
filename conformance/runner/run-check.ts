import { evidenceContextOf } from '../check/evidence.ts';
import type { Check, Need } from '../check/check.ts';
import type { FixtureName, HookName, Run } from '#client';
import { ACTOR_NAMES, Breach, noneIfFinding } from '#client';
import type { CheckResult } from '../check/verdicts.ts';
import { CheckContext } from '../check/check-context.ts';
import { findBrokenFoundation } from './blame.ts';
import { evaluate, skipCheck } from '../check/evaluate.ts';

/** Runs one check and says what it came to. Never throws. */
export async function runCheck(run: Run, check: Check, stop: AbortSignal): Promise<CheckResult> {
  const missing = check.needs.map((need) => explainMissing(run, need)).find((problem) => problem !== undefined);
  if (missing !== undefined) return skipCheck(check, ...missing);
  return evaluate(evidenceContextOf(run), check, {
    timeout_ms: check.timeout_ms ?? run.settings.check_timeout_ms,
    stop,
    open: (signal) => new CheckContext(run, check, signal),
    carryOut,
  });
}

/** @throws Blocked where a breach comes of what the check has built on */
async function carryOut(context: CheckContext): Promise<void> {
  try {
    await context.check.run(context);
    context.ensureAllSeen();
  } catch (error) {
    if (!(error instanceof Breach)) throw error;
    const seen = context.exchanges.length;
    const blocked = await findBrokenFoundation(context, error).catch((thrown: unknown) => noneIfFinding(thrown, context.signal));
    // What led to the breach ends with it.
    context.exchanges.splice(seen);
    throw blocked ?? error;
  }
}

/** What tells whether a check has what it needs. */
export type Means = Pick<Run, 'settings' | 'findActor' | 'explainActor' | 'has_receiver'>;

/** Why a need is not met, and the key of the configuration that would meet it. */
export function explainMissing(run: Means, need: Need): [reason: string, config_key: string] | undefined {
  const { settings } = run;
  if (need === 'writes') {
    return settings.read_only_reason === undefined
      ? undefined
      : [settings.read_only_reason, settings.read_only_key ?? '--allow-writes'];
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
