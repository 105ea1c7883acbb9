import type { ClauseTable } from './clause.ts';

/** LST: seller listings. */
export const LST = {
  'Endpoints > Seller listings and farms (approved partners)': [
    "LST-1 | S | B | GET /me/inventory requires listings.read, takes `units` and a status filter (listed, unlisted, archived), and returns the caller's own listings in full detail.",
    'LST-2 | S | B | POST /me/inventory requires listings.write and returns 201; a missing required field or a wrong type in PlaceListing returns 422 validation_failed with `errors`. (For 403, see LST-4, and AUTH-6 for a client that is not an approved partner.)',
    "LST-5 | S | B | GET /me/inventory/{id} takes `units` and returns full detail, or 404 for someone else's listing.",
    "LST-6 | S | B+C | PATCH takes target_price.amount, listed, and quantity; listed true publishes from any status, and listed false unlists; someone else's listing returns 404. (The name of the quantity field is not shown: checked only if it is configured.)",
    "LST-9 | S | B | PlaceListing requires commodity (slug), farm_id (the caller's own), and quantity_mt (number); it also takes variety (string), crop_year (integer), grade (string, for example as listed by GET /grades), target_price {amount number, firm boolean}, is_organic (boolean), quality, and list (boolean).",
    "LST-10 | A | B | Someone else's or an unknown farm_id, an unknown commodity or grade, or a quantity under 0.01 returns 422 naming the field. PATCH names the quantity `quantity_mt`. DELETE returns `{ data: listing }`.",
    "LST-11 | S | B | GET /me/inventory/{id}/bids requires listings.read, takes a status filter, and returns a paging object of received bids, with listing_id in place of inventory_id (which may also be present); delivery, fob_farm, expires_at, buyer_label, buyer_type, and type have the types given in the document; someone else's listing returns 404.",
    'LST-12 | S | B | GET /me/bids-received requires both listings.read and bids.read and returns only pending and countered bids that have not expired, grouped by listing and ordered best price first (the bids of a listing, or the listings by their best bid; at least one must hold); each listing has id, reference, commodity, grade (nullable), and quantity_mt.',
    'LST-13 | A | B | The best price of a multi-grade bid is its highest line. A `countered` bid in the inbox is one that a newer bid has replaced; the new bid is `pending`. A pending bid indicates whose response is due: `awaiting` is `buyer` or `seller`.',
    'LST-14 | S | B+C | For ungraded listings, each received bid has grades[].',
    "LST-19 | D | B | A farm_id that is not the caller's, or a commodity that is not a known slug, is rejected (from LST-9).",
    'LST-22 | A | B | Without `status`, GET /me/inventory returns all listings, including drafts and archived ones. An unknown `status` there or on received bids returns 400 `invalid_filter`. Status values are case-sensitive.',
    'LST-23 | A | B | The inbox orders the bids of a listing by price and the listings by their best bid; `limit`, `offset`, and `total` count listings.',
    "LST-24 | A | B+C | A live farm has no payment method until the mock's control plane sets one; a sandbox farm starts with one. Relisting requires one, as submitting does.",
  ],
  'States and transitions > Seller listing': [
    'LST-3 | S | B+C | With `list` true (the default), the new listing is listed; with false, it is an unlisted draft.',
    'LST-4 | S | B+C | Publishing (submit, relist) without a payment method on file for the farm that the inventory belongs to returns 403 payment_method_required.',
    'LST-7 | S | B+C | DELETE archives a listing from any status and returns 200; afterward, GET returns status archived. (The body may be the listing or a Deleted object.)',
    'LST-17 | D | B+C | After a 403 payment_method_required, nothing is published (from LST-4). (A draft may remain.)',
    'LST-20 | D | B+C | A draft (`list` false) requires no payment method (from LST-3: the transition has no condition).',
  ],
  "Resources and their fields > Seller's own listing": [
    'LST-8 | S | B | `manage_url` is null for sandbox listings; `public_url` is null unless the listing is listed, and always null in sandbox.',
    "LST-16 | S | B+C | A seller's own listing has `status`, one of listed, unlisted, or archived; `?status=` returns only matching listings.",
    'LST-18 | S | B+C | The `manage_url` of a live listing and the `public_url` of a listed live listing are strings.',
  ],
  'Endpoints > Sandbox': ['LST-15 | S | B+C | A draft can still receive bids through the simulator (sandbox): checked as SBX-3.'],
  'Resources and their fields > Bid': [
    'LST-21 | D | B+C | delivery, fob_farm, expires_at, buyer_label, buyer_type, and type are present in at least one of the two views of received bids (from: "seen in the bid inbox").',
  ],
} as const satisfies ClauseTable;
