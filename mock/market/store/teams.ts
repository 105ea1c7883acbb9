import type { Reader, Row } from '../records/tables.ts';
import { prepareQuery, queryCompiler } from './engine/compiled-query.ts';

export interface Membership {
  team: Row<'teams'>;
  role: Row<'memberships'>['role'];
}

/** TEAM-6: every team of a user with its role there, oldest first. */
export async function teamsOf(db: Reader, user_id: string): Promise<Membership[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('teams', 'teams.id', 'memberships.team_id')
    .selectAll('teams')
    .select('memberships.role')
    .where('memberships.user_id', '=', user_id)
    .orderBy('teams.created_at')
    .orderBy('teams.id')
    .execute();
  return rows.map(({ role, ...team }) => ({ team, role }));
}

const selectTeam = prepareQuery((id: string) => queryCompiler.selectFrom('teams').selectAll().where('id', '=', id).compile());

export async function findTeam(db: Reader, id: string): Promise<Row<'teams'> | undefined> {
  return (await selectTeam(db, id))[0];
}

const selectRole = prepareQuery((team_id: string, user_id: string) =>
  queryCompiler.selectFrom('memberships').select('role').where('team_id', '=', team_id).where('user_id', '=', user_id).compile(),
);

export async function isMember(db: Reader, team_id: string, user_id: string): Promise<boolean> {
  return (await selectRole(db, team_id, user_id)).length > 0;
}

/** DLOC-2: the delivery locations of a team, by id. */
export const locationsOf = prepareQuery((team_id: string) =>
  queryCompiler.selectFrom('delivery_locations').selectAll().where('team_id', '=', team_id).orderBy('id').compile(),
);
