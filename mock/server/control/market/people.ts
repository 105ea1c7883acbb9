import { sql } from 'kysely';
import { z } from 'zod';
import { controlOperation } from '../endpoint/operation.ts';
import { offset } from '../journal/request-filter.ts';

const PAGE_DEFAULT = 50;
const PAGE_MAX = 500;
const Page = z.strictObject({
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE_DEFAULT),
  offset,
  search: z.string().max(200).optional().meta({ description: 'Part of the id, name, or email address.' }),
});

/** A LIKE pattern that matches the text anywhere, without wildcards inside. */
export function patternOf(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

export const PEOPLE = [
  controlOperation('get', '/users', {
    summary: 'List the users with their teams',
    query: Page,
    act: async ({ world: { store }, query }) => {
      let rows = store.reader.selectFrom('users');
      if (query.search !== undefined)
        rows = rows.where(
          sql<boolean>`lower(id || ' ' || name || ' ' || email) like lower(${patternOf(query.search)}) escape '\\'`,
        );
      const { total } = await rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      // Developer users first.
      const users = await rows
        .selectAll()
        .orderBy(sql`id not like 'usr_de00%'`)
        .orderBy('id')
        .limit(query.limit)
        .offset(query.offset)
        .execute();
      const ids = users.map(({ id }) => id);
      const memberships = await store.reader
        .selectFrom('memberships')
        .selectAll()
        .where('user_id', 'in', ids)
        .orderBy('team_id')
        .execute();
      const byUser = Map.groupBy(memberships, ({ user_id }) => user_id);
      const items = users.map((user) => ({
        ...user,
        teams: (byUser.get(user.id) ?? []).map(({ team_id, role }) => ({ team_id, role })),
      }));
      return { items, limit: query.limit, offset: query.offset, total };
    },
  }),
  controlOperation('get', '/teams', {
    summary: 'List the teams',
    query: Page,
    act: async ({ world: { store }, query }) => {
      let rows = store.reader.selectFrom('teams');
      if (query.search !== undefined)
        rows = rows.where(sql<boolean>`lower(id || ' ' || name) like lower(${patternOf(query.search)}) escape '\\'`);
      const { total } = await rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const teams = await rows
        .selectAll()
        .orderBy(sql`id not like 'tm_de00%'`)
        .orderBy('id')
        .limit(query.limit)
        .offset(query.offset)
        .execute();
      const items = teams.map((team) => ({
        ...team,
        is_verified_elevator: team.is_verified_elevator === 1,
        has_good_credit: team.has_good_credit === 1,
      }));
      return { items, limit: query.limit, offset: query.offset, total };
    },
  }),
];
