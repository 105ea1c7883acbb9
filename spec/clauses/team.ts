import type { ClauseTable } from './clause.ts';

/** TEAM: teams. */
export const TEAM = {
  'Endpoints > Teams': [
    "TEAM-1 | S | B | GET /teams requires teams.read and returns 200 with the list of the user's teams with roles.",
    'TEAM-2 | S | B | GET /teams/{id} requires teams.read and returns `{ data: Team }`, or 404 if there is no such team.',
    'TEAM-5 | S | B+C | GET /teams/{id} returns 404 for a team that the user is not in.',
    "TEAM-6 | A | B | GET /teams returns all of the user's teams, whichever team the token is bound to; for a seller without a team, an empty list.",
  ],
  'Resources and their fields > Team': [
    'TEAM-3 | A | B | Team (assumed): id, name, role (owner, admin, member), type (elevator, buyer), is_verified_elevator, created_at; the list is the paging object.',
    "TEAM-4 | S | B | A team is returned with the user's role in it, both in the list and individually. (The field's name is not stated: information only.)",
  ],
} as const satisfies ClauseTable;
