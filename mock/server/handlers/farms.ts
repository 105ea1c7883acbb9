import type { OPERATIONS } from '#spec';
import { findFarmErrors, checkFarm, buildFarm } from '../../market/rules/farms.ts';
import type { FarmSeller } from '../../market/rules/farms.ts';
import type { Refusal } from '../../market/rules/refusal.ts';
import { isRefusal, refuse } from '../../market/rules/refusal.ts';
import type { Caller, Entry, Handler } from '../http/call.ts';
import { canReadFarms, userOf } from '../http/call.ts';
import type { FarmOwner } from '../../market/store/farms.ts';
import * as store from '../../market/store/farms.ts';
import type { Reader, Row } from '../../market/records/tables.ts';
import { viewData, viewPage } from '../../market/views/envelopes.ts';
import { viewFarm, viewFullFarm } from '../../market/views/parties.ts';

function ownerOf(caller: Caller): FarmOwner {
  return { user_id: userOf(caller), livemode: caller.livemode };
}

/** The names and farms that the rules compare a farm with. @param id the farm that changes; undefined for a new one */
async function comparisonOf(
  { db, caller }: Pick<Entry<Reader>, 'db' | 'caller'>,
  id?: string,
): Promise<[FarmSeller, { id?: string; can_read_farms: boolean }]> {
  const seller = await store.readFarmSeller(db, userOf(caller));
  return [seller, { ...(id === undefined ? {} : { id }), can_read_farms: canReadFarms(caller) }];
}

/** FARM-3: another user's farm gets 404. */
async function findOwn({ db, caller, path }: Entry<Reader>): Promise<Row<'farms'> | Refusal> {
  return (await store.findFarm(db, ownerOf(caller), path['id'] ?? '')) ?? refuse('not_found');
}

export const listFarms: Handler<typeof OPERATIONS.listFarms> = {
  act: async ({ db, caller, query: { limit, offset }, linkTo }) => {
    const { farms, total } = await store.pageFarms(db, ownerOf(caller), limit, offset);
    // FARM-1, PRIV-8
    const items = farms.map((farm) => viewFarm(farm, canReadFarms(caller)));
    return viewPage(items, { limit, offset, total }, linkTo);
  },
};

export const createFarm: Handler<typeof OPERATIONS.createFarm> = {
  findErrors: async (call) => findFarmErrors(call.body, ...(await comparisonOf(call))),
  act: async (call) => {
    const { world, db, caller, now } = call;
    const fields = checkFarm(call.body, ...(await comparisonOf(call)));
    if (isRefusal(fields)) return fields;

    const id = await world.ids.next(db, 'farm'); // FARM-5
    const farm = buildFarm(fields, { id, ...ownerOf(caller) }, now);
    await store.insertFarm(db, farm);
    return viewData(viewFarm(farm, canReadFarms(caller))); // PRIV-14
  },
};

export const getFarm: Handler<typeof OPERATIONS.getFarm, Row<'farms'>> = {
  find: findOwn,
  act: (_call, farm) => viewData(viewFullFarm(farm)),
};

export const updateFarm: Handler<typeof OPERATIONS.updateFarm, Row<'farms'>> = {
  find: findOwn,
  findErrors: async (call, { id }) => findFarmErrors(call.body, ...(await comparisonOf(call, id))),
  act: async (call, farm) => {
    const { db, caller } = call;
    const change = checkFarm(call.body, ...(await comparisonOf(call, farm.id)));
    if (isRefusal(change)) return change;

    // Lots keep the place that they were submitted with. Buyers have bid on grain there, and lots that move together would reveal a shared
    // farm (PRIV-9).
    const changed = await store.updateFarm(db, farm, change);
    return viewData(viewFarm(changed, canReadFarms(caller))); // PRIV-14
  },
};
