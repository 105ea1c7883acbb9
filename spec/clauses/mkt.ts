import type { ClauseTable } from './clause.ts';

/** MKT: market data. */
export const MKT = {
  'Endpoints > Market': [
    'MKT-1 | S | B | GET /market/commodities requires market.read and returns a list of commodities with price coverage. (Checked: status, JSON, scope. The body is not shown and is information.)',
    'MKT-2 | S | B | GET /market/prices returns prices per commodity; `commodity` takes comma-separated slugs; `date` gives the price as of that date instead of the current one. (Checked in the same way as MKT-1.)',
    'MKT-3 | S | B | GET /market/prices/{commodity}/history takes `from`, `to`, and `interval` (day or week, default day) and returns 200 with a time series. (Checked in the same way as MKT-1.)',
    'MKT-5 | A | B | An unknown slug returns 404 on history and is omitted from prices; `from` after `to`, or an invalid date or interval, returns 400 `invalid_filter`. An as-of query uses the latest price on or before the date.',
    'MKT-6 | S | B | All three market endpoints require market.read and accept `units`.',
    'MKT-7 | D | B | History without `interval` returns the same as `interval=day` (from MKT-3).',
  ],
  'Resources and their fields > Market data': [
    'MKT-4 | A | B | Shapes (assumed): each list is the paging object; coverage is `{ from, to, count }`; a price is `{ commodity, date, price: Money, change }`; history adds `commodity` and `interval` to the paging object of `{ date, price, low, high }`; weeks begin on Monday.',
  ],
} as const satisfies ClauseTable;
