import type { ClauseTable } from './clause.ts';

/** FARM: farms. */
export const FARM = {
  'Endpoints > Seller listings and farms (approved partners)': [
    'FARM-1 | S | B | GET /me/farms requires listings.read or farms.read; farms are opaque without farms.read.',
    'FARM-2 | S | B | POST /me/farms requires farms.write and returns 201; name, nearest_city, and nearest_province (strings) and latitude and longitude (numbers) are all required: omitting any one of them returns 422 with an entry for it.',
    "FARM-3 | S | B | GET /me/farms/{id} requires farms.read; PATCH requires farms.write and takes any subset of the fields; both return 404 for someone else's farm.",
    'FARM-5 | D | B+C | The opaque id of a farm is its `farm_id` for POST /me/inventory (otherwise, a partner without farms.read could not submit).',
  ],
  'Resources and their fields > Farm': [
    'FARM-4 | A | B | A latitude outside ±90 or longitude outside ±180 returns 422. Farm (assumed): id, name, latitude, longitude, nearest_city, nearest_province, created_at. Opaque form: id, location. The list is the paging object.',
    'FARM-6 | D | B | The full form has the same field names as the create body: name, latitude, longitude, nearest_city, nearest_province (from PRIV-8 and FARM-2).',
  ],
} as const satisfies ClauseTable;
