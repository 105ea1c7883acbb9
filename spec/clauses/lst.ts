import type { ClauseRow } from './clause.ts';

/** LST: seller listings. */
export const LST = [
  {
    id: 'LST-1',
    level: 'S',
    how: 'B',
    statement:
      'GET /me/inventory: listings.read, own listings in full detail, filter status listed, unlisted, archived; takes `units`.',
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
  {
    id: 'LST-2',
    level: 'S',
    how: 'B',
    statement:
      'POST /me/inventory: listings.write, 201; a missing required field or a wrong type of PlaceListing: 422 validation_failed with `errors`. (403: LST-4, and AUTH-6 for a client that is not an approved partner.)',
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
  {
    id: 'LST-3',
    level: 'S',
    how: 'B+C',
    statement: '`list` true (the default) makes it listed, false makes it an unlisted draft.',
    section: 'States and transitions > Seller listing',
  },
  {
    id: 'LST-4',
    level: 'S',
    how: 'B+C',
    statement:
      'Publishing (submit, relist) without a payment method on file, on the farm the inventory belongs to: 403 payment_method_required.',
    section: 'States and transitions > Seller listing',
  },
  {
    id: 'LST-5',
    level: 'S',
    how: 'B',
    statement: "GET /me/inventory/{id}: full detail; takes `units`; 404 for another's.",
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
  {
    id: 'LST-6',
    level: 'S',
    how: 'B+C',
    statement:
      "PATCH: target_price.amount, listed, quantity; listed true publishes from any status, false unlists; 404 for another's. (The quantity's field name is not shown: judged where it is configured.)",
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
  {
    id: 'LST-7',
    level: 'S',
    how: 'B+C',
    statement:
      'DELETE archives, from any status: 200, and afterwards GET reads status archived. (The body may be the listing or a Deleted object.)',
    section: 'States and transitions > Seller listing',
  },
  {
    id: 'LST-8',
    level: 'S',
    how: 'B',
    statement: '`manage_url` is null for sandbox listings; `public_url` is null unless listed, always null in sandbox.',
    section: "Resources and their fields > Seller's own listing",
  },
  {
    id: 'LST-9',
    level: 'S',
    how: 'B',
    statement:
      'PlaceListing requires commodity (slug), farm_id (own), quantity_mt number; takes variety string, crop_year integer, grade string (for example as in GET /grades), target_price {amount number, firm boolean}, is_organic boolean, quality, list boolean.',
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
  {
    id: 'LST-10',
    level: 'A',
    how: 'B',
    statement:
      "Another's or an unknown farm_id, an unknown commodity or grade, quantity under 0.01: 422 naming the field. PATCH names the quantity `quantity_mt`. Delete answers `{ data: listing }`.",
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
  {
    id: 'LST-11',
    level: 'S',
    how: 'B',
    statement:
      "GET /me/inventory/{id}/bids: listings.read, filter status, paging object of received bids, with listing_id in place of inventory_id (which may be there too); delivery, fob_farm, expires_at, buyer_label, buyer_type, type have the types of the document; 404 for another's.",
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
  {
    id: 'LST-12',
    level: 'S',
    how: 'B',
    statement:
      'GET /me/bids-received: listings.read and bids.read both; only pending and countered bids that have not expired, grouped by listing, ordered best price first (the bids of a listing, or the listings by their best bid: one of the two holds); each listing has id, reference, commodity, grade (nullable), quantity_mt.',
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
  {
    id: 'LST-13',
    level: 'A',
    how: 'B',
    statement:
      'Best price of a multi-grade bid is its highest line. A `countered` bid in the inbox is one that a newer bid has replaced; the new bid is `pending`. A pending bid says whose answer is due: `awaiting` is `buyer` or `seller`.',
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
  {
    id: 'LST-14',
    level: 'S',
    how: 'B+C',
    statement: 'For ungraded listings each received bid carries grades[].',
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
  {
    id: 'LST-15',
    level: 'S',
    how: 'B+C',
    statement: 'A draft can still be bid on through the simulator (sandbox): judged as SBX-3.',
    section: 'Endpoints > Sandbox',
  },
  {
    id: 'LST-16',
    level: 'S',
    how: 'B+C',
    statement: 'An own listing carries `status`, one of listed, unlisted, archived; `?status=` returns only such.',
    section: "Resources and their fields > Seller's own listing",
  },
  {
    id: 'LST-17',
    level: 'D',
    how: 'B+C',
    statement: 'After a 403 payment_method_required nothing is published (from LST-4). (A draft may remain.)',
    section: 'States and transitions > Seller listing',
  },
  {
    id: 'LST-18',
    level: 'S',
    how: 'B+C',
    statement: '`manage_url` of a live listing and `public_url` of a listed live listing are strings.',
    section: "Resources and their fields > Seller's own listing",
  },
  {
    id: 'LST-19',
    level: 'D',
    how: 'B',
    statement: "A farm_id that is not the caller's, and a commodity that is no known slug, are refused (from LST-9).",
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
  {
    id: 'LST-20',
    level: 'D',
    how: 'B+C',
    statement: 'A draft (`list` false) needs no payment method (from LST-3: the transition has no condition).',
    section: 'States and transitions > Seller listing',
  },
  {
    id: 'LST-21',
    level: 'D',
    how: 'B+C',
    statement:
      'delivery, fob_farm, expires_at, buyer_label, buyer_type and type are there in at least one of the two views of received bids (from: "seen in the bid inbox").',
    section: 'Resources and their fields > Bid',
  },
  {
    id: 'LST-22',
    level: 'A',
    how: 'B',
    statement:
      'Without `status` GET /me/inventory shows all, drafts and archived ones too. An unknown `status` there or on received bids: 400 `invalid_filter`. Status values are matched with their case.',
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
  {
    id: 'LST-23',
    level: 'A',
    how: 'B',
    statement:
      'The inbox orders the bids of a listing by price and the listings by their best bid; `limit`, `offset` and `total` count listings.',
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
  {
    id: 'LST-24',
    level: 'A',
    how: 'B+C',
    statement:
      "A live farm has no payment method until the mock's control plane gives it one; a sandbox farm begins with one. Relisting needs it as submitting does.",
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
] as const satisfies readonly ClauseRow[];
