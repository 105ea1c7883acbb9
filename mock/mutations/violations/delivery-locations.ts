import { onBody, onCaller, onField, refusingField, violations, withoutField, withoutScopes } from './kit/index.ts';
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
    ({ team_id }) => (team_id === null ? { team_id: personas.elevator.team_id } : {}),
  ),
  'DLOC-3/first-alone: POST /inventory/{id}/bids accepts the first delivery location only.': refusingField(
    'placeBid',
    'delivery_location_id',
    'is not known',
    async (id, _fields, { db }) => {
      const first = await db.selectFrom('delivery_locations').select('id').orderBy('id').executeTakeFirstOrThrow();
      return id !== undefined && id !== first.id;
    },
  ),
  'DLOC-3/not-in-cash-bids: POST /cash-bids rejects `delivery_location_id`.': refusingField(
    'createCashBid',
    'delivery_location_id',
    'is not known',
    (id) => id !== undefined,
  ),
});
