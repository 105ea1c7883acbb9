import type { ClauseRow } from './clause.ts';

/** INV: anonymized inventory. */
export const INV = [
  {
    id: 'INV-1',
    level: 'S',
    how: 'B',
    statement: 'GET /inventory: scope inventory.read, a paging object of Inventory.',
    section: 'Endpoints > Inventory (anonymized)',
  },
  {
    id: 'INV-2',
    level: 'S',
    how: 'B',
    statement:
      'Inventory has the fields and types of the document: id, commodity, variety, grade, is_organic, crop_year, quantity_mt, quantity, asking_price, quality, location, listed_at, expires_at. Those that cannot be null (id, commodity, is_organic, quantity_mt, quantity, quality, listed_at) are always there.',
    section: 'Resources and their fields > Inventory (anonymized listing)',
  },
  {
    id: 'INV-3',
    level: 'S',
    how: 'B',
    statement: '`commodity` filters by slugs, comma-separated (any of them).',
    section: 'Endpoints > Inventory (anonymized)',
  },
  {
    id: 'INV-4',
    level: 'S',
    how: 'B',
    statement: '`grade` filters by grade code.',
    section: 'Endpoints > Inventory (anonymized)',
  },
  {
    id: 'INV-5',
    level: 'S',
    how: 'B',
    statement:
      '`min_quantity`/`max_quantity` bound the quantity, in tonnes unless `units` says otherwise (FMT-8). (Not judged on the bound itself.)',
    section: 'Endpoints > Inventory (anonymized)',
  },
  {
    id: 'INV-6',
    level: 'S',
    how: 'B',
    statement: '`province` filters by province.',
    section: 'Endpoints > Inventory (anonymized)',
  },
  {
    id: 'INV-7',
    level: 'S',
    how: 'B+C',
    statement:
      '`near=lat,lng,radius_km` filters by distance of the city centroid. (The centroids are not stated, so relations are judged, and not on listings with a null location.)',
    section: 'Endpoints > Inventory (anonymized)',
  },
  {
    id: 'INV-8',
    level: 'S',
    how: 'B',
    statement:
      '`crop_year`, `is_organic`, `min_protein` filter. (Not judged on the bound itself, nor on a null protein or crop year.)',
    section: 'Endpoints > Inventory (anonymized)',
  },
  {
    id: 'INV-9',
    level: 'S',
    how: 'B',
    statement: '`sort` is one of price, -price, quantity, -quantity, listed_at, -listed_at, and orders so.',
    section: 'Endpoints > Inventory (anonymized)',
  },
  {
    id: 'INV-10',
    level: 'A',
    how: 'B',
    statement:
      'Unpriced listings sort last both ways; ties break by id, so that pages are stable; default sort -listed_at; a malformed filter gets 400 `invalid_filter` naming the field.',
    section: 'Endpoints > Inventory (anonymized)',
  },
  {
    id: 'INV-11',
    level: 'D',
    how: 'B+C',
    statement: 'Filters combine: every item matches all of them, and no match is missing (from INV-3 to INV-8 and PAGE-4).',
    section: 'Endpoints > Inventory (anonymized)',
  },
  {
    id: 'INV-12',
    level: 'S',
    how: 'B',
    statement:
      'GET /inventory/filters: inventory.read, `commodities` (array of Commodity), `grades` and `provinces` (arrays of string) and `crop_years` (array of integer), bare or under `data` (CONV-9).',
    section: 'Resources and their fields > InventoryFilters',
  },
  {
    id: 'INV-13',
    level: 'A',
    how: 'B',
    statement: 'The filters are exactly the values that occur in what the caller can list.',
    section: 'Resources and their fields > InventoryFilters',
  },
  {
    id: 'INV-14',
    level: 'S',
    how: 'B',
    statement: 'GET /inventory/{id}: `{ data: Inventory }`, 404 where missing; takes `units`.',
    section: 'Endpoints > Inventory (anonymized)',
  },
  {
    id: 'INV-15',
    level: 'A',
    how: 'B+C',
    statement:
      'GET /inventory/{id} of a draft, delisted, archived or expired lot is 404, and an expired lot is not in GET /inventory either.',
    section: 'Endpoints > Inventory (anonymized)',
  },
  {
    id: 'INV-16',
    level: 'S',
    how: 'B+C',
    statement: 'A sandbox token reads and writes sandbox data: what it made is there for it.',
    section: 'Authentication',
  },
  {
    id: 'INV-17',
    level: 'A',
    how: 'B+C',
    statement: "The seller's `target_price` is what buyers see as `asking_price`, `amount` and `firm` alike.",
    section: 'Resources and their fields > Inventory (anonymized listing)',
  },
  {
    id: 'INV-18',
    level: 'D',
    how: 'B+C',
    statement:
      "A listing's id is the same in /me/inventory and /inventory (else a `listing_id` or `inventory_id` could not be used).",
    section: 'Resources and their fields > Inventory (anonymized listing)',
  },
  {
    id: 'INV-19',
    level: 'D',
    how: 'B+C',
    statement:
      'What the seller submits (commodity, variety, grade, crop_year, is_organic, quality, quantity_mt) is what buyers read (from LST-9 and INV-2).',
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
  {
    id: 'INV-20',
    level: 'D',
    how: 'B',
    statement:
      'The fields that may be null (variety, grade, crop_year, asking_price, location, expires_at) are there, as null (from INV-2: "or null").',
    section: 'Resources and their fields > Inventory (anonymized listing)',
  },
  {
    id: 'INV-21',
    level: 'D',
    how: 'B+C',
    statement: 'Listings that tie keep one order from read to read of an unchanged collection (from PAGE-15).',
    section: 'Endpoints > Inventory (anonymized)',
  },
  {
    id: 'INV-22',
    level: 'D',
    how: 'B+C',
    statement: 'A draft, a delisted and an archived lot are not in GET /inventory (from LST-3: `listed` means published).',
    section: 'States and transitions > Seller listing',
  },
  {
    id: 'INV-23',
    level: 'D',
    how: 'B+C',
    statement:
      'The modes are apart both ways: a token of one never sees listings, bids, trades or subscriptions of the other (from INV-16). Market data, grades, commodities, teams and locations may be shared.',
    section: 'Authentication',
  },
  {
    id: 'INV-24',
    level: 'A',
    how: 'B',
    statement:
      'Bounds are inclusive; a listing that lacks the value a filter asks for does not match it; slugs, grades and provinces compare without regard to case.',
    section: 'Endpoints > Inventory (anonymized)',
  },
  {
    id: 'INV-25',
    level: 'A',
    how: 'B+C',
    statement:
      "An id of the other mode is 404, and every list, that of subscriptions included, shows only the token's own mode; market data, grades and commodities are shared.",
    section: 'Authentication',
  },
] as const satisfies readonly ClauseRow[];
