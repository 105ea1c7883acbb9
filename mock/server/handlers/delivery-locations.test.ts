import { personas } from '#fixtures';
import type { DeliveryLocation, Page } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantToken } from '../../testing/grant-token.ts';
import type { TestMock } from '../../testing/open-mock.ts';
import { openTestMock } from '../../testing/open-mock.ts';

let t: TestMock;
beforeAll(async () => {
  t = await openTestMock();
});
afterAll(() => t[Symbol.asyncDispose]());

async function listLocations(who: string, query = ''): Promise<Page<DeliveryLocation>> {
  const answer = await t.call(who, 'GET', `/delivery-locations${query}`);
  expect(answer.status).toBe(200);
  return answer.body as Page<DeliveryLocation>; // Judged by the document in t.call.
}

test('DLOC-1 CONV-3 an elevator reads where it takes deliveries', async () => {
  const { items, total } = await listLocations('elevator');
  expect(items.map(({ city, province }) => `${city} ${province}`)).toEqual(['Weyburn SK', 'Vulcan AB', 'Brandon MB']);
  expect(total).toBe(3);
  expect(items[0]).toEqual({
    id: 1001,
    name: 'Sunpillar Grain Weyburn',
    formatted: 'Sunpillar Grain, Weyburn, SK, Canada',
    city: 'Weyburn',
    province: 'SK',
  });
});

test('DLOC-2 of two elevators each reads its own', async () => {
  const { reader: db } = t.mock.worlds.default.store;
  const other = await db
    .selectFrom('teams')
    .select('id')
    .where('type', '=', 'elevator')
    .where('id', '!=', personas.elevator.team_id)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const token = await grantToken(t, 'elevator', { team_id: other.id });
  const own = new Set((await listLocations('elevator')).items.map(({ id }) => id));
  const theirs = (await listLocations(token)).items.map(({ id }) => id);
  expect(theirs).toHaveLength(2);
  expect(theirs.filter((id) => own.has(id))).toEqual([]);
});

test('AUTH-21 a team without an elevator reads an empty list, a token without a team is refused', async () => {
  expect(await listLocations('buyer')).toMatchObject({ items: [], total: 0 });
  const seller = await t.call('seller', 'GET', '/delivery-locations');
  expect(seller).toMatchObject({ status: 400, body: { error: { code: 'no_team' } } });
});

test('PAGE-16 the list is paged', async () => {
  const all = await listLocations('elevator');
  const page = await listLocations('elevator', '?limit=2&offset=1');
  expect(page).toMatchObject({ items: all.items.slice(1), limit: 2, offset: 1, total: 3, next: null });
});
