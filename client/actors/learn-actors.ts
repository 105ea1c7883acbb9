import type { ActorName } from '../settings/schema.ts';
import type { ActorSettings, Settings } from '../settings/settings.ts';
import { findUnsuitable } from './find-unsuitable.ts';
import { identifyActors } from './identify-actors.ts';
import { openReader } from './reader.ts';

type Target = Pick<
  Settings,
  'actors' | 'actor_problems' | 'mode' | 'base_url' | 'auth_url' | 'read_only_reason' | 'max_in_flight' | 'requests_per_second' | 'request_timeout_ms'
>;

/**
 * Learns who the actors of a run are, and leaves out those that it cannot use. The actors that are built in for our own mock are known.
 * @returns the actors with what was learned, and by actor why it was left out
 */
export async function learnActors(target: Target): Promise<Pick<Settings, 'actors' | 'actor_problems' | 'identities' | 'mode'>> {
  const { actors, actor_problems, mode } = target;
  if ([...actors.values()].every(({ is_built_in }) => is_built_in === true)) return { actors, actor_problems, identities: undefined, mode };
  const identities = await identifyActors(target, openReader(target));
  const unsuitable = findUnsuitable({ actors, mode }, identities);
  const learned = [...actors].flatMap(([name, actor]): [ActorName, ActorSettings][] => {
    if (unsuitable.problems.has(name)) return [];
    const { team_id, user_id, lacks } = identities.get(name) ?? actor;
    const same_team_as = unsuitable.shared.get(name);
    return [[name, { ...actor, team_id, user_id, ...(lacks === undefined ? {} : { lacks }), ...(same_team_as === undefined ? {} : { same_team_as }) }]];
  });
  const problems = [...unsuitable.problems].map(([name, problem]) => [name, `actors.${name}: ${problem}`] as const);
  return { actors: new Map(learned), actor_problems: new Map([...actor_problems, ...problems]), identities, mode: unsuitable.mode };
}
