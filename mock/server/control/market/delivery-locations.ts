import { z } from 'zod';
import { refuse } from '../../../market/rules/refusal.ts';
import type { Reader, Row } from '../../../market/records/tables.ts';
import { setTrucksWaiting } from '../../webhooks/congestion.ts';
import { applyChange } from '../endpoint/apply-change.ts';
import { controlOperation } from '../endpoint/operation.ts';

const TRUCKS_MAX = 10_000;
const INTEGER = /^\d{1,15}$/;

/** CONV-3: undefined if there is no such location. */
async function findLocation(db: Reader, id: string): Promise<Row<'delivery_locations'> | undefined> {
  if (!INTEGER.test(id)) return undefined;
  return db.selectFrom('delivery_locations').selectAll().where('id', '=', Number(id)).executeTakeFirst();
}

/** The queue of a location, with its current congestion, if any (EVT-15). */
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

export const DELIVERY_LOCATIONS = [
  controlOperation('post', '/locations/{id}/queue', {
    summary: 'Set how many trucks wait at a delivery location',
    description:
      'At the threshold or above, the owner team gets queue.congestion_started. After ten minutes below it, the team gets queue.congestion_cleared (EVT-12, EVT-15).',
    body: { schema: z.strictObject({ trucks_waiting: z.int().min(0).max(TRUCKS_MAX) }), required: true },
    changes_market: true,
    act: ({ world, path, body }) =>
      applyChange(world, async (tx, now) => {
        const location = await findLocation(tx, path['id'] ?? '');
        if (location === undefined) return refuse('not_found', { message: 'There is no such delivery location.' });
        const previous_state = await readQueue(tx, location);
        await setTrucksWaiting(world, tx, location, body.trucks_waiting, now);
        return { previous_state, new_state: await readQueue(tx, location) };
      }),
  }),
];
