import { citiesWithin } from '#spec/reference/index';
import type { OPERATIONS } from '#spec';
import type { Refusal } from '../../market/rules/refusal.ts';
import { isRefusal, refuse } from '../../market/rules/refusal.ts';
import type { Handler } from '../http/call.ts';
import { refuseFilter } from '../http/parse-query.ts';
import { findListedLot } from '../../market/store/inventory/inventory.ts';
import { viewData, viewPage } from '../../market/views/envelopes.ts';
import type { PublicLot } from '../../market/records/stored-records.ts';
import { viewInventory } from '../../market/views/parties.ts';
import { viewFilters } from '../../market/views/records.ts';
import { readCommodities } from './query-values.ts';

/** INV-1 */
export const listInventory: Handler<typeof OPERATIONS.listInventory> = {
  act: async ({ world, db, caller, query, linkTo }) => {
    const city_ids = query.near === undefined ? undefined : readNear(query.near);
    if (isRefusal(city_ids)) return city_ids;
    const { commodity, near: _, sort, ...filters } = query;
    const { lots, total } = await world.inventory.page(db, {
      ...filters,
      livemode: caller.livemode,
      commodities: readCommodities(commodity),
      city_ids,
      sort: sort ?? '-listed_at', // INV-10
    });
    const items = lots.map((lot) => viewInventory(lot, query.units));
    return viewPage(items, { ...query, total }, linkTo);
  },
};

/** Like the other numbers of a query: not hexadecimal, no exponent. */
const DECIMAL = /^ *[+-]?(?:\d{1,5}(?:\.\d{0,20})?|\.\d{1,20}) *$/;

/** INV-7, PRIV-3: the towns whose centroid lies within the radius, or 400 if the filter is not a valid `lat,lng,radius_km`. */
function readNear(near: string): number[] | Refusal {
  const parts = near.split(',').map((part) => (DECIMAL.test(part) ? Number(part) : Number.NaN));
  const [latitude, longitude, radius_km] = parts;
  const is_valid =
    parts.length === 3 &&
    latitude !== undefined &&
    Math.abs(latitude) <= 90 &&
    longitude !== undefined &&
    Math.abs(longitude) <= 180 &&
    radius_km !== undefined &&
    radius_km >= 0 &&
    radius_km <= 20_100;
  if (is_valid) return citiesWithin(latitude, longitude, radius_km);
  return refuseFilter({
    field: 'near',
    message: 'must be lat,lng,radius_km: degrees within 90 and 180, and a radius of 0 to 20100 km',
  });
}

export const getInventoryFilters: Handler<typeof OPERATIONS.getInventoryFilters> = {
  act: async ({ world, db, caller }) => viewData(viewFilters(await world.inventory.readFilterValues(db, caller.livemode))),
};

/** INV-14 */
export const getInventory: Handler<typeof OPERATIONS.getInventory, PublicLot> = {
  find: async ({ db, caller, path }) => (await findListedLot(db, path['id'] ?? '', caller.livemode)) ?? refuse('not_found'),
  act: ({ query }, lot) => viewData(viewInventory(lot, query.units)),
};
