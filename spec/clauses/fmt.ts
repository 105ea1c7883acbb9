import type { ClauseTable } from './clause.ts';

/** FMT: field formats. */
export const FMT = {
  'Resources and their fields > Money': [
    'FMT-1 | S | B | Money is `{ amount: number, currency: string, unit: string }`, plus `firm: boolean or null` on asking prices.',
  ],
  'Resources and their fields > Commodity': ['FMT-2 | S | B | Commodity is `{ slug, name }`, both strings.'],
  'Resources and their fields > Quality (all fields optional and nullable numbers)': [
    'FMT-3 | S | B | In Quality, protein, moisture, test_weight, dockage, and falling_number are each a number, null, or absent.',
  ],
  'Resources and their fields > Location (coarse only)': [
    'FMT-4 | S | B | Location is `{ province, nearest_city }`, both strings, with nothing more precise and nothing that names a seller or farm.',
    "FMT-11 | D | B | A listing's location has no other key, not even a less precise one (a country) or the distance in a `near` search (from PRIV-2: only province and nearest city are given).",
  ],
  'Resources and their fields > DateWindow': ['FMT-5 | S | B | DateWindow is `{ from, to }`, both `YYYY-MM-DD`.'],
  'Resources and their fields': [
    'FMT-6 | S | B | `listed_at` and `expires_at` of inventory, `created_at` of delivery records and envelopes, and `expires_at` in PlaceBid are ISO 8601, in any of its forms.',
    'FMT-10 | D | B | `expires_at` of bids, `delivered_at`, and `started_at` are also ISO 8601 (from FMT-6).',
  ],
  'Resources and their fields > Inventory (anonymized listing)': [
    'FMT-7 | A | B | Quantity is `{ amount: number, unit: string }`. The currency is CAD.',
  ],
  'Endpoints > Common query parameters': [
    'FMT-8 | S | B+C | `units` defaults to MT and sets the unit of the rendered `quantity` and of `min_quantity`/`max_quantity`; `quantity_mt` stays in tonnes regardless of `units`. (If neither another unit nor the key of the amount is configured, checked only as follows: omitting `units` is equivalent to `units=MT`, and `quantity_mt` never changes.)',
    "FMT-9 | A | B | `units` accepts MT, BU (bushels, using the Canadian Grain Commission's standard bushel weight for the commodity), LB, CWT, and ST; any other value returns 400 `invalid_filter`. Prices stay per MT.",
  ],
} as const satisfies ClauseTable;
