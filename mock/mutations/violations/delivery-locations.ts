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
  'DLOC-1/ids-as-text: GET /delivery-locations returns string ids.': onField('listDeliveryLocations', 'id', String),
  'DLOC-1/unformatted: GET /delivery-locations omits `formatted`.': withoutField('listDeliveryLocations', 'formatted'),
  'DLOC-1/bare: GET /delivery-locations returns an array.': onBody('listDeliveryLocations', ({ items }) => items),
  'DLOC-1/no-scope-needed: GET /delivery-locations requires no scope.': withoutScopes('listDeliveryLocations'),
  'DLOC-2/everybodys: GET /delivery-locations lists the locations of every team.': onBody(
    'listDeliveryLocations',
    async (page, { db }) => {
      const all = await db.selectFrom('delivery_locations').selectAll().orderBy('id').limit(page.limit).execute();
      const items = all.map(({ id, name, formatted, city, province }) => ({ id, name, formatted, city, province }));
      return { ...page, items, total: items.length };
    },
  ),
  'DLOC-2/shown-to-sellers: GET /delivery-locations shows a seller the locations of an elevator.': onCaller(
    'listDeliveryLocations',
    (caller) => (caller.team_id === null ? { ...caller, team_id: personas.elevator.team_id } : caller),
  ),
  'DLOC-3/first-alone: POST /inventory/{id}/bids accepts the first delivery location only.': refusing(
    'placeBid',
    async ({ incoming, db }) => {
      const id = fieldsOf(incoming)['delivery_location_id'];
      if (id === undefined) return undefined;
      const first = await db.selectFrom('delivery_locations').select('id').orderBy('id').executeTakeFirstOrThrow();
      return id === first.id ? undefined : refuseFields({ field: 'delivery_location_id', message: 'is not known' });
    },
  ),
  'DLOC-3/not-in-cash-bids: POST /cash-bids rejects `delivery_location_id`.': refusing('createCashBid', ({ incoming }) =>
    fieldsOf(incoming)['delivery_location_id'] === undefined
      ? undefined
      : refuseFields({ field: 'delivery_location_id', message: 'is not known' }),
  ),
});
