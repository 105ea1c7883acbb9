import type { ClauseTable } from './clause.ts';

/** SBX: sandbox. */
export const SBX = {
  'Endpoints > Sandbox': [
    'SBX-1 | S | B+C | POST /sandbox/simulate-event requires a sandbox token; live tokens are rejected.',
    'SBX-2 | S | B | `event` is required and is currently only bid.received: a missing or nonsensical value is rejected. (Another type in the document may be accepted in the future.)',
    "SBX-3 | S | B+C | `inventory_id` is one of the caller's sandbox listings and defaults to the most recently created; drafts are valid.",
    "SBX-4 | S | B+C | `price` defaults to the listing's target price, or 250.00; `quantity` is clamped to the listing's quantity and defaults to the full quantity. (Not checked on an ungraded listing.)",
    'SBX-5 | S | B+C | The response is `{ data: { event, simulated boolean, bid_id, bid_reference, inventory_id, buyer {id, email}, webhook_deliveries_queued integer, warning string or null } }`, with any 2xx.',
    'SBX-6 | S | B+C | simulate-event creates a real pending bid from a reusable simulator buyer; the bid can be fetched (GET /bids/{id} or a view of received bids), accepted, rejected, and countered.',
    'SBX-7 | S | B+W+C | The bid.received webhook goes to sandbox subscriptions, with livemode false; live subscriptions never receive sandbox events.',
    'SBX-8 | S | B+C | Triggering again on the same listing expires the previous simulated bid, if it is still pending, and places a new one.',
    'SBX-9 | S | B+C | `warning` is a string that explains a zero webhook_deliveries_queued.',
    'SBX-10 | S | H | Events for listings owned by sandbox test users go to the subscriptions of the client that created them.',
    'SBX-11 | S | B | POST /sandbox/users provisions sandbox test users; GET /grades lists the accepted grade names. (Checked: they exist and require a token. Bodies are not shown.)',
    "SBX-12 | A | B | Bodies (assumed): users takes `{ role, name?, email? }` with role `seller` or `buyer` and returns 201 `{ data: { id, email, role, access_token, expires_in, team_id or null, created_at } }`; grades returns the paging object of `{ name, commodity }`. Someone else's inventory_id returns 404; having no listing at all returns 422.",
    'SBX-14 | A | B+C | `warning` is null if webhook_deliveries_queued is not zero.',
    "SBX-15 | D | B+C | An `inventory_id` that is not one of the caller's sandbox listings is rejected (from SBX-3).",
    'SBX-16 | A | B+C | simulate-event returns 200; a live token gets 403 insufficient_scope at /sandbox/*.',
  ],
  Errors: ['SBX-13 | D | B | The error in SBX-2 is 422 validation_failed (from ERR-2; the endpoint lists no status).'],
} as const satisfies ClauseTable;
