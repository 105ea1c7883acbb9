import type { ClauseRow } from './clause.ts';

/** PAGE: paging. */
export const PAGE = [
  {
    id: 'PAGE-1',
    level: 'S',
    how: 'B',
    statement:
      'GET /inventory, /bids, /trades, /cash-bids, /cash-bids/{id}/offers, /me/inventory and /me/inventory/{id}/bids answer `{ items, limit, offset, total, next, previous, href }` with the types of the paging object; `next`/`previous` are string or null.',
    section: 'Resources and their fields > Paging object',
  },
  {
    id: 'PAGE-2',
    level: 'S',
    how: 'B',
    statement: 'Where an endpoint takes `limit`, it is an integer from 1 to 50, by default 20: no page is larger than `limit`.',
    section: 'Endpoints > Common query parameters',
  },
  {
    id: 'PAGE-3',
    level: 'S',
    how: 'B',
    statement: '`offset` defaults to 0, minimum 0.',
    section: 'Endpoints > Common query parameters',
  },
  {
    id: 'PAGE-4',
    level: 'S',
    how: 'B',
    statement:
      '`total` is the count of all matches, the same on every page of an unchanged collection. (Judged where two reads around the walk agree: others may write.)',
    section: 'Resources and their fields > Paging object',
  },
  {
    id: 'PAGE-5',
    level: 'S',
    how: 'B',
    statement: '`next` leads to the next page of the same query, keeping filters, `sort` and `units`.',
    section: 'Resources and their fields > Paging object',
  },
  {
    id: 'PAGE-6',
    level: 'S',
    how: 'B',
    statement: '`href` links to this page and answers the same page.',
    section: 'Resources and their fields > Paging object',
  },
  {
    id: 'PAGE-7',
    level: 'A',
    how: 'B',
    statement:
      '`limit`/`offset` out of range or not an integer: 400 with code `invalid_filter` naming the field. (Legal elsewhere: any 4xx Error object, or clamping into range.)',
    section: 'Endpoints > Common query parameters',
  },
  {
    id: 'PAGE-8',
    level: 'A',
    how: 'B',
    statement: 'An `offset` past the end answers 200 with no items and the true `total`.',
    section: 'Endpoints > Common query parameters',
  },
  {
    id: 'PAGE-9',
    level: 'S',
    how: 'B',
    statement:
      'The delivery list carries at least `items`, `total`, `limit`, `offset`; the other three keys of the paging object may be absent there.',
    section: 'Resources and their fields > Paging object',
  },
  {
    id: 'PAGE-10',
    level: 'S',
    how: 'B',
    statement: '`/me/bids-received` carries `items`, `limit`, `offset`, `total`; `/delivery-locations` carries `items`.',
    section: 'Endpoints',
  },
  {
    id: 'PAGE-11',
    level: 'S',
    how: 'B',
    statement:
      '`limit` and `offset` of a page tell the page size and start offset that were applied: without parameters `limit` is 20 and `offset` is 0.',
    section: 'Resources and their fields > Paging object',
  },
  {
    id: 'PAGE-12',
    level: 'S',
    how: 'B',
    statement: '`previous` links to the previous page of the same query.',
    section: 'Resources and their fields > Paging object',
  },
  {
    id: 'PAGE-13',
    level: 'S',
    how: 'B+C',
    statement:
      'No page holds more than 50 items, and none holds more than 20 where no `limit` was given. (Seen where there are more matches than that.)',
    section: 'Limits',
  },
  {
    id: 'PAGE-14',
    level: 'D',
    how: 'B',
    statement:
      'GET /me/inventory, /me/inventory/{id}/bids and /me/bids-received, whose rows list no `limit` and `offset`, honour them as well (from: the limits hold for all paged lists).',
    section: 'Limits',
  },
  {
    id: 'PAGE-15',
    level: 'D',
    how: 'B+C',
    statement:
      "Following `next` from the first page visits every match of an unchanged collection exactly once; the last page's `next` is null and the first page's `previous` is null (from PAGE-4).",
    section: 'Resources and their fields > Paging object',
  },
  {
    id: 'PAGE-16',
    level: 'A',
    how: 'B',
    statement:
      'Lists whose shape is not stated (/teams, /webhooks, /me/farms, /grades, /market/*) answer the whole paging object and take `limit` and `offset`; so does the delivery list.',
    section: 'Resources and their fields > Paging object',
  },
  {
    id: 'PAGE-17',
    level: 'A',
    how: 'B',
    statement: '`next`, `previous` and `href` are absolute URLs under the address that the request was sent to.',
    section: 'Resources and their fields > Paging object',
  },
] as const satisfies readonly ClauseRow[];
