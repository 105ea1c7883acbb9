import type { ClauseRow } from './clause.ts';

/** FMT: field formats. */
export const FMT = [
  {
    id: 'FMT-1',
    level: 'S',
    how: 'B',
    statement: 'Money is `{ amount: number, currency: string, unit: string }`, plus `firm: boolean or null` on asking prices.',
    section: 'Resources and their fields > Money',
  },
  {
    id: 'FMT-2',
    level: 'S',
    how: 'B',
    statement: 'Commodity is `{ slug, name }`, both strings.',
    section: 'Resources and their fields > Commodity',
  },
  {
    id: 'FMT-3',
    level: 'S',
    how: 'B',
    statement: 'protein, moisture, test_weight, dockage and falling_number of Quality are each a number, null, or absent.',
    section: 'Resources and their fields > Quality (all fields optional and nullable numbers)',
  },
  {
    id: 'FMT-4',
    level: 'S',
    how: 'B',
    statement:
      'Location is `{ province, nearest_city }`, both strings, with nothing finer and nothing that names a seller or farm.',
    section: 'Resources and their fields > Location (coarse only)',
  },
  {
    id: 'FMT-5',
    level: 'S',
    how: 'B',
    statement: 'DateWindow is `{ from, to }`, both `YYYY-MM-DD`.',
    section: 'Resources and their fields > DateWindow',
  },
  {
    id: 'FMT-6',
    level: 'S',
    how: 'B',
    statement:
      '`listed_at` and `expires_at` of inventory, `created_at` of delivery records and envelopes, and `expires_at` in a PlaceBid are ISO 8601, in any of its forms.',
    section: 'Resources and their fields',
  },
  {
    id: 'FMT-7',
    level: 'A',
    how: 'B',
    statement: 'Quantity is `{ amount: number, unit: string }`. Currency is CAD.',
    section: 'Resources and their fields > Inventory (anonymized listing)',
  },
  {
    id: 'FMT-8',
    level: 'S',
    how: 'B+C',
    statement:
      '`units` defaults to MT, changes the unit of the rendered `quantity`, and interprets `min_quantity`/`max_quantity`; `quantity_mt` stays tonnes whatever `units` says. (Where no other unit and no key of the amount is configured: no `units` equals `units=MT`, and `quantity_mt` never changes.)',
    section: 'Endpoints > Common query parameters',
  },
  {
    id: 'FMT-9',
    level: 'A',
    how: 'B',
    statement:
      "`units` accepts MT, BU (bushel, by the Canadian Grain Commission's standard bushel weight of the commodity), LB, CWT and ST; another value gets 400 `invalid_filter`. Prices stay per MT.",
    section: 'Endpoints > Common query parameters',
  },
  {
    id: 'FMT-10',
    level: 'D',
    how: 'B',
    statement: '`expires_at` of bids, `delivered_at` and `started_at` are ISO 8601 too (from FMT-6).',
    section: 'Resources and their fields',
  },
  {
    id: 'FMT-11',
    level: 'D',
    how: 'B',
    statement:
      "A listing's place has no further key, not even a coarser one (a country) or the distance of a `near` search (from PRIV-2: only province and nearest city are given).",
    section: 'Resources and their fields > Location (coarse only)',
  },
] as const satisfies readonly ClauseRow[];
