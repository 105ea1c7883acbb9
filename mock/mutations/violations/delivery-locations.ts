import {
  fieldsOf,
  onBody,
  onCaller,
  onField,
  refuseFields,
  refusing,
  violations,
  withoutField,
  withoutScopes,
} from './kit/index.ts';
import { personas } from '#fixtures/personas';

export const DELIVERY_LOCATIONS = violations({
  'DLOC-1/ids-as-text: Ids of delivery locations are strings.': onField('listDeliveryLocations', 'id', String),
  'DLOC-1/unformatted: Delivery locations have no formatted address.': withoutField('listDeliveryLocations', 'formatted'),
  'DLOC-1/bare: Delivery locations are no object with `items`.': onBody('listDeliveryLocations', ({ items }) => items),
  'DLOC-1/no-scope-needed: Delivery locations need no scope.': withoutScopes('listDeliveryLocations'),
  'DLOC-2/everybodys: The locations of all elevators are shown.': onBody('listDeliveryLocations', async (page, { db }) => {
    const all = await db.selectFrom('delivery_locations').selectAll().orderBy('id').limit(page.limit).execute();
    const items = all.map(({ id, name, formatted, city, province }) => ({ id, name, formatted, city, province }));
    return { ...page, items, total: items.length };
  }),
  "DLOC-2/shown-to-sellers: A seller is shown an elevator's locations.": onCaller('listDeliveryLocations', (caller) =>
    caller.team_id === null ? { ...caller, team_id: personas.elevator.team_id } : caller,
  ),
  'DLOC-3/first-alone: Bids go to the first location alone.': refusing('placeBid', async ({ incoming, db }) => {
    const id = fieldsOf(incoming)['delivery_location_id'];
    if (id === undefined) return undefined;
    const first = await db.selectFrom('delivery_locations').select('id').orderBy('id').executeTakeFirstOrThrow();
    return id === first.id ? undefined : refuseFields({ field: 'delivery_location_id', message: 'is not known' });
  }),
  'DLOC-3/not-in-cash-bids: A cash bid takes no delivery location.': refusing('createCashBid', ({ incoming }) =>
    fieldsOf(incoming)['delivery_location_id'] === undefined
      ? undefined
      : refuseFields({ field: 'delivery_location_id', message: 'is not known' }),
  ),
});
