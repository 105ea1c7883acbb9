import { sql } from 'kysely';
import { z } from 'zod';
import { containsText } from '../endpoint/contains-text.ts';
import { countRows } from '../../../market/store/count-rows.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { offset } from '../endpoint/query-parameters.ts';

const PAGE_DEFAULT = 50;
const PAGE_MAX = 500;
const Page = z.strictObject({
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE_DEFAULT),
  offset,
  search: z.string().max(200).optional().meta({ description: 'Part of the id, name, or email address.' }),
});

export const PEOPLE = [
  controlOperation('get', '/users', {
    summary: 'List the users with their teams',
    query: Page,
    act: async ({ world, query }) => {
      const { reader } = world.store;
      const { limit, offset: skipped, search } = query;
      let wanted = reader.selectFrom('users');
      if (search !== undefined) wanted = wanted.where(containsText("id || ' ' || name || ' ' || email", search));
      // Developer users first.
      const order = sql`id not like 'usr_de00%'`;
      const rows = await wanted.selectAll().orderBy(order).orderBy('id').limit(limit).offset(skipped).execute();
      const ids = rows.map(({ id }) => id);
      // PostgreSQL has no empty list.
      const memberships =
        ids.length === 0
          ? []
          : await reader.selectFrom('memberships').selectAll().where('user_id', 'in', ids).orderBy('team_id').execute();
      const byUser = Map.groupBy(memberships, ({ user_id }) => user_id);
      const items = rows.map((user) => ({
        ...user,
        teams: (byUser.get(user.id) ?? []).map(({ team_id, role }) => ({ team_id, role })),
      }));
      return { items, limit, offset: skipped, total: await countRows(wanted) };
    },
  }),
  controlOperation('get', '/teams', {
    summary: 'List the teams',
    query: Page,
    act: async ({ world, query: { limit, offset: skipped, search } }) => {
      let wanted = world.store.reader.selectFrom('teams');
      if (search !== undefined) wanted = wanted.where(containsText("id || ' ' || name", search));
      const order = sql`id not like 'tm_de00%'`;
      const rows = await wanted.selectAll().orderBy(order).orderBy('id').limit(limit).offset(skipped).execute();
      const items = rows.map((team) => ({
        ...team,
        is_verified_elevator: team.is_verified_elevator === 1,
        has_good_credit: team.has_good_credit === 1,
      }));
      return { items, limit, offset: skipped, total: await countRows(wanted) };
    },
  }),
];
