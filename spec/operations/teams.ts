import { dataOf, pageOf } from '../resources/envelopes.ts';
import { Team } from '../resources/teams.ts';
import { operation } from './operation.ts';
import { paging } from './parameters.ts';

export const TEAMS = {
  listTeams: operation({
    method: 'get',
    path: '/teams',
    area: 'teams',
    summary: "List the user's teams",
    scopes: { all: ['teams.read'] },
    query: { ...paging },
    success: { status: 200, description: 'The teams, each with the role of the user.', schema: pageOf(Team) },
    listed_errors: [401, 403],
    clauses: ['TEAM-1', 'TEAM-4'],
    assumed: 'TEAM-3',
  }),

  getTeam: operation({
    method: 'get',
    path: '/teams/{id}',
    area: 'teams',
    summary: "Read one of the user's teams",
    scopes: { all: ['teams.read'] },
    path_parameters: { id: 'Team id.' },
    success: { status: 200, description: 'The team.', schema: dataOf(Team) },
    listed_errors: [401, 403, 404],
    errors: ['not_found'],
    clauses: ['TEAM-2', 'TEAM-4', 'TEAM-5'],
    assumed: 'TEAM-3',
  }),
};
