import type { ClauseRow } from './clause.ts';

/** WHK: webhook subscriptions. */
export const WHK = [
  {
    id: 'WHK-1',
    level: 'S',
    how: 'B',
    statement: "GET /webhooks: webhooks.read, the team's subscriptions.",
    section: 'Endpoints > Webhooks',
  },
  {
    id: 'WHK-2',
    level: 'S',
    how: 'B',
    statement:
      'POST /webhooks `{url, events}`: webhooks.write, 201 `{ data: { id, url, events, secret } }`; secret begins with whsec_ and appears only here, never again.',
    section: 'Endpoints > Webhooks',
  },
  {
    id: 'WHK-3',
    level: 'S',
    how: 'B',
    statement: 'url or events missing or of the wrong type: 422. (What they mean: WHK-10, WHK-11.)',
    section: 'Endpoints > Webhooks',
  },
  {
    id: 'WHK-4',
    level: 'S',
    how: 'B',
    statement: 'inventory.matched is accepted at subscription time and never emitted.',
    section: 'Events > Event types',
  },
  {
    id: 'WHK-5',
    level: 'S',
    how: 'B',
    statement: "DELETE: webhooks.write, 200 Deleted object `{ data: { deleted boolean, id string } }`; 404 for another team's.",
    section: 'Endpoints > Webhooks',
  },
  {
    id: 'WHK-6',
    level: 'S',
    how: 'B+W+C',
    statement: 'Mode is fixed at creation by the token used.',
    section: 'Resources and their fields > Webhook subscription',
  },
  {
    id: 'WHK-7',
    level: 'S',
    how: 'B',
    statement: 'GET /webhooks/{id}/deliveries: webhooks.read, filter status, limit, offset, newest first; 404.',
    section: 'Endpoints > Webhooks',
  },
  {
    id: 'WHK-8',
    level: 'S',
    how: 'B+W',
    statement:
      'POST /webhooks/{id}/deliveries/{delivery_id}/redeliver of a failed row: webhooks.write, 200 `{ data: { queued boolean, event string, event_id string } }`; the same event to the same endpoint with the original envelope id, a new row, the normal retry schedule.',
    section: 'Endpoints > Webhooks',
  },
  {
    id: 'WHK-9',
    level: 'S',
    how: 'H',
    statement: 'Redelivery to an inactive subscription: 422.',
    section: 'Endpoints > Webhooks',
  },
  {
    id: 'WHK-10',
    level: 'A',
    how: 'B',
    statement:
      'Subscription also has is_active, livemode, created_at. Unknown event type, empty events, a url that is not http(s): 422 naming the field. Duplicated events are folded. No more than 20 subscriptions a team (422).',
    section: 'Resources and their fields > Webhook subscription',
  },
  {
    id: 'WHK-11',
    level: 'A',
    how: 'B',
    statement:
      "In a shared deployment the mock refuses urls that resolve to private, loopback or link-local addresses (422), at creation and again at each delivery; on a developer's machine loopback is allowed.",
    section: 'Endpoints > Webhooks',
  },
  {
    id: 'WHK-12',
    level: 'S',
    how: 'B',
    statement: 'Items of GET /webhooks have id, url, events, and no `secret`.',
    section: 'Resources and their fields > Webhook subscription',
  },
  {
    id: 'WHK-13',
    level: 'D',
    how: 'B+W',
    statement: 'A deleted subscription is gone from the list, its deliveries are 404, and it gets no new event (from WHK-5).',
    section: 'Endpoints > Webhooks',
  },
  {
    id: 'WHK-14',
    level: 'D',
    how: 'B',
    statement:
      'POST /webhooks accepts every type of the event table for a team of its audience (from: subscribe to notifications).',
    section: 'Events > Event types',
  },
  {
    id: 'WHK-15',
    level: 'A',
    how: 'B+W',
    statement: 'Redelivery of a row that is not failed: 422 with code `delivery_not_failed`.',
    section: 'Endpoints > Webhooks',
  },
  {
    id: 'WHK-16',
    level: 'A',
    how: 'B',
    statement: "Every type of the event table is accepted, whatever the team's audience.",
    section: 'Events > Event types',
  },
] as const satisfies readonly ClauseRow[];
