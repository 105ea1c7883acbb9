import { ACTOR_NAMES, type ActorName, type Settings } from '#client';
import type { Check } from '../check/check.ts';
import { CHECKS } from '../checks/index.ts';

/** The actors that these checks need. For all checks, or for none, all actors: an oracle inspects what each of them receives. */
export function listNeededActors(checks: readonly Check[], { mode }: Pick<Settings, 'mode'>): ReadonlySet<ActorName> {
  if (checks.length === 0 || checks.length === CHECKS.length) return new Set(ACTOR_NAMES);
  const needs = new Set<string>(checks.flatMap((check) => check.needs));
  // If the plain actors are sandbox actors, they are also the sandbox twins.
  return new Set(ACTOR_NAMES.filter((name) => needs.has(name) || (mode === 'sandbox' && needs.has(`${name}_sandbox`))));
}
