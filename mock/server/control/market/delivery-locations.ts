import { z } from 'zod';
import { refuse } from '../../../market/rules/refusal.ts';
import type { Reader, Row } from '../../../market/records/tables.ts';
import { setTrucksWaiting } from '../../webhooks/congestion.ts';
import { move } from '../endpoint/move.ts';
import type { ControlOperation } from '../endpoint/operation.ts';
import { controlOperation } from '../endpoint/operation.ts';

const TRUCKS_MAX = 10_000;
const INTEGER = /^\d{1,15}$/;

/** Undefined where it is no id of a location, or of none there is (CONV-3). */
export async function findLocation(db: Reader, id: string): Promise<Row<'delivery_locations'> | undefined> {
  if (!INTEGER.test(id)) return undefined;
  return db.selectFrom('delivery_locations').selectAll().where('id', '=', Number(id)).executeTakeFirst();
}

/** How a location stands: an episode of congestion has begun, and may be about to clear (EVT-15). */
async function readQueue(db: Reader, { id, name }: Row<'delivery_locations'>): Promise<object> {
  const { trucks_waiting, congestion_threshold } = await db
    .selectFrom('delivery_locations')
    .select(['trucks_waiting', 'congestion_threshold'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const episode = await db
    .selectFrom('congestions')
    .select(['started_at', 'clears_at'])
    .where('location_id', '=', id)
    .executeTakeFirst();
  return { location_id: id, name, trucks_waiting, threshold: congestion_threshold, congestion: episode ?? null };
}

export const DELIVERY_LOCATIONS: readonly ControlOperation[] = [
  controlOperation({
    method: 'post',
    path: '/locations/{id}/queue',
    area: 'delivery-locations',
    summary: 'Set how many trucks wait at a delivery location',
    description:
      'At its threshold or above, queue.congestion_started goes to the team that owns it; queue.congestion_cleared once it has stayed below for ten minutes of the clock (EVT-12, EVT-15).',
    body: { schema: z.strictObject({ trucks_waiting: z.int().min(0).max(TRUCKS_MAX) }), required: true },
    is_movement: true,
    act: ({ world, path, body }) =>
      move(world, async (tx, now) => {
        const location = await findLocation(tx, path['id'] ?? '');
        if (location === undefined) return refuse('not_found', { message: 'There is no such delivery location.' });
        const previous_state = await readQueue(tx, location);
        await setTrucksWaiting(world, tx, location, body.trucks_waiting, now);
        return { previous_state, new_state: await readQueue(tx, location) };
      }),
  }),
];
