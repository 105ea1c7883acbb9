import type { ClauseTable } from './clause.ts';

/** DLOC: delivery locations. */
export const DLOC = {
  'Resources and their fields > Delivery location': [
    'DLOC-1 | S | B | GET /delivery-locations requires locations.read and returns `{ items: [ {id, name, formatted, city, province} ] }`; id is an integer, and the other four are strings.',
  ],
  'Endpoints > Delivery locations': [
    "DLOC-2 | S | B+C | The list contains only the caller's own elevator delivery locations.",
    "DLOC-3 | S | B | A location's integer id is accepted as delivery_location_id for non-FOB bids and for cash bids.",
  ],
} as const satisfies ClauseTable;
