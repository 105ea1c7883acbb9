import type { OPERATIONS } from '#spec';
import type { Handler } from '../http/call.ts';
import { teamOf } from '../http/call.ts';
import { locationsOf } from '../../market/store/teams.ts';
import { viewPage } from '../../market/views/envelopes.ts';
import { viewDeliveryLocation } from '../../market/views/records.ts';

export const listDeliveryLocations: Handler<typeof OPERATIONS.listDeliveryLocations> = {
  act: async ({ db, caller, query: { limit, offset }, linkTo }) => {
    // DLOC-2, AUTH-21: the team's own; a team without an elevator has none.
    const own = await locationsOf(db, teamOf(caller));
    const items = own.slice(offset, offset + limit).map(viewDeliveryLocation);
    return viewPage(items, { limit, offset, total: own.length }, linkTo);
  },
};
