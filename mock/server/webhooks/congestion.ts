/**
 * EVT-12, EVT-15: congestion at a delivery location. An episode starts when the number of waiting trucks reaches the threshold, and ends
 * after ten minutes below it.
 */
import { later } from '../../ports/clock.ts';
import type { EventDraft } from '../../market/rules/events.ts';
import type { Row, Tx } from '../../market/records/tables.ts';
import { deleteRows } from '../../market/store/deletion/delete-rows.ts';
import type { WorldPorts } from '../ports.ts';
import { emit } from './outbox.ts';

/** How long a location must stay below its threshold. */
const CLEARING_SECONDS = 600;

/** A current episode. `clears_at` is null while the location is at or above its threshold. */
export type Episode = Pick<Row<'congestions'>, 'started_at' | 'clears_at'>;

/**
 * Returns the episode after the number of waiting trucks changed. Assumes that `clearCongestions` ended past episodes.
 * @returns the given episode itself if nothing changes
 */
export function nextEpisode(
  episode: Episode | undefined,
  trucks_waiting: number,
  threshold: number,
  now: string,
): Episode | undefined {
  const is_congested = trucks_waiting >= threshold;
  if (episode === undefined) return is_congested ? { started_at: now, clears_at: null } : undefined;
  const is_clearing = episode.clears_at !== null;
  // An episode that is already clearing keeps its end time.
  if (is_congested !== is_clearing) return episode;
  return { ...episode, clears_at: is_congested ? null : later(now, CLEARING_SECONDS) };
}

/**
 * Sets how many trucks wait at a location.
 * @param location its row in the store
 */
export async function setTrucksWaiting(
  world: WorldPorts,
  tx: Tx,
  location: Row<'delivery_locations'>,
  trucks_waiting: number,
  now: string,
): Promise<void> {
  await tx.updateTable('delivery_locations').set({ trucks_waiting }).where('id', '=', location.id).execute();
  const before = await tx.selectFrom('congestions').selectAll().where('location_id', '=', location.id).executeTakeFirst();
  const episode = nextEpisode(before, trucks_waiting, location.congestion_threshold, now);
  if (episode === undefined || episode === before) return;

  const { started_at, clears_at } = episode;
  await tx
    .insertInto('congestions')
    .values({ location_id: location.id, started_at, clears_at })
    .onConflict((conflict) => conflict.column('location_id').doUpdateSet({ clears_at }))
    .execute();
  if (before !== undefined) return;
  await emit(world, tx, draftQueueEvents('queue.congestion_started', { ...location, trucks_waiting }, started_at), now);
}

/** Ends the episodes whose ten minutes have passed. */
export async function clearCongestions(world: WorldPorts, tx: Tx, now: string): Promise<void> {
  const over = await tx
    .selectFrom('congestions')
    .innerJoin('delivery_locations', 'delivery_locations.id', 'congestions.location_id')
    .selectAll('delivery_locations')
    .select('started_at')
    .where('clears_at', '<=', now)
    .orderBy('clears_at')
    .orderBy('location_id')
    .execute();
  for (const { started_at, ...location } of over) {
    await deleteRows(tx, 'congestions', { location_id: location.id });
    await emit(world, tx, draftQueueEvents('queue.congestion_cleared', location, started_at), now);
  }
}

/** EVT-31: the team that owns the location gets the event. A location is the same in both modes, so each mode has its own event (SBX-7). */
function draftQueueEvents(type: EventDraft['type'], location: Row<'delivery_locations'>, started_at: string): EventDraft[] {
  const { id, name, trucks_waiting, congestion_threshold, team_id } = location;
  const data = { location_id: id, name, trucks_waiting, threshold: congestion_threshold, started_at };
  return ([1, 0] as const).map((livemode) => ({ type, livemode, subject_id: null, data, team_ids: [team_id] }));
}
