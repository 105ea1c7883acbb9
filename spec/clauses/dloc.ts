import type { ClauseRow } from './clause.ts';

/** DLOC: delivery locations. */
export const DLOC = [
  {
    id: 'DLOC-1',
    level: 'S',
    how: 'B',
    statement:
      'GET /delivery-locations: locations.read, `{ items: [ {id, name, formatted, city, province} ] }`, id an integer, the other four strings.',
    section: 'Resources and their fields > Delivery location',
  },
  {
    id: 'DLOC-2',
    level: 'S',
    how: 'B+C',
    statement: "Only the caller's own elevator delivery locations.",
    section: 'Endpoints > Delivery locations',
  },
  {
    id: 'DLOC-3',
    level: 'S',
    how: 'B',
    statement: 'Its integer id is accepted as delivery_location_id for non-FOB bids and for cash bids.',
    section: 'Endpoints > Delivery locations',
  },
] as const satisfies readonly ClauseRow[];
