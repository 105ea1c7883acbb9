import type { ClauseRow } from './clause.ts';

/** FARM: farms. */
export const FARM = [
  {
    id: 'FARM-1',
    level: 'S',
    how: 'B',
    statement: 'GET /me/farms: listings.read or farms.read; opaque without farms.read.',
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
  {
    id: 'FARM-2',
    level: 'S',
    how: 'B',
    statement:
      'POST /me/farms: farms.write, 201; name, nearest_city, nearest_province strings, latitude, longitude numbers, all required: each one missing alone gets 422 with an entry for it.',
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
  {
    id: 'FARM-3',
    level: 'S',
    how: 'B',
    statement:
      "GET /me/farms/{id}: farms.read, 404 for another's. PATCH: farms.write, any subset of the fields, 404 for another's.",
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
  {
    id: 'FARM-4',
    level: 'A',
    how: 'B',
    statement:
      'Latitude within ±90, longitude within ±180, else 422. Farm (assumed): id, name, latitude, longitude, nearest_city, nearest_province, created_at. Opaque form: id, location. The list is the paging object.',
    section: 'Resources and their fields > Farm',
  },
  {
    id: 'FARM-5',
    level: 'D',
    how: 'B+C',
    statement:
      'The opaque id of a farm is its `farm_id` for POST /me/inventory (else a partner without farms.read could not submit).',
    section: 'Endpoints > Seller listings and farms (approved partners)',
  },
  {
    id: 'FARM-6',
    level: 'D',
    how: 'B',
    statement:
      'The full form names its fields as the create body does: name, latitude, longitude, nearest_city, nearest_province (from PRIV-8 and FARM-2).',
    section: 'Resources and their fields > Farm',
  },
] as const satisfies readonly ClauseRow[];
