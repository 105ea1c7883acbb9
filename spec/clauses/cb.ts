import type { ClauseRow } from './clause.ts';

/** CB: cash bids and offers. */
export const CB = [
  {
    id: 'CB-1',
    level: 'S',
    how: 'B',
    statement: 'GET /cash-bids: cashbids.read, paging object; filters is_active, commodity, limit, offset, units.',
    section: 'Endpoints > Cash bids',
  },
  {
    id: 'CB-2',
    level: 'S',
    how: 'B+C',
    statement:
      'POST /cash-bids: cashbids.write, 201 `{ data }`; invalid: 422. (Without a body template only the scope is judged.)',
    section: 'Endpoints > Cash bids',
  },
  {
    id: 'CB-3',
    level: 'S',
    how: 'B+C',
    statement:
      'PATCH /cash-bids/{id}: cashbids.write, optional body, 200; 404, 422. (Without a body template only scope and 404 are judged.)',
    section: 'Endpoints > Cash bids',
  },
  {
    id: 'CB-4',
    level: 'S',
    how: 'B+C',
    statement:
      "GET /cash-bids/{id}/offers: cashbids.read, filter status, `limit`, `offset`, paging object; 404 for another's cash bid.",
    section: 'Endpoints > Cash bids',
  },
  {
    id: 'CB-5',
    level: 'S',
    how: 'H',
    statement:
      'POST /cash-bid-offers/{id}/accept: cashbids.write, 200 `{ data: Trade }`; reject: cashbids.write, 200 `{ data: offer }`; 404, 409.',
    section: 'Endpoints > Cash bids',
  },
  {
    id: 'CB-6',
    level: 'S',
    how: 'H',
    statement: 'Acting on an offer in conflict: 409.',
    section: 'Errors',
  },
  {
    id: 'CB-7',
    level: 'S',
    how: 'H',
    statement: 'An offer shows its id, cash bid id and status, and masks the offering party until its trade settles.',
    section: 'Resources and their fields > Cash bid and cash-bid offer',
  },
  {
    id: 'CB-8',
    level: 'A',
    how: 'B',
    statement:
      'StoreCashBid (assumed): commodity, grade, price, quantity_mt, delivery, delivery_location_id (own), crop_year, is_active default true. PATCH changes price, quantity_mt, delivery, is_active. Offer statuses: pending, accepted, rejected, expired. Code of the 409: `conflict`.',
    section: 'Endpoints > Cash bids',
  },
  {
    id: 'CB-9',
    level: 'S',
    how: 'H',
    statement:
      "A seller's offer sends cashbid.offer_received to the team that owns the cash bid. (No endpoint makes offers: the mock's control plane does.)",
    section: 'Events > Event types',
  },
  {
    id: 'CB-10',
    level: 'D',
    how: 'H',
    statement:
      'Two decisions on one offer at the same moment: one wins, the other gets 409; accept never makes two trades (from CB-14).',
    section: 'States and transitions > Cash bid and offers',
  },
  {
    id: 'CB-11',
    level: 'S',
    how: 'B+C',
    statement: 'A cash bid has a public id and the boolean `is_active`; `?is_active=` returns only such.',
    section: 'Resources and their fields > Cash bid and cash-bid offer',
  },
  {
    id: 'CB-12',
    level: 'S',
    how: 'B+C',
    statement: 'PATCH /cash-bids/{id} needs no body: without one it answers 200.',
    section: 'Endpoints > Cash bids',
  },
  {
    id: 'CB-13',
    level: 'D',
    how: 'B+C',
    statement:
      "A caller manages only its own elevator's cash bids and offers: another's is 404 (from: manage the elevator's own cash bids).",
    section: 'What the service does',
  },
  {
    id: 'CB-14',
    level: 'D',
    how: 'H',
    statement: 'An offer that is no longer pending is in conflict: 409 (from CB-6). (404 and 422 warn.)',
    section: 'Errors',
  },
  {
    id: 'CB-15',
    level: 'A',
    how: 'B+C',
    statement: 'An unknown `status` on the offers of a cash bid: 400 `invalid_filter`.',
    section: 'Endpoints > Cash bids',
  },
  {
    id: 'CB-16',
    level: 'A',
    how: 'H',
    statement: "The offering party is the offer's `counterparty`: null until its trade settles, then `{ name }`.",
    section: 'Resources and their fields > Cash bid and cash-bid offer',
  },
] as const satisfies readonly ClauseRow[];
