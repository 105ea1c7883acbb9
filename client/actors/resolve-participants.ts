/** Casts a run: who calls with which token, what does what the API cannot, and what is lent. */
import type { Actors } from '../settings/settings.ts';
import { findUnset, resolveActors } from './resolve-actors.ts';
import type { Fault } from '../settings/setup-faults.ts';
import { SetupFault, listActorFaults, listUnsetVariables } from '../settings/setup-faults.ts';
import { makeHooks } from '../config/hooks.ts';
import { readFixtures } from './read-fixtures.ts';
import type { LoadedConfig } from '../config/load.ts';
import { createMockActors } from '../adapters/gristmill/actors.ts';
import { createMockFixtures } from '../adapters/gristmill/fixtures.ts';
import { createMockHooks } from '../adapters/gristmill/hooks.ts';
import type { MockAt } from '../adapters/gristmill/target.ts';
import type { ActorName, Config } from '../settings/schema.ts';
import type { ActorSettings, Settings } from '../settings/settings.ts';
import { readTargetUrl } from '../settings/target-url.ts';

/** The callers, hooks and fixtures of a run. */
export type Participants = Pick<Settings, 'actors' | 'actor_problems' | 'hooks' | 'fixtures' | 'faults'> & {
  oddities: readonly string[];
};

export interface ParticipantOptions extends LoadedConfig {
  base_url: string;
  auth_url: string | undefined;
  mock: MockAt | undefined;
  env: NodeJS.ProcessEnv;
  /** Actors that were configured and are left out. */
  without: readonly ActorName[];
  on_fault: 'throw' | 'keep';
}

/**
 * On the mock what is built in fills the gaps; a file that is about another target has no say there.
 * @throws SetupFault where the file names what is not there, nothing stands in for it, and that is not to be kept
 */
export async function resolveParticipants(stagehands: ParticipantOptions): Promise<Participants> {
  const { config, dir, base_url, auth_url, mock, env, without } = stagehands;
  if (mock === undefined) return castElsewhere(stagehands);
  const named = config.target?.base_url;
  const is_about_it = named === undefined || readTargetUrl('target.base_url', named) === base_url;
  const { actors: own_actors, hooks: own_hooks, fixtures: own_fixtures }: Config = is_about_it ? config : {};

  const own = await resolveActors(own_actors, { auth_url, env, cwd: dir });
  const built_in = await createMockActors(mock);
  const { actors, problems } = fillGaps(own, built_in);
  const faults = listActorFaults(new Map([...own.problems].filter(([name]) => !actors.has(name))));
  if (faults.length > 0 && stagehands.on_fault === 'throw') throw new SetupFault(base_url, faults);
  return {
    actors,
    actor_problems: addExcluded(problems, without, actors),
    faults,
    hooks: new Map([...createMockHooks(mock), ...makeHooks(own_hooks, { cwd: dir, env })]),
    fixtures: { ...(await createMockFixtures(mock, actors)), ...readFixtures(own_fixtures) },
    oddities: [...own.problems].map(([name, problem]) => `${problem}; the mock's own ${name} stands in`),
  };
}

/** Where nothing is lent, what the file names has to be there. */
async function castElsewhere({
  config,
  dir,
  base_url,
  auth_url,
  env,
  without,
  on_fault,
}: ParticipantOptions): Promise<Participants> {
  const unset = listUnsetVariables(config, env);
  const refuse = (problems: ReadonlyMap<ActorName, string>): readonly Fault[] => {
    const faults = [...listActorFaults(problems), ...unset];
    if (faults.length > 0 && on_fault === 'throw') throw new SetupFault(base_url, faults);
    return faults;
  };
  // Before any token is asked for: that may use up what the next run needs.
  refuse(findUnset(config.actors, env));
  const { actors, problems } = await resolveActors(config.actors, { auth_url, env, cwd: dir });
  return {
    actors,
    actor_problems: addExcluded(problems, without, actors),
    faults: refuse(problems),
    hooks: makeHooks(config.hooks, { cwd: dir, env }),
    fixtures: readFixtures(config.fixtures),
    oddities: [],
  };
}

/** The configuration without these actors. */
export function excludeActors(config: Config, without: readonly ActorName[]): Config {
  const left = Object.entries(config.actors ?? {}).filter(([name]) => !without.some((one) => one === name));
  return config.actors === undefined ? config : { ...config, actors: Object.fromEntries(left) };
}

/** Who looks for the reason finds the flag. */
function addExcluded(
  problems: ReadonlyMap<ActorName, string>,
  without: readonly ActorName[],
  actors: ReadonlyMap<ActorName, ActorSettings>,
): ReadonlyMap<ActorName, string> {
  const left_out = without.filter((name) => !actors.has(name));
  return new Map([...problems, ...left_out.map((name) => [name, `the actor ${name} was left out with --without`] as const)]);
}

/** An actor who is configured and has got no token is played by the built-in one, and no problem. */
function fillGaps(own: Actors, built_in: Actors): Actors {
  const actors = new Map([...built_in.actors, ...own.actors]);
  const problems = [...built_in.problems, ...own.problems].filter(([name]) => !actors.has(name));
  return { actors, problems: new Map(problems) };
}
