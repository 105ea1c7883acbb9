/** Resolves the participants of a run: actors, hooks, and fixtures. */
import type { Actors, ActorSettings, Settings } from '../settings/settings.ts';
import { findUnset, resolveActors } from './resolve-actors.ts';
import { SetupFault, listActorFaults, listUnsetVariables, type Fault } from '../settings/setup-faults.ts';
import { makeHooks } from '../config/hooks.ts';
import { readFixtures } from './read-fixtures.ts';
import type { LoadedConfig } from '../config/load.ts';
import { createMockActors } from '../adapters/gristmill/actors.ts';
import { createMockFixtures } from '../adapters/gristmill/fixtures.ts';
import { createMockHooks } from '../adapters/gristmill/hooks.ts';
import type { MockAt } from '../adapters/gristmill/target.ts';
import type { ActorName, Config } from '../settings/schema.ts';

type Participants = Pick<Settings, 'actors' | 'actor_problems' | 'excluded' | 'hooks' | 'fixtures' | 'faults'> & {
  actor_notices: Settings['actor_notices'];
};

interface ParticipantOptions extends LoadedConfig {
  base_url: string;
  auth_url: string | undefined;
  mock: MockAt | undefined;
  env: NodeJS.ProcessEnv;
  /** Configured actors to exclude (`--without`). */
  without: readonly ActorName[];
  on_fault: 'throw' | 'keep';
}

/**
 * On the mock, built-in participants fill the gaps.
 * @throws SetupFault if the file names something that does not exist, there is no built-in replacement, and `on_fault` is `throw`
 */
export async function resolveParticipants(options: ParticipantOptions): Promise<Participants> {
  const { config, dir, base_url, auth_url, mock, env, without } = options;
  if (mock === undefined) return resolveElsewhere(options);
  const own = await resolveActors(config.actors, { auth_url, env, cwd: dir });
  const mode = config.target?.mode;
  const built_in = await createMockActors(mock, mode);
  const { actors, problems } = fillGaps(own, built_in);
  const faults = listActorFaults(new Map([...own.problems].filter(([name]) => !actors.has(name))));
  if (faults.length > 0 && options.on_fault === 'throw') throw new SetupFault(base_url, faults);
  return {
    actors,
    actor_problems: problems,
    excluded: findExcluded(without, actors),
    faults,
    hooks: new Map([...createMockHooks(mock, mode), ...makeHooks(config.hooks, { cwd: dir, env })]),
    fixtures: { ...(await createMockFixtures(mock, actors)), ...readFixtures(config.fixtures) },
    actor_notices: new Map(
      [...own.problems].map(([name, problem]) => [name, `${problem}; the mock's own ${name} is used instead`]),
    ),
  };
}

/** Resolves the participants of a target other than the mock. */
async function resolveElsewhere(options: ParticipantOptions): Promise<Participants> {
  const { config, dir, base_url, auth_url, env, without, on_fault } = options;
  const unset = listUnsetVariables(config, env);
  const findFaults = (problems: ReadonlyMap<ActorName, string>): readonly Fault[] => {
    const faults = [...listActorFaults(problems), ...unset];
    if (faults.length > 0 && on_fault === 'throw') throw new SetupFault(base_url, faults);
    return faults;
  };
  // Before tokens are requested, which can use up a single-use refresh token.
  findFaults(findUnset(config.actors, env));
  const { actors, problems } = await resolveActors(config.actors, { auth_url, env, cwd: dir });
  return {
    actors,
    actor_problems: problems,
    excluded: findExcluded(without, actors),
    faults: findFaults(problems),
    hooks: makeHooks(config.hooks, { cwd: dir, env }),
    fixtures: readFixtures(config.fixtures),
    actor_notices: new Map(),
  };
}

/** Removes actors from the configuration. */
export function excludeActors(config: Config, without: readonly ActorName[]): Config {
  const left = Object.entries(config.actors ?? {}).filter(([name]) => !without.some((one) => one === name));
  return config.actors === undefined ? config : { ...config, actors: Object.fromEntries(left) };
}

/** The excluded actors that no built-in one replaces. */
function findExcluded(without: readonly ActorName[], actors: ReadonlyMap<ActorName, ActorSettings>): ReadonlySet<ActorName> {
  return new Set(without.filter((name) => !actors.has(name)));
}

/** A built-in actor replaces a configured one that cannot be used. */
function fillGaps(own: Actors, built_in: Actors): Actors {
  const actors = new Map([...built_in.actors, ...own.actors]);
  const problems = [...built_in.problems, ...own.problems].filter(([name]) => !actors.has(name));
  return { actors, problems: new Map(problems) };
}
