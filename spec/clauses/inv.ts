import type { ClauseTable } from './clause.ts';

/** INV: anonymized inventory. */
export const INV = {
  'Endpoints > Inventory (anonymized)': [
    'INV-1 | S | B | GET /inventory requires inventory.read and returns a paging object of Inventory.',
    'INV-3 | S | B | `commodity` filters by comma-separated slugs (matching any of them).',
    'INV-4 | S | B | `grade` filters by grade code.',
    'INV-5 | S | B | `min_quantity`/`max_quantity` bound the quantity, in tonnes unless `units` says otherwise (FMT-8). (Values equal to a bound are not checked.)',
    'INV-6 | S | B | `province` filters by province.',
    'INV-7 | S | B+C | `near=lat,lng,radius_km` filters by distance to the city centroid. (The centroids are not stated, so metamorphic relations are checked, excluding listings with a null location.)',
    'INV-8 | S | B | `crop_year`, `is_organic`, and `min_protein` filter the listings. (Values equal to the bound and a null protein or crop year are not checked.)',
    'INV-9 | S | B | `sort` is one of price, -price, quantity, -quantity, listed_at, or -listed_at and orders the listings accordingly.',
    'INV-10 | A | B | Unpriced listings sort last in both directions; ties are broken by id, so that pages are stable; the default sort is -listed_at; a malformed filter returns 400 `invalid_filter` naming the field.',
    'INV-11 | D | B+C | Filters combine: every item matches all filters, and no match is missing (from INV-3 to INV-8 and PAGE-4).',
    'INV-14 | S | B | GET /inventory/{id} takes `units` and returns `{ data: Inventory }`, or 404 if the listing is missing.',
    'INV-15 | A | B+C | GET /inventory/{id} returns 404 for a draft, delisted, archived, or expired lot, and GET /inventory does not include expired lots either.',
    'INV-21 | D | B+C | Tied listings keep the same order across reads of an unchanged collection (from PAGE-15).',
    'INV-24 | A | B | Bounds are inclusive; a listing without a value for a filtered field does not match; slugs, grades, and provinces are compared case-insensitively.',
  ],
  'Resources and their fields > Inventory (anonymized listing)': [
    'INV-2 | S | B | Inventory has the fields and types given in the document: id, commodity, variety, grade, is_organic, crop_year, quantity_mt, quantity, asking_price, quality, location, listed_at, expires_at. Those that cannot be null (id, commodity, is_organic, quantity_mt, quantity, quality, listed_at) are always present.',
    "INV-17 | A | B+C | Buyers see the seller's `target_price` as `asking_price`, both `amount` and `firm`.",
    'INV-18 | D | B+C | A listing has the same id in /me/inventory and /inventory (otherwise, a `listing_id` or `inventory_id` could not be used).',
    'INV-20 | D | B | Nullable fields (variety, grade, crop_year, asking_price, location, expires_at) are present, as null if they have no value (from INV-2: "or null").',
  ],
  'Resources and their fields > InventoryFilters': [
    'INV-12 | S | B | GET /inventory/filters requires inventory.read and returns `commodities` (array of Commodity), `grades` and `provinces` (arrays of string), and `crop_years` (array of integer), unwrapped or under `data` (CONV-9).',
    'INV-13 | A | B | The filters are exactly the values that occur in the listings that the caller can list.',
  ],
  Authentication: [
    'INV-16 | S | B+C | A sandbox token reads and writes sandbox data: whatever it creates is available to it.',
    'INV-23 | D | B+C | The modes are separate in both directions: a token of one mode never sees listings, bids, or trades of the other (from INV-16). GET /webhooks may list the subscriptions of both modes. Market data, grades, commodities, teams, and locations may be shared.',
    "INV-25 | A | B+C | An id of the other mode returns 404, and every list, including the list of subscriptions, shows only the token's own mode; market data, grades, and commodities are shared.",
  ],
  'Endpoints > Seller listings and farms (approved partners)': [
    'INV-19 | D | B+C | What the seller submits (commodity, variety, grade, crop_year, is_organic, quality, quantity_mt) is what buyers read (from LST-9 and INV-2).',
  ],
  'States and transitions > Seller listing': [
    'INV-22 | D | B+C | Draft, delisted, and archived lots are not in GET /inventory (from LST-3: `listed` means published).',
  ],
} as const satisfies ClauseTable;
