/** Lists what will happen without a request: bids and lots expire, congestion clears, deliveries are attempted. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { AgendaItem } from '../../../wire.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { limit } from '../endpoint/query-parameters.ts';

export const AGENDA = [
  controlOperation('get', '/agenda', {
    summary: 'List what falls due next by the clock of the world, soonest first',
    description: 'The id of a delivery is that of its subscription.',
    query: z.strictObject({ limit }),
    act: async ({ world, query }) => {
      const { rows } = await sql<AgendaItem>`
        select * from (
          select expires_at as at, 'bid_expires' as kind, id, null as event_id, null as event, cast(null as integer) as attempt
            from bids where status = 'pending'
          union all select expires_at, 'lot_expires', id, null, null, null
            from lots where status = 'listed' and expires_at is not null
          union all select clears_at, 'congestion_clears', cast(location_id as text), null, null, null
            from congestions where clears_at is not null
          union all select due_at, 'delivery', subscription_id, event_id, type, attempt
            from queue join events on events.id = queue.event_id
        ) as dues order by at, id limit ${query.limit}`.execute(world.store.reader);
      return { items: rows };
    },
  }),
];
