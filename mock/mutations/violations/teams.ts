import {
  asOwner,
  findOwner,
  findRow,
  findRows,
  idIn,
  onBody,
  onCaller,
  refusing,
  revealing,
  unwrapped,
  violations,
  withBodyFields,
  withoutScopes,
} from './kit/index.ts';

export const TEAMS = violations({
  'TEAM-1/everybodys: GET /teams lists every team.': onBody('listTeams', async (page, { db }) => {
    const teams = await db.selectFrom('teams').selectAll().orderBy('id').limit(page.limit).execute();
    const items = teams.map(({ id, name }) => ({ id, name, role: 'member' }));
    return { ...page, items, total: items.length };
  }),
  'TEAM-1/none: GET /teams lists no team.': withBodyFields('listTeams', { items: [], total: 0 }),
  'TEAM-1/no-scope-needed: GET /teams requires no scope.': withoutScopes('listTeams'),
  "TEAM-2/own-is-missing: GET /teams/{id} returns 404 for the caller's team.": refusing('getTeam', ({ incoming }) =>
    incoming.authorization === undefined ? undefined : 'not_found',
  ),
  'TEAM-2/bare: GET /teams/{id} omits the `data` envelope.': unwrapped('getTeam'),
  'TEAM-2/no-scope-needed: GET /teams/{id} requires no scope.': withoutScopes('getTeam'),
  'TEAM-5/strangers-read: GET /teams/{id} returns a team that the user does not belong to.': asOwner('getTeam'),
  'TEAM-5/sellers-read-buyers: GET /teams/{id} returns the team of a buyer with which the user has a trade.': onCaller(
    'getTeam',
    async (caller, context) => {
      const { db, incoming } = context;
      const sold = { buyer_team_id: idIn(incoming.path), seller_user_id: caller.user_id ?? '' };
      return (await findRow(db, 'trades', sold)) === undefined ? caller : ((await findOwner(caller, context)) ?? caller);
    },
  ),
  'TEAM-5/buyers-read-sellers: GET /teams/{id} returns a team of a seller with which the team has a trade.': onCaller(
    'getTeam',
    async (caller, context) => {
      const { db, incoming } = context;
      for (const { user_id } of await findRows(db, 'memberships', { team_id: idIn(incoming.path) })) {
        const bought = { buyer_team_id: caller.team_id ?? '', seller_user_id: user_id };
        if ((await findRow(db, 'trades', bought)) !== undefined) return (await findOwner(caller, context)) ?? caller;
      }
      return caller;
    },
  ),
  'TEAM-5/strangers-forbidden: GET /teams/{id} returns 403 instead of 404 for another team.': revealing('getTeam'),
});
