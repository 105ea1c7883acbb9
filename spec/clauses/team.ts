import type { ClauseRow } from './clause.ts';

/** TEAM: teams. */
export const TEAM = [
  {
    id: 'TEAM-1',
    level: 'S',
    how: 'B',
    statement: "GET /teams: teams.read, 200 list of the user's teams with roles.",
    section: 'Endpoints > Teams',
  },
  {
    id: 'TEAM-2',
    level: 'S',
    how: 'B',
    statement: 'GET /teams/{id}: teams.read, `{ data: Team }`; 404 where there is none.',
    section: 'Endpoints > Teams',
  },
  {
    id: 'TEAM-3',
    level: 'A',
    how: 'B',
    statement:
      'Team (assumed): id, name, role (owner, admin, member), type (elevator, buyer), is_verified_elevator, created_at; the list is the paging object.',
    section: 'Resources and their fields > Team',
  },
  {
    id: 'TEAM-4',
    level: 'S',
    how: 'B',
    statement:
      "A team is returned with the user's role in it, in the list and alone. (The field's name is not stated: information only.)",
    section: 'Resources and their fields > Team',
  },
  {
    id: 'TEAM-5',
    level: 'S',
    how: 'B+C',
    statement: 'GET /teams/{id} of a team the user is not in: 404.',
    section: 'Endpoints > Teams',
  },
  {
    id: 'TEAM-6',
    level: 'A',
    how: 'B',
    statement:
      'GET /teams answers all teams of the user, whatever team the token is bound to; for a seller without any, an empty list.',
    section: 'Endpoints > Teams',
  },
] as const satisfies readonly ClauseRow[];
