import { sql } from 'kysely';
import { z } from 'zod';
import type { Reader, Row } from '../../../market/records/tables.ts';
import { controlOperation } from '../endpoint/operation.ts';
import { offset } from '../journal/request-filter.ts';

const PAGE_DEFAULT = 50;
const PAGE_MAX = 500;
const Page = z.strictObject({
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE_DEFAULT),
  offset,
  search: z.string().max(200).optional().meta({ description: 'Part of the id, name, or email address.' }),
});

/** LIKE patterns for the ids of the users and teams of the developer tokens. */
const DEVELOPER_IDS = { users: 'usr_de00%', teams: 'tm_de00%' } as const;

/** A LIKE pattern that matches the text anywhere, without wildcards inside. */
export function patternOf(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/**
 * Reads one page of a table, developer records first.
 * @param searched SQL: the text that a search looks into
 */
async function readPage<Table extends 'users' | 'teams'>(
  reader: Reader,
  table: Table,
  searched: string,
  { limit, offset: skipped, search }: z.infer<typeof Page>,
): Promise<{ rows: readonly Row<Table>[]; total: number }> {
  const condition =
    search === undefined ? sql`true` : sql`lower(${sql.raw(searched)}) like lower(${patternOf(search)}) escape '\\'`;
  const from = sql`from ${sql.table(table)} where ${condition}`;
  const { rows } = await sql<Row<Table>>`
    select * ${from} order by id not like ${DEVELOPER_IDS[table]}, id limit ${limit} offset ${skipped}`.execute(reader);
  const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(reader);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export const PEOPLE = [
  controlOperation('get', '/users', {
    summary: 'List the users with their teams',
    query: Page,
    act: async ({ world: { store }, query }) => {
      const { rows, total } = await readPage(store.reader, 'users', "id || ' ' || name || ' ' || email", query);
      const ids = rows.map(({ id }) => id);
      const memberships = await store.reader
        .selectFrom('memberships')
        .selectAll()
        .where('user_id', 'in', ids)
        .orderBy('team_id')
        .execute();
      const byUser = Map.groupBy(memberships, ({ user_id }) => user_id);
      const items = rows.map((user) => ({
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
      const { rows, total } = await readPage(store.reader, 'teams', "id || ' ' || name", query);
      const items = rows.map((team) => ({
        ...team,
        is_verified_elevator: team.is_verified_elevator === 1,
        has_good_credit: team.has_good_credit === 1,
      }));
      return { items, limit: query.limit, offset: query.offset, total };
    },
  }),
];
