/**
 * EVT-12, EVT-15: congestion at a delivery location. An episode starts when the number of waiting trucks reaches the threshold, and ends
 * after ten minutes below it.
 */
import { later } from '../../ports/clock.ts';
import type { EventDraft } from '../../market/rules/events.ts';
import type { Row, Tx } from '../../market/records/tables.ts';
import { deleteRows } from '../../market/store/delete-rows.ts';
import type { WorldPorts } from '../ports.ts';
import { emit } from './outbox.ts';

/** How long a location must stay below its threshold. */
export const CLEARING_SECONDS = 600;

/** A current episode. `clears_at` is null while the location is at or above its threshold. */
export type Episode = Pick<Row<'congestions'>, 'started_at' | 'clears_at'>;

export type CongestionStep =
  | { kind: 'none' }
  /** The only step that emits an event. */
  | { kind: 'start'; episode: Episode }
  | { kind: 'change'; episode: Episode };

/** What a new number of waiting trucks changes. Assumes that past episodes were cleared. */
export function nextCongestionStep(
  episode: Episode | undefined,
  trucks_waiting: number,
  threshold: number,
  now: string,
): CongestionStep {
  const is_congested = trucks_waiting >= threshold;
  if (episode === undefined)
    return is_congested ? { kind: 'start', episode: { started_at: now, clears_at: null } } : { kind: 'none' };
  if (is_congested)
    return episode.clears_at === null ? { kind: 'none' } : { kind: 'change', episode: { ...episode, clears_at: null } };
  // Already clearing: the end time stays.
  return episode.clears_at === null
    ? { kind: 'change', episode: { ...episode, clears_at: later(now, CLEARING_SECONDS) } }
    : { kind: 'none' };
}

/**
 * Sets how many trucks wait at a location.
 * @param location as it stands in the store
 * @returns how many deliveries were queued
 */
export async function setTrucksWaiting(
  world: WorldPorts,
  tx: Tx,
  location: Row<'delivery_locations'>,
  trucks_waiting: number,
  now: string,
): Promise<number> {
  await tx.updateTable('delivery_locations').set({ trucks_waiting }).where('id', '=', location.id).execute();
  const episode = await tx.selectFrom('congestions').selectAll().where('location_id', '=', location.id).executeTakeFirst();
  const step = nextCongestionStep(episode, trucks_waiting, location.congestion_threshold, now);
  if (step.kind === 'none') return 0;

  const { started_at, clears_at } = step.episode;
  await tx
    .insertInto('congestions')
    .values({ location_id: location.id, started_at, clears_at })
    .onConflict((conflict) => conflict.column('location_id').doUpdateSet({ clears_at }))
    .execute();
  if (step.kind === 'change') return 0;
  return emit(world, tx, draftQueueEvent('queue.congestion_started', { ...location, trucks_waiting }, started_at), now);
}

/** Ends the episodes whose ten minutes have passed. */
export async function clearCongestions(world: WorldPorts, tx: Tx, now: string): Promise<number> {
  const over = await tx
    .selectFrom('congestions')
    .innerJoin('delivery_locations', 'delivery_locations.id', 'congestions.location_id')
    .selectAll('delivery_locations')
    .select('started_at')
    .where('clears_at', '<=', now)
    .orderBy('clears_at')
    .orderBy('location_id')
    .execute();
  let queued = 0;
  for (const { started_at, ...location } of over) {
    await deleteRows(tx, 'congestions', { location_id: location.id });
    queued += await emit(world, tx, draftQueueEvent('queue.congestion_cleared', location, started_at), now);
  }
  return queued;
}

/** EVT-31: the team that owns the location is told. A location is the same in both modes, so each mode has an event of its own (SBX-7). */
function draftQueueEvent(type: EventDraft['type'], location: Row<'delivery_locations'>, started_at: string): EventDraft[] {
  const { id, name, trucks_waiting, congestion_threshold, team_id } = location;
  const data = { location_id: id, name, trucks_waiting, threshold: congestion_threshold, started_at };
  return ([1, 0] as const).map((livemode) => ({ type, livemode, subject_id: null, data, team_ids: [team_id] }));
}
