import type { Refusal } from '../../../market/rules/refusal.ts';
import { isRefusal } from '../../../market/rules/refusal.ts';
import type { Reader, Tx } from '../../../market/records/tables.ts';
import type { World } from '../../world/world.ts';

/** What a change of the marketplace caused. */
export interface Consequences {
  events_emitted: { id: string; type: string }[];
  deliveries_queued: number;
}

export interface Moved {
  previous_state: unknown;
  new_state: unknown;
}

/** The limit on listed events. GET /events has all of them. */
const EVENTS_TOLD_MAX = 1_000;

/** For a change that causes no events. */
export const NO_CONSEQUENCES: Consequences = { events_emitted: [], deliveries_queued: 0 };

/** Makes one change of the marketplace in one transaction, and returns what it caused. A change that is refused must not have written. */
export async function move<Change extends Moved>(
  world: World,
  change: (tx: Tx, now: string) => Promise<Change | Refusal>,
): Promise<(Change & Consequences) | Refusal> {
  return world.write(async (tx, now) => {
    const since_seq = await lastEvent(tx);
    const moved = await change(tx, now);
    return isRefusal(moved) ? moved : { ...moved, ...(await consequencesSince(tx, since_seq)) };
  });
}

/** The number of the last event. 0 if there is none. */
export async function lastEvent(db: Reader): Promise<number> {
  const row = await db.selectFrom('events').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row?.seq ?? 0;
}

/** The events after `since_seq`, and their number of deliveries, queued or attempted. */
export async function consequencesSince(db: Reader, since_seq: number): Promise<Consequences> {
  const events_emitted = await db
    .selectFrom('events')
    .select(['id', 'type'])
    .where('seq', '>', since_seq)
    .orderBy('seq')
    .limit(EVENTS_TOLD_MAX)
    .execute();
  if (events_emitted.length === 0) return NO_CONSEQUENCES;

  // Not a join, for which SQLite reads every delivery of the world.
  const events = db.selectFrom('events').select('id').where('seq', '>', since_seq);
  const pairsIn = (table: 'queue' | 'deliveries') =>
    db.selectFrom(table).select(['subscription_id', 'event_id']).where('event_id', 'in', events);
  const { total } = await db
    .selectFrom(pairsIn('queue').union(pairsIn('deliveries')).as('pairs'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { events_emitted, deliveries_queued: total };
}
