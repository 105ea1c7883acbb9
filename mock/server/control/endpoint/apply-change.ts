import { type Refusal, isRefusal } from '../../../market/rules/refusal.ts';
import type { MarketChange } from '../../../driver/wire.ts';
import type { Reader, Tx } from '../../../market/records/tables.ts';
import { lastSeq } from '../../webhooks/history.ts';
import type { World } from '../../world/world.ts';

/** What a change of the marketplace caused. */
type Consequences = Pick<MarketChange, 'events_emitted' | 'deliveries_queued'>;
type Moved = Pick<MarketChange, 'previous_state' | 'new_state'>;

/** The limit on `events_emitted`. GET /events has all of them. */
const EVENTS_LISTED_MAX = 1_000;

/** The consequences of a change that causes no events. */
export const NO_CONSEQUENCES: Consequences = { events_emitted: [], deliveries_queued: 0 };

/** Makes one change of the marketplace in one transaction, and returns what it caused. A change that returns a refusal must not have written anything. */
export async function applyChange<Change extends Moved>(
  world: World,
  change: (tx: Tx, now: string) => Promise<Change | Refusal>,
): Promise<(Change & Consequences) | Refusal> {
  return world.write(async (tx, now) => {
    const since_seq = await lastSeq(tx, 'events');
    const moved = await change(tx, now);
    return isRefusal(moved) ? moved : { ...moved, ...(await consequencesSince(tx, since_seq)) };
  });
}

/** Reads the events after `since_seq`, and counts their deliveries, queued or attempted. */
export async function consequencesSince(db: Reader, since_seq: number): Promise<Consequences> {
  const events_emitted = await db
    .selectFrom('events')
    .select(['id', 'type'])
    .where('seq', '>', since_seq)
    .orderBy('seq')
    .limit(EVENTS_LISTED_MAX)
    .execute();
  if (events_emitted.length === 0) return NO_CONSEQUENCES;

  // A subquery, because SQLite reads every delivery of the world for a join.
  const events = db.selectFrom('events').select('id').where('seq', '>', since_seq);
  const pairsIn = (table: 'queue' | 'deliveries') =>
    db.selectFrom(table).select(['subscription_id', 'event_id']).where('event_id', 'in', events);
  const { total } = await db
    .selectFrom(pairsIn('queue').union(pairsIn('deliveries')).as('pairs'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { events_emitted, deliveries_queued: total };
}
