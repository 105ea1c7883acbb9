import type { ClauseTable } from './clause.ts';

/** TRD: trades. */
export const TRD = {
  'Endpoints > Trades': [
    'TRD-1 | S | B | GET /trades requires trades.read, takes status, commodity, from, to, limit, offset, and units, and returns a paging object.',
    "TRD-2 | S | B | GET /trades/{id} requires trades.read, takes `units`, and returns `{ data: Trade }`, or 404 if the trade is missing or someone else's.",
    'TRD-3 | S | B+C | Trades are scoped to those that the team bought or the user sold.',
    'TRD-8 | A | B | An unknown `status` returns 400 `invalid_filter`; `from`/`to` bound created_at, inclusively.',
    "TRD-9 | D | B+C | A seller's token without a team can read the trades that its user sold (from TRD-3: sellers have no team).",
  ],
  'Resources and their fields > Trade': [
    'TRD-4 | S | B | A trade has `id` or `trade_id`, a string `status` (whose values include Pending and Completed), and `counterparty`.',
    "TRD-5 | A | B | The side indicator is `side`, `buyer` or `seller`, from the caller's perspective. Other fields: reference, bid_id or offer_id, delivery, invoices `[{kind, status}]` with no party named, created_at, settled_at.",
    'TRD-10 | D | B | A trade includes inventory_id, commodity, quantity_mt, and price (from: the fields seen in payloads). A trade from a cash-bid offer may lack inventory_id or have it null.',
    "TRD-11 | S | B | A trade has a side indicator, buyer or seller. (The field's name is not stated: information only.)",
    "TRD-14 | A | B | The mock's Trade resource has `id`; `trade_id` appears only in payloads.",
  ],
  'States and transitions > Trade': [
    'TRD-6 | S | H | A trade becomes Completed when both invoices are paid, not after one; the counterparty is then unmasked, and trade.settled is sent.',
    'TRD-7 | S | B | A trade is created when a bid is accepted, and trade.created is sent.',
    'TRD-12 | S | B | A new trade is Pending.',
    'TRD-13 | S | H | A trade is created when a cash-bid offer is accepted, and trade.created is sent.',
  ],
} as const satisfies ClauseTable;
