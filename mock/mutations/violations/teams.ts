import {
  asOwner,
  onBody,
  refuseAs,
  refusing,
  revealing,
  unwrapped,
  violations,
  withBodyFields,
  withoutScopes,
} from './kit/index.ts';

export const TEAMS = violations({
  'TEAM-1/everybodys: All teams are listed.': onBody('listTeams', async (page, { db }) => {
    const teams = await db.selectFrom('teams').selectAll().orderBy('id').limit(page.limit).execute();
    const items = teams.map(({ id, name }) => ({ id, name, role: 'member' }));
    return { ...page, items, total: items.length };
  }),
  'TEAM-1/none: No teams are listed.': withBodyFields('listTeams', { items: [], total: 0 }),
  'TEAM-1/no-scope-needed: Teams need no scope.': withoutScopes('listTeams'),
  'TEAM-2/own-is-missing: A team cannot be read alone.': refusing('getTeam', ({ incoming }) =>
    incoming.authorization === undefined ? undefined : 'not_found',
  ),
  'TEAM-2/missing-is-forbidden: A team that is not there is forbidden.': refuseAs('getTeam', 'not_found', 'insufficient_scope'),
  'TEAM-2/bare: A team is answered without `data` around it.': unwrapped('getTeam'),
  'TEAM-2/no-scope-needed: A team needs no scope.': withoutScopes('getTeam'),
  'TEAM-5/strangers-read: Anybody reads any team.': asOwner('getTeam'),
  'TEAM-5/strangers-forbidden: A team that the user is not in is forbidden.': revealing('getTeam'),
});
