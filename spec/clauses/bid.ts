import type { ClauseRow } from './clause.ts';

/** BID: bids. */
export const BID = [
  {
    id: 'BID-1',
    level: 'S',
    how: 'B',
    statement: 'POST /inventory/{id}/bids: bids.write, 201 `{ data: Bid }` with status pending.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-2',
    level: 'S',
    how: 'B',
    statement:
      'It needs a user-context (authorization-code) token bound to a team: a client-credentials token or one without a team is refused.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-3',
    level: 'A',
    how: 'B',
    statement: 'A user token without a team that places a bid: 400 no_team.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-4',
    level: 'S',
    how: 'B',
    statement: '`quantity_mt` is required, at least 0.01: below, 422 validation_failed with an `errors` entry for quantity_mt.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-5',
    level: 'S',
    how: 'B',
    statement: '`delivery` `{from, to}` (ISO dates) is required.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-6',
    level: 'A',
    how: 'B',
    statement:
      '`to` is not before `from`; `quantity_mt` is at most what the lot has left; `price.amount` is above 0: else 422 naming the field.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-7',
    level: 'S',
    how: 'B+C',
    statement: '`price` (amount, unit) for graded listings; `bids` (grade and price each) for ungraded ones.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-8',
    level: 'A',
    how: 'B',
    statement: '`price` on an ungraded lot, `bids` on a graded one, both, or neither: 422.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-9',
    level: 'S',
    how: 'B',
    statement: 'When `fob_farm` is false `delivery_location_id` is required (422 without), from GET /delivery-locations.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-10',
    level: 'A',
    how: 'B',
    statement:
      "A buyer's `delivery_location_id` that is not the caller's own: 422 naming the field. A seller has no locations: its counter repeats the countered bid's, or leaves it out and keeps it.",
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-11',
    level: 'S',
    how: 'B+C',
    statement:
      "Default `expires_at` is 7 days after placement, within 1 h 5 min (7 calendar days may cross a clock change). Read in the answer to the POST if it is there, else in the seller's inbox.",
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-12',
    level: 'A',
    how: 'B+T',
    statement:
      'At `expires_at` a pending bid becomes `expired`; acting on it afterwards is 422; no event is sent. A given `expires_at` in the past is 422.',
    section: 'States and transitions > Bid',
  },
  {
    id: 'BID-13',
    level: 'S',
    how: 'B',
    statement:
      "A bid has at least id and status; the fields it shows have the types of the document: id, reference, inventory_id (`listing_id` in the seller's views), status, type, price, quantity_mt, counterparty.",
    section: 'Resources and their fields > Bid',
  },
  {
    id: 'BID-14',
    level: 'S',
    how: 'B',
    statement: "GET /bids: bids.read, the team's bids, filter `status` in pending, accepted, rejected, countered, expired.",
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-15',
    level: 'A',
    how: 'B',
    statement: 'Another `status` value on GET /bids: 400 `invalid_filter`.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-16',
    level: 'S',
    how: 'B',
    statement: "GET /bids/{id}: 404 if the bid is not the team's.",
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-17',
    level: 'S',
    how: 'B+C',
    statement: 'GET /bids and GET /bids/{id} with a seller token (no team): 400 no_team.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-18',
    level: 'S',
    how: 'B',
    statement: 'Accept, reject and counter need only bids.write and no team; both buyers and sellers use them.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-19',
    level: 'S',
    how: 'B',
    statement: 'Accept, reject or counter by a non-party: 404. (The same as for a bid that does not exist: ERR-3.)',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-20',
    level: 'S',
    how: 'B',
    statement: 'Accept, reject or counter on a bid that is no longer pending: 422.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-21',
    level: 'S',
    how: 'B',
    statement: 'Accept: 200 `{ data: Trade }`; the bid is accepted; a trade is created.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-22',
    level: 'S',
    how: 'B+C',
    statement: 'Accepting a multi-grade bid without `bid_items`: 422 bid_items_required, listing the available grades.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-23',
    level: 'S',
    how: 'B+C',
    statement:
      '`bid_items` entries may be a grade name, `{grade}` or `{id}` (string line id); the named lines are taken, every other line is rejected.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-24',
    level: 'A',
    how: 'B+C',
    statement:
      'A `bid_items` entry naming no line of the bid, an empty array, or one line twice: 422 naming the entry. (An empty array may also count as omitted: BID-22.)',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-25',
    level: 'S',
    how: 'B',
    statement: 'Accept on a graded listing needs no body.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-26',
    level: 'S',
    how: 'B',
    statement: 'Reject: 200 `{ data: Bid }`, status rejected.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-27',
    level: 'S',
    how: 'B',
    statement:
      'Counter: 201 `{ data: Bid }`, a new bid with an id of its own, made with a PlaceBid body; the old one is countered. An invalid body: 422.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-28',
    level: 'A',
    how: 'B',
    statement:
      'The side that made a bid may not accept it: 403 insufficient_scope (eligibility). It may reject (withdraw) it. (By the letter the author is a party too: the docs say that the mock departs from it, and the author is never judged.)',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-29',
    level: 'S',
    how: 'B+C',
    statement: 'Delisting a listed lot (PATCH listed false) rejects its pending bids. (The event: EVT-27. Polled with patience.)',
    section: 'States and transitions > Bid',
  },
  {
    id: 'BID-30',
    level: 'A',
    how: 'B',
    statement:
      'Acceptance takes the quantity off the lot; when nothing is left the lot is unlisted and its other pending bids rejected. A bid that asks for more than is left cannot be accepted: 422.',
    section: 'States and transitions > Bid',
  },
  {
    id: 'BID-31',
    level: 'S',
    how: 'B',
    statement: 'Two acceptances of one bid at the same moment never make two trades.',
    section: 'States and transitions > Bid',
  },
  {
    id: 'BID-32',
    level: 'A',
    how: 'H',
    statement:
      'Eligibility: a team without good credit is refused with 403 insufficient_scope. The mock lets the operator set it.',
    section: 'States and transitions > Bid',
  },
  {
    id: 'BID-33',
    level: 'A',
    how: 'B',
    statement: 'A bid on a lot that is not listed: 404. A buyer cannot bid on its own lot: 403.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-34',
    level: 'S',
    how: 'B',
    statement: 'GET /bids and GET /bids/{id} accept `units`.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-35',
    level: 'A',
    how: 'B',
    statement: "Each step of a chain of counters has the earlier bid's id in `counter_to`.",
    section: 'States and transitions > Bid',
  },
  {
    id: 'BID-36',
    level: 'S',
    how: 'B',
    statement:
      '`status` in a list of bids is one of pending, accepted, rejected, countered, expired; `cancelled` occurs in event payloads only.',
    section: 'States and transitions > Bid',
  },
  {
    id: 'BID-37',
    level: 'S',
    how: 'B',
    statement:
      'PlaceBid takes `subject_to_sample_approval` (boolean) and `additional_terms` (string): a valid bid with harmless values is accepted.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-38',
    level: 'S',
    how: 'H',
    statement: '`additional_terms` is moderated. (How, when and with what effect is not stated: PRIV-10 is our way.)',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-39',
    level: 'S',
    how: 'H',
    statement:
      'Credit, payment and eligibility rules run when a bid is placed; a token that lacks eligibility gets 403 insufficient_scope. (A bid that fails one of these rules may also be 422: the status for credit and payment is not stated.)',
    section: 'States and transitions > Bid',
  },
  {
    id: 'BID-40',
    level: 'S',
    how: 'B',
    statement:
      'Counter may answer 409 for a conflict whose cause is not stated. (One at a time, a bid that is no longer pending is 422 all the same: BID-20.)',
    section: 'Errors',
  },
  {
    id: 'BID-41',
    level: 'D',
    how: 'B+C',
    statement:
      "A seller's counter can be read by the buyer's team, in GET /bids and GET /bids/{id}, and the bid ids of the seller's inbox work in accept, reject and counter (from BID-18).",
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-42',
    level: 'S',
    how: 'B+C',
    statement: 'A client-credentials token, which cannot hold bids.write (AUTH-5), places no bid: 403 insufficient_scope.',
    section: 'Authentication',
  },
  {
    id: 'BID-43',
    level: 'S',
    how: 'B+C',
    statement: "`fob_farm` defaults to true. Read in the answer to the POST if it is there, else in the seller's inbox.",
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-44',
    level: 'D',
    how: 'B',
    statement: "A buyer's `delivery_location_id` that is not in its own GET /delivery-locations is refused (from BID-9).",
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-45',
    level: 'D',
    how: 'B+C',
    statement:
      'A given `expires_at` is kept: the same instant, in any notation (from: 7 days is only the default). Read as in BID-11.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-46',
    level: 'D',
    how: 'B',
    statement:
      "Every bid shows reference, quantity_mt, counterparty, and the lot's id: `inventory_id`, or `listing_id` where a seller gets the bid (from: the fields seen).",
    section: 'Resources and their fields > Bid',
  },
  {
    id: 'BID-47',
    level: 'S',
    how: 'B+C',
    statement:
      'A multi-grade bid has a null `price` and `grades[]`, each entry with id string, grade string, price Money, subject_to_sample_approval boolean, status string.',
    section: 'Resources and their fields > Bid',
  },
  {
    id: 'BID-48',
    level: 'S',
    how: 'H+M',
    statement: 'Acceptance creates both invoices of the trade.',
    section: 'States and transitions > Bid',
  },
  {
    id: 'BID-49',
    level: 'D',
    how: 'B+C',
    statement:
      'After an acceptance with `bid_items` the status of the lines taken differs from that of the others, which read `rejected` (from BID-23).',
    section: 'States and transitions > Bid',
  },
  {
    id: 'BID-50',
    level: 'D',
    how: 'B',
    statement:
      'The bid that a counter makes is pending; after an invalid counter (422) the old bid is still pending (from BID-27).',
    section: 'States and transitions > Bid',
  },
  {
    id: 'BID-51',
    level: 'A',
    how: 'B',
    statement:
      "The side that made a bid may not counter it: 403 insufficient_scope. A party is any token bound to the buyer's team, and the user who owns the listing.",
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-52',
    level: 'D',
    how: 'B+C',
    statement: 'DELETE of a listed lot rejects its pending bids as well (from BID-29: archiving delists).',
    section: 'States and transitions > Bid',
  },
  {
    id: 'BID-53',
    level: 'A',
    how: 'B+C',
    statement:
      'Archiving a draft rejects its simulated bid, and the expiry of a lot rejects its pending bids: all delistings do so at once, with bid.rejected.',
    section: 'States and transitions > Bid',
  },
  {
    id: 'BID-54',
    level: 'D',
    how: 'B',
    statement:
      'Of two acceptances at the same moment the one that loses gets 422 (from BID-20). (409, 423, 429 or 503 pass where a repeat gets 422.)',
    section: 'States and transitions > Bid',
  },
  {
    id: 'BID-55',
    level: 'S',
    how: 'B',
    statement: 'A bid on a lot id that does not exist: 404 not_found. (Its row lists no 404: 400, 403 and 422 are tolerated.)',
    section: 'Errors',
  },
  {
    id: 'BID-56',
    level: 'A',
    how: 'B+C',
    statement:
      'Bids, trades, cash bids and own listings carry a `quantity` rendered in `units`; market data accept `units` and stay per MT.',
    section: 'Endpoints > Common query parameters',
  },
  {
    id: 'BID-57',
    level: 'D',
    how: 'B',
    statement: 'Counters chain: the other side may counter a counter (from BID-18: any pending bid may be countered by a party).',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-58',
    level: 'D',
    how: 'B',
    statement: '`status` in GET /bids/{id} is one of the five too (from BID-36).',
    section: 'States and transitions > Bid',
  },
  {
    id: 'BID-59',
    level: 'A',
    how: 'B',
    statement:
      'A counter obeys PlaceBid in full (BID-4 to BID-10): nothing is inherited but the delivery location, and its default expiry is again 7 days.',
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-60',
    level: 'A',
    how: 'B',
    statement:
      "`price.unit` is one of the units of FMT-9 and is kept as sent; prices are compared per tonne. `price.currency` may be left out; another than CAD is 422. An entry of `bids` has a Money-shaped price and may have its own `subject_to_sample_approval`; else the bid's holds.",
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-61',
    level: 'A',
    how: 'B+C',
    statement:
      "Accepting several lines makes one trade, with the bid's quantity and the highest price among the lines taken; the other lines send no event of their own.",
    section: 'Endpoints > Bids',
  },
  {
    id: 'BID-62',
    level: 'A',
    how: 'B+C',
    statement: 'bid_items_required lists the grades in `message` and as one `errors` entry each, with field `bid_items`.',
    section: 'Endpoints > Bids',
  },
] as const satisfies readonly ClauseRow[];
