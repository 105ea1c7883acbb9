/** The users who can sign in. There are no passwords: on a mock, you can sign in as any user. */
import { personas } from '#fixtures/personas';
import { teamsOf } from '../../market/store/teams.ts';
import type { Flag, Reader, Row } from '../../market/records/tables.ts';

export interface Person {
  id: string;
  name: string;
  email: string;
  /** The name of the persona, such as `buyer`. Undefined for other users. */
  persona: string | undefined;
}

/** The value of a consent without a team (BID-2). */
export const NO_TEAM = 'none';

/** Leaves out `expired`, which is a token, not a user (AUTH-15). */
const PERSONA_USERS: ReadonlyMap<string, string> = new Map(
  Object.entries(personas).flatMap(([name, { user_id }]) => (user_id === null || name === 'expired' ? [] : [[name, user_id]])),
);

function toPerson({ id, name, email }: Row<'users'>): Person {
  const persona = [...PERSONA_USERS].find(([, user_id]) => user_id === id)?.[0];
  return { id, name, email, persona };
}

/** The personas, in their order. */
export async function listPersonas(db: Reader): Promise<Person[]> {
  const ids = [...PERSONA_USERS.values()];
  const rows = await db.selectFrom('users').selectAll().where('id', 'in', ids).execute();
  return rows.map(toPerson).toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/**
 * Finds the user of a hint.
 * @param hint the name of a persona, or the id or email address of a user
 * @param livemode the mode of the client. A sandbox test user can sign in only to sandbox clients (SBX-10), where it takes precedence over another user with the same email address
 */
export async function findPerson(db: Reader, hint: string, livemode: Flag): Promise<Person | undefined> {
  const id = PERSONA_USERS.get(hint) ?? hint;
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', id), eb('email', '=', id)]))
    .$if(livemode === 1, (query) => query.where('created_by_client_id', 'is', null))
    .orderBy('created_by_client_id', (order) => order.desc().nullsLast())
    .orderBy('id')
    .executeTakeFirst();
  return row === undefined ? undefined : toPerson(row);
}

/** AUTH-10: the teams of a user. */
export async function listTeams(db: Reader, user_id: string): Promise<{ id: string; name: string; role: string }[]> {
  const memberships = await teamsOf(db, user_id);
  return memberships.map(({ team, role }) => ({ id: team.id, name: team.name, role }));
}

/**
 * Finds the team of a consent.
 * @param wanted an id, `none`, or undefined for the first team
 * @returns null for no team. Undefined if the user is not in the team
 */
export async function chooseTeam(db: Reader, user_id: string, wanted: string | undefined): Promise<string | null | undefined> {
  if (wanted === NO_TEAM) return null;
  const teams = await listTeams(db, user_id);
  if (wanted === undefined) return teams[0]?.id ?? null;
  return teams.find(({ id }) => id === wanted)?.id;
}

/** AUTH-10: sandbox tokens come from sandbox clients. */
export async function livemodeOf(db: Reader, client_id: string): Promise<Flag> {
  const row = await db.selectFrom('clients').select('livemode').where('id', '=', client_id).executeTakeFirst();
  return row?.livemode ?? 1;
}
