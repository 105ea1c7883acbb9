import type { ActorName } from '../settings/schema.ts';
import type { ActorSettings, Settings } from '../settings/settings.ts';
import { findUnsuitable } from './find-unsuitable.ts';
import { identifyActors } from './identify-actors.ts';
import { openReader } from './reader.ts';

type Target = Pick<
  Settings,
  | 'actors'
  | 'actor_problems'
  | 'mode'
  | 'base_url'
  | 'auth_url'
  | 'read_only_reason'
  | 'max_in_flight'
  | 'requests_per_second'
  | 'request_timeout_ms'
>;

type Learned = Pick<Settings, 'actors' | 'actor_problems' | 'identities' | 'mode'>;

/** Learns who the actors are, unless all are built in for our own mock and known. */
export async function learnActors(target: Target): Promise<Learned> {
  const { actors, actor_problems, mode } = target;
  const is_known = [...actors.values()].every(({ is_built_in }) => is_built_in === true);
  return is_known ? { actors, actor_problems, identities: undefined, mode } : examineTokens(target);
}

/**
 * Asks the target about each token, and leaves out the actors that a run cannot use.
 * @returns the actors with what was learned, and by actor why it was left out
 */
export async function examineTokens(target: Target): Promise<Learned> {
  const { actors, actor_problems, mode } = target;
  const identities = await identifyActors(target, openReader(target));
  const { problems, shared, mode: seen_mode } = findUnsuitable({ actors, mode }, identities);
  const usable = [...actors].filter(([name]) => !problems.has(name));
  const learned = usable.map(([name, actor]): [ActorName, ActorSettings] => {
    const { team_id, user_id, lacks = [] } = identities.get(name) ?? actor;
    const same_team_as = shared.get(name);
    const was_accepted = identities.get(name)?.is_valid === true ? { was_accepted: true as const } : {};
    const more = {
      ...was_accepted,
      ...(lacks.length === 0 ? {} : { lacks }),
      ...(same_team_as === undefined ? {} : { same_team_as }),
    };
    return [name, { ...actor, team_id, user_id, ...more }];
  });
  const named = [...problems].map(([name, problem]) => [name, `actors.${name}: ${problem}`] as const);
  return { actors: new Map(learned), actor_problems: new Map([...actor_problems, ...named]), identities, mode: seen_mode };
}
