import type { ClauseRow } from './clause.ts';

/** TRD: trades. */
export const TRD = [
  {
    id: 'TRD-1',
    level: 'S',
    how: 'B',
    statement: 'GET /trades: trades.read, paging object; filters status, commodity, from, to, limit, offset, units.',
    section: 'Endpoints > Trades',
  },
  {
    id: 'TRD-2',
    level: 'S',
    how: 'B',
    statement: "GET /trades/{id}: trades.read, `{ data: Trade }`; takes `units`; 404 where missing or another's.",
    section: 'Endpoints > Trades',
  },
  {
    id: 'TRD-3',
    level: 'S',
    how: 'B+C',
    statement: 'Scoped to trades the team bought or the user sold.',
    section: 'Endpoints > Trades',
  },
  {
    id: 'TRD-4',
    level: 'S',
    how: 'B',
    statement: 'A trade has `id` or `trade_id`, a string `status` (Pending and Completed among its values), and `counterparty`.',
    section: 'Resources and their fields > Trade',
  },
  {
    id: 'TRD-5',
    level: 'A',
    how: 'B',
    statement:
      'The side is `side`, `buyer` or `seller`, as seen by the caller. Other fields: reference, bid_id or offer_id, delivery, invoices `[{kind, status}]` with no party named, created_at, settled_at.',
    section: 'Resources and their fields > Trade',
  },
  {
    id: 'TRD-6',
    level: 'S',
    how: 'H',
    statement:
      'A trade becomes Completed when both invoices are paid, not after one; the counterparty is unmasked then; event trade.settled.',
    section: 'States and transitions > Trade',
  },
  {
    id: 'TRD-7',
    level: 'S',
    how: 'B',
    statement: 'A trade is made when a bid is accepted; event trade.created.',
    section: 'States and transitions > Trade',
  },
  {
    id: 'TRD-8',
    level: 'A',
    how: 'B',
    statement: 'An unknown `status`: 400 `invalid_filter`; `from`/`to` bound created_at, inclusive.',
    section: 'Endpoints > Trades',
  },
  {
    id: 'TRD-9',
    level: 'D',
    how: 'B+C',
    statement: "A seller's token without a team reads the trades its user sold (from TRD-3: sellers have no team).",
    section: 'Endpoints > Trades',
  },
  {
    id: 'TRD-10',
    level: 'D',
    how: 'B',
    statement:
      'A trade shows inventory_id, commodity, quantity_mt and price (from: the fields seen in payloads). A trade from a cash-bid offer may lack inventory_id or have it null.',
    section: 'Resources and their fields > Trade',
  },
  {
    id: 'TRD-11',
    level: 'S',
    how: 'B',
    statement: "A trade carries a side indicator, buyer or seller. (The field's name is not stated: information only.)",
    section: 'Resources and their fields > Trade',
  },
  {
    id: 'TRD-12',
    level: 'S',
    how: 'B',
    statement: 'A trade is born Pending.',
    section: 'States and transitions > Trade',
  },
  {
    id: 'TRD-13',
    level: 'S',
    how: 'H',
    statement: 'A trade is made when a cash-bid offer is accepted; event trade.created.',
    section: 'States and transitions > Trade',
  },
  {
    id: 'TRD-14',
    level: 'A',
    how: 'B',
    statement: "The mock's Trade resource has `id`; `trade_id` stands in payloads only.",
    section: 'Resources and their fields > Trade',
  },
] as const satisfies readonly ClauseRow[];
