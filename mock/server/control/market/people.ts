import { sql } from 'kysely';
import { z } from 'zod';
import type { Reader, Row } from '../../../market/records/tables.ts';
import { controlOperation } from '../endpoint/operation.ts';

const PAGE_DEFAULT = 50;
const PAGE_MAX = 500;
const Page = z.strictObject({
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE_DEFAULT),
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  search: z.string().max(200).optional().meta({ description: 'Part of the id, name, or email address.' }),
});

/** A LIKE pattern that matches the text anywhere, without wildcards inside. */
export function patternOf(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

async function teamsOfEach(
  db: Reader,
  users: readonly Row<'users'>[],
): Promise<Map<string, { team_id: string; role: string }[]>> {
  const rows = await db
    .selectFrom('memberships')
    .selectAll()
    .where(
      'user_id',
      'in',
      users.map(({ id }) => id),
    )
    .orderBy('team_id')
    .execute();
  const teams = new Map<string, { team_id: string; role: string }[]>();
  for (const { user_id, team_id, role } of rows) teams.set(user_id, [...(teams.get(user_id) ?? []), { team_id, role }]);
  return teams;
}

export const PEOPLE = [
  controlOperation({
    method: 'get',
    path: '/users',
    summary: 'List the users with their teams',
    query: Page,
    act: async ({ world, query: { limit, offset, search } }) => {
      const { reader: db } = world.store;
      let rows = db.selectFrom('users');
      if (search !== undefined)
        rows = rows.where(sql<boolean>`lower(id || ' ' || name || ' ' || email) like lower(${patternOf(search)}) escape '\\'`);
      const { total } = await rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      // Developer users first.
      const users = await rows
        .selectAll()
        .orderBy(sql`id not like 'usr_de00%'`)
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute();
      const teams = await teamsOfEach(db, users);
      return { items: users.map((user) => ({ ...user, teams: teams.get(user.id) ?? [] })), limit, offset, total };
    },
  }),
  controlOperation({
    method: 'get',
    path: '/teams',
    summary: 'List the teams',
    query: Page,
    act: async ({ world, query: { limit, offset, search } }) => {
      let rows = world.store.reader.selectFrom('teams');
      if (search !== undefined)
        rows = rows.where(sql<boolean>`lower(id || ' ' || name) like lower(${patternOf(search)}) escape '\\'`);
      const { total } = await rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const teams = await rows
        .selectAll()
        .orderBy(sql`id not like 'tm_de00%'`)
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute();
      const items = teams.map((team) => ({
        ...team,
        is_verified_elevator: team.is_verified_elevator === 1,
        has_good_credit: team.has_good_credit === 1,
      }));
      return { items, limit, offset, total };
    },
  }),
];
