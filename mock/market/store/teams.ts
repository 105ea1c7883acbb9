import type { Reader, Row } from '../records/tables.ts';

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

export async function findTeam(db: Reader, id: string): Promise<Row<'teams'> | undefined> {
  return db.selectFrom('teams').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function isMember(db: Reader, team_id: string, user_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('memberships')
    .select('role')
    .where('team_id', '=', team_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return row !== undefined;
}

/** DLOC-2: the delivery locations of a team, by id. */
export async function locationsOf(db: Reader, team_id: string): Promise<Row<'delivery_locations'>[]> {
  return db.selectFrom('delivery_locations').selectAll().where('team_id', '=', team_id).orderBy('id').execute();
}
