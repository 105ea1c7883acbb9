import type { ClauseTable } from './clause.ts';

/** PAGE: paging. */
export const PAGE = {
  'Resources and their fields > Paging object': [
    'PAGE-1 | S | B | GET /inventory, /bids, /trades, /cash-bids, /cash-bids/{id}/offers, /me/inventory, and /me/inventory/{id}/bids return `{ items, limit, offset, total, next, previous, href }` with the types of the paging object; `next`/`previous` are string or null.',
    'PAGE-4 | S | B | `total` is the number of all matches and is the same on every page of an unchanged collection. (Checked only if reads before and after the walk agree, since others may write.)',
    'PAGE-5 | S | B | `next` links to the next page of the same query and keeps the filters, `sort`, and `units`.',
    'PAGE-6 | S | B | `href` links to this page; following it returns the same page.',
    'PAGE-9 | S | B | The delivery list has at least `items`, `total`, `limit`, and `offset`; the other three keys of the paging object may be absent.',
    'PAGE-11 | S | B | The `limit` and `offset` of a page are the page size and start offset that were applied: without parameters, `limit` is 20 and `offset` is 0.',
    'PAGE-12 | S | B | `previous` links to the previous page of the same query.',
    "PAGE-15 | D | B+C | Following `next` from the first page visits every match of an unchanged collection exactly once; the last page's `next` is null and the first page's `previous` is null (from PAGE-4).",
    'PAGE-16 | A | B | Lists whose shape is not stated (/teams, /webhooks, /me/farms, /grades, /market/*) return the full paging object and take `limit` and `offset`; so does the delivery list.',
    'PAGE-17 | A | B | `next`, `previous`, and `href` are absolute URLs under the address to which the request was sent.',
  ],
  'Endpoints > Common query parameters': [
    'PAGE-2 | S | B | Where an endpoint takes `limit`, it is an integer from 1 to 50 (default 20), and no page is larger than `limit`.',
    'PAGE-3 | S | B | `offset` has a default of 0 and a minimum of 0.',
    'PAGE-7 | A | B | A `limit` or `offset` that is out of range or not an integer returns 400 with code `invalid_filter` naming the field. (Legal in other deployments: any 4xx Error object, or clamping to the range.)',
    'PAGE-8 | A | B | An `offset` past the end returns 200 with no items and the true `total`.',
  ],
  Endpoints: [
    'PAGE-10 | S | B | `/me/bids-received` has `items`, `limit`, `offset`, and `total`; `/delivery-locations` has `items`.',
  ],
  Limits: [
    'PAGE-13 | S | B+C | No page has more than 50 items, or more than 20 if no `limit` is given. (Observable only if there are more matches than that.)',
    'PAGE-14 | D | B | GET /me/inventory, /me/inventory/{id}/bids, and /me/bids-received also honor `limit` and `offset`, although their rows do not list them (from: the limits apply to all paged lists).',
  ],
} as const satisfies ClauseTable;
