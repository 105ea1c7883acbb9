import type { FixtureName, HookName, Run } from '#client';
import { ACTOR_NAMES, explainMissingHook, explainSameTeam } from '#client';
import type { Need } from '../check/check.ts';

/** The parts of a run that decide whether a check has what it needs. */
export type NeedsSource = Pick<Run, 'settings' | 'findActor' | 'explainActor' | 'receiver'>;

/** Why a check cannot run, and the configuration key to set, if any: a need is not met, or two of its actors are in the same team. */
export function explainNeeds(run: NeedsSource, needs: readonly Need[]): Problem | undefined {
  const missing = needs.map((need) => explainMissing(run, need)).find((problem) => problem !== undefined);
  if (missing !== undefined) return missing;
  const names = ACTOR_NAMES.filter((name) => needs.includes(name));
  for (const name of names) {
    const other = run.findActor(name)?.same_team_as;
    if (other !== undefined && names.includes(other)) return explainSameTeam(name, other);
  }
  return undefined;
}

type Problem = [reason: string, config_key?: string];

const UNKNOWN_MODE: Problem = [
  'the configuration does not say whether the actors are live, or the target contradicts it',
  'target.mode',
];
const NO_LIVE_ACTORS: Problem = [
  'there are no live actors; name the sandbox ones buyer_sandbox, …, and add live ones with target.mode: live',
  'actors',
];

/** Why a need is not met, and the configuration key that would meet it, if any. */
function explainMissing(run: NeedsSource, need: Need): Problem | undefined {
  const { settings } = run;
  if (need === 'writes') {
    return settings.read_only_reason === undefined
      ? undefined
      : [settings.read_only_reason, settings.read_only_key ?? '--allow-writes'];
  }
  if (need === 'webhooks') {
    const { problem } = run.receiver;
    return problem === undefined ? undefined : [problem, 'target.receiver_url'];
  }
  if (need === 'live') {
    return settings.mode === 'live' ? undefined : settings.mode === 'sandbox' ? NO_LIVE_ACTORS : UNKNOWN_MODE;
  }
  // The prefix identifies the other kinds of needs.
  if (need.startsWith('hook:')) {
    const name = need.slice('hook:'.length) as HookName; // a Need with this prefix ends in the name of a hook
    return explainMissingHook(settings.hooks, name);
  }
  if (need.startsWith('fixture:')) {
    const name = need.slice('fixture:'.length) as FixtureName; // the same for fixtures
    const found = name === 'unit' || name === 'amount_key' ? ', and the run has found none' : '';
    return settings.fixtures[name] === undefined
      ? [`the fixture ${name} is not configured${found}`, `fixtures.${name}`]
      : undefined;
  }
  const actor = ACTOR_NAMES.find((name) => name === need);
  if (actor === undefined) throw new Error(`no such need: ${need}`);
  return run.findActor(actor) === undefined ? run.explainActor(actor) : undefined;
}
