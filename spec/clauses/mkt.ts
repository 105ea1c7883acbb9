import type { ClauseRow } from './clause.ts';

/** MKT: market data. */
export const MKT = [
  {
    id: 'MKT-1',
    level: 'S',
    how: 'B',
    statement:
      'GET /market/commodities: market.read, list of commodities with price coverage. (Judged: status, JSON, scope. The body is not shown and is information.)',
    section: 'Endpoints > Market',
  },
  {
    id: 'MKT-2',
    level: 'S',
    how: 'B',
    statement:
      'GET /market/prices: prices per commodity; `commodity` slugs comma-separated; `date` gives the price as of that date rather than the current one. (Judged as MKT-1 is.)',
    section: 'Endpoints > Market',
  },
  {
    id: 'MKT-3',
    level: 'S',
    how: 'B',
    statement:
      'GET /market/prices/{commodity}/history: `from`, `to`, `interval` day or week (default day); 200 time series. (Judged as MKT-1 is.)',
    section: 'Endpoints > Market',
  },
  {
    id: 'MKT-4',
    level: 'A',
    how: 'B',
    statement:
      'Shapes (assumed): each list is the paging object; coverage is `{ from, to, count }`; a price is `{ commodity, date, price: Money, change }`; history adds `commodity` and `interval` to the paging object of `{ date, price, low, high }`, weeks beginning Monday.',
    section: 'Resources and their fields > Market data',
  },
  {
    id: 'MKT-5',
    level: 'A',
    how: 'B',
    statement:
      'Unknown slug: 404 on history, left out of prices; `from` after `to`, a bad date or interval: 400 `invalid_filter`. As-of takes the latest price on or before the date.',
    section: 'Endpoints > Market',
  },
  {
    id: 'MKT-6',
    level: 'S',
    how: 'B',
    statement: 'All three market endpoints need market.read and accept `units`.',
    section: 'Endpoints > Market',
  },
  {
    id: 'MKT-7',
    level: 'D',
    how: 'B',
    statement: 'History without `interval` answers as `interval=day` does (from MKT-3).',
    section: 'Endpoints > Market',
  },
] as const satisfies readonly ClauseRow[];
