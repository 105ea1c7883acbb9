import type { OPERATIONS } from '#spec';
import { refuse } from '../../market/rules/refusal.ts';
import type { Reader } from '../../market/records/tables.ts';
import type { Caller, Handler } from '../http/call.ts';
import type { Membership } from '../../market/store/teams.ts';
import { teamsOf } from '../../market/store/teams.ts';
import { viewData, viewPage } from '../../market/views/envelopes.ts';
import { viewTeam } from '../../market/views/records.ts';

/** TEAM-6: all teams of the user, not only the token's team. A client-credentials token has no user and no teams. */
async function ownTeams({ db, caller }: { db: Reader; caller: Caller }): Promise<Membership[]> {
  return caller.user_id === null ? [] : teamsOf(db, caller.user_id);
}

/** TEAM-1 */
export const listTeams: Handler<typeof OPERATIONS.listTeams> = {
  act: async (call) => {
    const { limit, offset } = call.query;
    const own = await ownTeams(call);
    const items = own.slice(offset, offset + limit).map(({ team, role }) => viewTeam(team, role)); // TEAM-4
    return viewPage(items, { limit, offset, total: own.length }, call.linkTo);
  },
};

/** TEAM-2 */
export const getTeam: Handler<typeof OPERATIONS.getTeam, Membership> = {
  // TEAM-5: a team without the user is 404.
  find: async (entry) => (await ownTeams(entry)).find(({ team }) => team.id === entry.path['id']) ?? refuse('not_found'),
  act: (_call, { team, role }) => viewData(viewTeam(team, role)),
};
