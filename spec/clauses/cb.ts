import type { ClauseTable } from './clause.ts';

/** CB: cash bids and offers. */
export const CB = {
  'Endpoints > Cash bids': [
    'CB-1 | S | B | GET /cash-bids requires cashbids.read, takes is_active, commodity, limit, offset, and units, and returns a paging object.',
    'CB-2 | S | B+C | POST /cash-bids requires cashbids.write and returns 201 `{ data }`; an invalid request returns 422. (Without a body template, only the scope is checked.)',
    'CB-3 | S | B+C | PATCH /cash-bids/{id} requires cashbids.write, takes an optional body, and returns 200; it can also return 404 or 422. (Without a body template, only the scope and 404 are checked.)',
    "CB-4 | S | B+C | GET /cash-bids/{id}/offers requires cashbids.read, takes status, `limit`, and `offset`, and returns a paging object, or 404 for someone else's cash bid.",
    'CB-5 | S | H | POST /cash-bid-offers/{id}/accept returns 200 `{ data: Trade }`, and reject returns 200 `{ data: offer }`; both require cashbids.write and can also return 404 or 409.',
    "CB-8 | A | B | StoreCashBid (assumed) has commodity, grade, price, quantity_mt, delivery, delivery_location_id (the caller's own), crop_year, and is_active (default true). PATCH changes price, quantity_mt, delivery, and is_active. Offer statuses: pending, accepted, rejected, expired. The code of the 409 is `conflict`.",
    'CB-12 | S | B+C | PATCH /cash-bids/{id} needs no body: without one, it returns 200.',
    'CB-15 | A | B+C | An unknown `status` on the offers of a cash bid returns 400 `invalid_filter`.',
  ],
  Errors: [
    'CB-6 | S | H | Acting on an offer that is in conflict returns 409.',
    'CB-14 | D | H | An offer that is no longer pending is in conflict: 409 (from CB-6). (404 and 422 are warnings.)',
  ],
  'Resources and their fields > Cash bid and cash-bid offer': [
    'CB-7 | S | H | An offer includes its id, cash bid id, and status, and masks the offering party until its trade settles.',
    'CB-11 | S | B+C | A cash bid has a public id and a boolean `is_active`; `?is_active=` returns only matching cash bids.',
    "CB-16 | A | H | The offering party is the offer's `counterparty`: null until its trade settles, then `{ name }`.",
  ],
  'Events > Event types': [
    "CB-9 | S | H | A seller's offer sends cashbid.offer_received to the team that owns the cash bid. (No endpoint creates offers; the mock's control plane does.)",
  ],
  'States and transitions > Cash bid and offers': [
    'CB-10 | D | H | Of two simultaneous decisions on one offer, one wins and the other gets 409; accept never creates two trades (from CB-14).',
  ],
  'What the service does': [
    "CB-13 | D | B+C | A caller can manage only its own elevator's cash bids and offers; another elevator's return 404 (from: manage the elevator's own cash bids).",
  ],
} as const satisfies ClauseTable;
