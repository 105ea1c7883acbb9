import type { ClauseRow } from './clause.ts';

/** SBX: sandbox. */
export const SBX = [
  {
    id: 'SBX-1',
    level: 'S',
    how: 'B+C',
    statement: 'POST /sandbox/simulate-event needs a sandbox token; live tokens are refused.',
    section: 'Endpoints > Sandbox',
  },
  {
    id: 'SBX-2',
    level: 'S',
    how: 'B',
    statement:
      '`event` is required, so far only bid.received: a missing or senseless one is refused. (Another type of the document may be taken one day.)',
    section: 'Endpoints > Sandbox',
  },
  {
    id: 'SBX-3',
    level: 'S',
    how: 'B+C',
    statement: "`inventory_id` one of the caller's sandbox listings, defaults to the most recently created; drafts are valid.",
    section: 'Endpoints > Sandbox',
  },
  {
    id: 'SBX-4',
    level: 'S',
    how: 'B+C',
    statement:
      "`price` defaults to the listing's target price, or 250.00; `quantity` is clamped to the listing's, defaults to all of it. (Not judged on an ungraded listing.)",
    section: 'Endpoints > Sandbox',
  },
  {
    id: 'SBX-5',
    level: 'S',
    how: 'B+C',
    statement:
      'Response `{ data: { event, simulated boolean, bid_id, bid_reference, inventory_id, buyer {id, email}, webhook_deliveries_queued integer, warning string or null } }`, with any 2xx.',
    section: 'Endpoints > Sandbox',
  },
  {
    id: 'SBX-6',
    level: 'S',
    how: 'B+C',
    statement:
      'It creates a real pending bid from a reusable simulator buyer, which can be fetched (GET /bids/{id} or a view of received bids), accepted, rejected and countered.',
    section: 'Endpoints > Sandbox',
  },
  {
    id: 'SBX-7',
    level: 'S',
    how: 'B+W+C',
    statement:
      'The bid.received webhook goes to sandbox subscriptions, with livemode false; live subscriptions never get sandbox events.',
    section: 'Endpoints > Sandbox',
  },
  {
    id: 'SBX-8',
    level: 'S',
    how: 'B+C',
    statement:
      'Triggering again on the same listing expires the previous simulated bid, where that is still pending, and places a new one.',
    section: 'Endpoints > Sandbox',
  },
  {
    id: 'SBX-9',
    level: 'S',
    how: 'B+C',
    statement: '`warning` is a string that explains a zero webhook_deliveries_queued.',
    section: 'Endpoints > Sandbox',
  },
  {
    id: 'SBX-10',
    level: 'S',
    how: 'H',
    statement: 'Events for listings owned by sandbox test users go to the subscriptions of the client that created them.',
    section: 'Endpoints > Sandbox',
  },
  {
    id: 'SBX-11',
    level: 'S',
    how: 'B',
    statement:
      'POST /sandbox/users provisions sandbox test users; GET /grades lists the accepted grade names. (Judged: they exist and need a token. Bodies are not shown.)',
    section: 'Endpoints > Sandbox',
  },
  {
    id: 'SBX-12',
    level: 'A',
    how: 'B',
    statement:
      "Bodies (assumed): users takes `{ role, name?, email? }` with role `seller` or `buyer`, answers 201 `{ data: { id, email, role, access_token, expires_in, team_id or null, created_at } }`; grades answers the paging object of `{ name, commodity }`. Another's inventory_id: 404; no listing at all: 422.",
    section: 'Endpoints > Sandbox',
  },
  {
    id: 'SBX-13',
    level: 'D',
    how: 'B',
    statement: 'The refusal of SBX-2 is 422 validation_failed (from ERR-2; the endpoint lists no status).',
    section: 'Errors',
  },
  {
    id: 'SBX-14',
    level: 'A',
    how: 'B+C',
    statement: '`warning` is null where webhook_deliveries_queued is not zero.',
    section: 'Endpoints > Sandbox',
  },
  {
    id: 'SBX-15',
    level: 'D',
    how: 'B+C',
    statement: "An `inventory_id` that is not one of the caller's sandbox listings is refused (from SBX-3).",
    section: 'Endpoints > Sandbox',
  },
  {
    id: 'SBX-16',
    level: 'A',
    how: 'B+C',
    statement: 'simulate-event answers 200; a live token gets 403 insufficient_scope at /sandbox/*.',
    section: 'Endpoints > Sandbox',
  },
] as const satisfies readonly ClauseRow[];
