import type { ControlOperation } from '../endpoint/operation.ts';
import { controlOperation } from '../endpoint/operation.ts';

export const SUBSCRIPTIONS: readonly ControlOperation[] = [
  controlOperation({
    method: 'get',
    path: '/webhooks',
    area: 'journal',
    summary: 'List the webhook subscriptions of all teams, without their secrets',
    act: async ({ world }) => {
      const rows = await world.store.reader
        .selectFrom('subscriptions')
        .select(['id', 'team_id', 'client_id', 'livemode', 'url', 'events', 'is_active', 'created_at'])
        .where('deleted_at', 'is', null)
        .orderBy('created_at')
        .execute();
      const items = rows.map(({ events, is_active, livemode, ...row }) => ({
        ...row,
        // Stored as a JSON array of event types.
        events: JSON.parse(events) as string[],
        is_active: is_active === 1,
        livemode: livemode === 1,
      }));
      return { items, total: items.length };
    },
  }),
];
