import type { ClauseTable } from './clause.ts';

/** WHK: webhook subscriptions. */
export const WHK = {
  'Endpoints > Webhooks': [
    "WHK-1 | S | B | GET /webhooks requires webhooks.read and returns the team's subscriptions.",
    'WHK-2 | S | B | POST /webhooks takes `{url, events}`, requires webhooks.write, and returns 201 `{ data: { id, url, events, secret } }`; secret begins with whsec_ and appears only here, never again.',
    'WHK-3 | S | B | If url or events is missing or of the wrong type, the request returns 422. (For semantic validation, see WHK-10 and WHK-11.)',
    "WHK-5 | S | B | DELETE requires webhooks.write and returns 200 with the Deleted object `{ data: { deleted boolean, id string } }`, or 404 for another team's subscription.",
    'WHK-7 | S | B | GET /webhooks/{id}/deliveries requires webhooks.read, takes status, limit, and offset, and returns records newest first, or 404.',
    'WHK-8 | S | B+W | POST /webhooks/{id}/deliveries/{delivery_id}/redeliver of a failed row requires webhooks.write and returns 200 `{ data: { queued boolean, event string, event_id string } }`; it queues the same event to the same endpoint with the original envelope id, in a new row, on the normal retry schedule.',
    'WHK-9 | S | H | Redelivery to an inactive subscription returns 422.',
    "WHK-11 | A | B | In a shared deployment, the mock rejects urls that resolve to private, loopback, or link-local addresses (422), at creation and again at each delivery; on a developer's machine, loopback is allowed.",
    'WHK-13 | D | B+W | A deleted subscription is no longer in the list, its deliveries return 404, and it receives no new event (from WHK-5).',
    'WHK-15 | A | B+W | Redelivery of a row that is not failed returns 422 with code `delivery_not_failed`.',
  ],
  'Events > Event types': [
    'WHK-4 | S | B | inventory.matched is accepted at subscription time and never emitted.',
    'WHK-14 | D | B | POST /webhooks accepts every type in the event table for a team of its audience (from: subscribe to notifications).',
    "WHK-16 | A | B | Every type in the event table is accepted, regardless of the team's audience.",
  ],
  'Resources and their fields > Webhook subscription': [
    "WHK-6 | S | B+W+C | A subscription's mode is fixed at creation by the token used.",
    'WHK-10 | A | B | A subscription also has is_active, livemode, and created_at. An unknown event type, empty events, or a url that is not http(s) returns 422 naming the field. Duplicate entries in events are merged. A team can have at most 20 subscriptions (422).',
    'WHK-12 | S | B | Items of GET /webhooks have id, url, and events, but no `secret`.',
  ],
} as const satisfies ClauseTable;
