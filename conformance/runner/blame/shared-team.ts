/** Whether two actors of a check turn out to be in one team. Until one of them has placed a bid, tokens that cannot read teams do not show it. */
import { ACTOR_NAMES, Unverifiable, explainSameTeam, readItems, type ActorName } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** Makes a failed check unverifiable if two of its actors read the same bids, and the team of one is unknown. A privacy breach stands. */
export async function findSharedTeam(t: CheckContext): Promise<Unverifiable | undefined> {
  const isUnknown = (name: ActorName): boolean => t.run.findActor(name)?.team_id === undefined;
  const names = ACTOR_NAMES.filter((name) => t.check.needs.includes(name));
  if (!names.some(isUnknown) || t.check.clause.startsWith('PRIV-')) return undefined;
  const readers = new Map<unknown, ActorName>();
  for (const name of names) {
    for (const { id } of readItems(await t.actor(name).get('/bids', { limit: 50 }))) {
      const other = typeof id === 'string' ? readers.get(id) : undefined;
      if (other !== undefined && other !== name && (isUnknown(name) || isUnknown(other)))
        return new Unverifiable(...explainSameTeam(other, name));
      readers.set(id, name);
    }
  }
  return undefined;
}
